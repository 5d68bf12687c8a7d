import { endpoints, fieldChars, type OutputOf } from '@lianxian/contract';
import { aloudWays } from '@lianxian/core';
import { Mic, Square } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { playSound, stopSound, useHeard } from '../../sound/one-sound.ts';
import { sendSound } from '../../sound/send-sound.ts';
import { useDoubts } from '../../sound/use-doubts.ts';
import { useMicrophone } from '../../sound/use-microphone.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { ticketOf, usePieces, useSaveVoice } from './use-library.ts';

type PieceSet = OutputOf<typeof endpoints.dynamicVoice.list>['sets'][number];
const samples = { amount: '350', date: '2026-11-21', digits: '13800138000', surname: '王女士' } as const;

/** One piece: heard when it is recorded; its second button records it anew. */
const Piece = ({ use, text, voice }: PieceSet['pieces'][number] & { use: PieceSet['use'] }) => {
  const { t } = useTranslation('voices');
  const isHeard = useHeard(voice?.id ?? '');
  const save = useSaveVoice();
  const doubtsIn = useDoubts();
  const microphone = useMicrophone(file => {
    void sendSound(file)
      .then(sent => {
        for (const said of doubtsIn(text, sent)) toast.bad(said);
        save.mutate({
          id: voice?.id ?? null,
          sound: sent.sound,
          source: 'microphone',
          text,
          kind: 'piece',
          use,
          speaker: voice?.speaker ?? '',
        });
      })
      .catch(() => undefined);
  });
  return (
    <li className={voice ? 'is-there row' : 'row'}>
      <button
        type="button"
        disabled={!voice}
        aria-label={t($ => $.play, { text })}
        onClick={() => voice && (isHeard ? stopSound() : void playSound(voice.id, ticketOf(voice.id)))}
      >
        {text}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={microphone.take ? t($ => $.recordStop) : t($ => $.library.pieces.record, { text })}
        disabled={microphone.state === 'asking' || save.isPending}
        onClick={microphone.take ? microphone.stop : microphone.start}
      >
        {microphone.take ? <Square size={12} aria-hidden="true" /> : <Mic size={12} aria-hidden="true" />}
      </button>
    </li>
  );
};

/** Hear a value as a call would tell it. */
const TryValue = () => {
  const { t } = useTranslation('voices');
  const [spoken, setSpoken] = useState<(typeof aloudWays)[number]>('amount');
  const [value, setValue] = useState<string>(samples.amount);
  const [said, setSaid] = useState<{ readonly text: string; readonly made: string } | null>(null);
  const listen = async (): Promise<string> => {
    const heard = await call(endpoints.dynamicVoice.listen, { spoken, value });
    setSaid({ text: heard.said, made: heard.made });
    return heard.url;
  };
  return (
    <div className="library-try-value row gap-8 wrap">
      <select
        className="plain-select"
        aria-label={t($ => $.library.pieces.spoken)}
        value={spoken}
        onChange={event => {
          const next = event.target.value as typeof spoken;
          setSpoken(next);
          setValue(samples[next]);
        }}
      >
        {aloudWays.map(each => (
          <option key={each} value={each}>
            {t($ => $.library.pieces.kinds[each])}
          </option>
        ))}
      </select>
      <input
        aria-label={t($ => $.library.pieces.value)}
        value={value}
        maxLength={fieldChars(endpoints.dynamicVoice.listen.input, 'value')}
        onChange={event => setValue(event.target.value)}
      />
      <Button disabled={value.trim() === ''} onClick={() => void playSound('try value', listen)}>
        {t($ => $.library.pieces.try)}
      </Button>
      {said && (
        <span role="status">
          {said.text} · {said.made === 'recorded' ? t($ => $.states.recorded) : t($ => $.synthesis)}
        </span>
      )}
    </div>
  );
};

/** The pieces values are told with, set by set. */
export const PiecesView = () => {
  const { t } = useTranslation('voices');
  const { data, isError, refetch, error } = usePieces(true);
  if (isError && !data)
    return <ErrorPanel title={t($ => $.library.failed)} error={error} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} />;
  return (
    <section className="library-pieces" aria-label={t($ => $.library.pieces.title)}>
      <p>{t($ => $.library.pieces.hint)}</p>
      <TryValue />
      {data.sets.map(({ use, pieces }) => (
        <div key={use}>
          <h2 className="row-text gap-8">
            {t($ => $.library.uses[use])}
            <span>
              {t($ => $.library.pieces.recorded, {
                n: pieces.filter(({ voice }) => voice !== null).length,
                of: pieces.length,
              })}
            </span>
          </h2>
          <ul className="flex gap-8 wrap">
            {pieces.map(piece => (
              <Piece key={piece.text} use={use} {...piece} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
};
