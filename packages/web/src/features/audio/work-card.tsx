import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PrompterDeck, useLocalSound } from '../../sound/prompter-deck.tsx';
import { SoundStrip } from '../../sound/sound-strip.tsx';
import { useDoubts } from '../../sound/use-doubts.ts';
import { useMicrophone } from '../../sound/use-microphone.ts';
import { MarkedWave } from './marked-wave.tsx';
import type { StoredTake } from './take-store.ts';
import { listenTo, type Sentence } from './use-orders.ts';
import type { Takes } from './use-takes.ts';

interface WorkCardProps {
  readonly order: string;
  readonly sentence: Sentence;
  readonly takes: Takes;
  readonly onNext: () => void;
}

interface TakeRowProps {
  readonly take: StoredTake;
  readonly n: number;
  readonly isPicked: boolean;
  readonly onPick: () => void;
  readonly onDrop: () => void;
}

const TakeRow = ({ take, n, isPicked, onPick, onDrop }: TakeRowProps) => {
  const { t } = useTranslation('audio');
  const url = useLocalSound(take.file);
  return (
    <li>
      <SoundStrip
        name={take.id}
        label={t($ => $.hearTake, { n })}
        find={async () => url ?? ''}
        peaks={take.peaks}
        durationMs={take.durationMs}
      >
        <label className="push row-in gap-4">
          <input type="radio" name="take" checked={isPicked} onChange={onPick} />
          {t($ => $.pick, { n })}
        </label>
        <button type="button" className="icon-button" aria-label={t($ => $.drop, { n })} onClick={onDrop}>
          <Trash2 size={14} aria-hidden="true" />
        </button>
      </SoundStrip>
    </li>
  );
};

/** What lies with the merchant, and where he heard something wrong. */
const HandedIn = ({ order, sentence }: { order: string; sentence: Sentence }) => {
  const { t } = useTranslation('audio');
  const { number, take, mark, state, text } = sentence;
  if (take === null) return null;
  return (
    <div className="audio-handed stack gap-6">
      {mark && (
        <p className="prompter-deck-was" role="status">
          {t($ => $.marked, {
            note: mark.note,
            from: (mark.fromMs / 1000).toFixed(1),
            to: (mark.toMs / 1000).toFixed(1),
          })}
        </p>
      )}
      <MarkedWave
        name={`handed ${order} ${number} ${take.at}`}
        label={t($ => $.hearHanded, { text })}
        find={listenTo(order, number)}
        take={take}
        mark={mark}
      />
      {state !== 'sentBack' && <p className="ink2">{t($ => $.lies[state === 'handedIn' ? 'waits' : 'settled'])}</p>}
    </div>
  );
};

/** One sentence in big type: takes are kept on this machine, one of them is handed in. */
export const WorkCard = ({ order, sentence, takes, onNext }: WorkCardProps) => {
  const { t } = useTranslation('audio');
  const { number, text, note, state } = sentence;
  const own = takes.takes.filter(take => take.number === number && !take.isDue);
  const [picked, setPicked] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const doubtsIn = useDoubts();
  const microphone = useMicrophone(async file => {
    setReading(true);
    setPicked((await takes.add(number, file))?.id ?? null);
    setReading(false);
  });
  const take = own.find(({ id }) => id === picked) ?? own.at(-1) ?? null;
  if (state !== 'toRecord' && state !== 'sentBack' && state !== 'handedIn')
    return (
      <section className="prompter-deck-card stack gap-14" aria-label={text}>
        <p className="ink2">{t($ => $.sentence[state])}</p>
        <p className="prompter-deck-big">{text}</p>
        <HandedIn order={order} sentence={sentence} />
      </section>
    );
  return (
    <PrompterDeck
      text={text}
      above={`${t($ => $.nth, { n: number })} · ${t($ => $.sentence[state])}`}
      beneath={
        <>
          {note !== '' && <p className="ink2">{t($ => $.tone, { notes: note })}</p>}
          <HandedIn order={order} sentence={sentence} />
        </>
      }
      microphone={microphone}
      take={take && { ...take, doubts: doubtsIn(text, take) }}
      isSending={isReading}
      isSaving={false}
      saveText={t($ => $.handIn)}
      onSave={() => {
        if (take) void takes.handIn(take).then(onNext);
      }}
      onNext={onNext}
    >
      {own.length > 1 && (
        <ul className="audio-takes stack gap-6" aria-label={t($ => $.takes)}>
          {own.map((each, n) => (
            <TakeRow
              key={each.id}
              take={each}
              n={n + 1}
              isPicked={each.id === take?.id}
              onPick={() => setPicked(each.id)}
              onDrop={() => void takes.drop(each)}
            />
          ))}
        </ul>
      )}
    </PrompterDeck>
  );
};
