import { exitWord, lineText } from '@lianxian/contract';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { UnheardNote } from '../../line/unheard-note.tsx';
import { saidLanguage } from '../../text/said.ts';
import { byKeys } from '../../ui/by-keys.ts';
import { clock, heardAs, seconds } from '../../ui/format.ts';
import { type Detail, type Line, lineAt, seatNameAt } from './marks.ts';
import type { Player } from './player.ts';
import { usePlayed } from './use-player.ts';

const MendButton = lazy(() => import('../../work/mend/mend-button.tsx').then(file => ({ default: file.MendButton })));

/** What was understood of a line, and by which rule. */
const Understood = ({ line }: { line: Line }) => {
  const { t } = useTranslation('shell');
  if (line.interruptedAfterMs !== null)
    return (
      <div className="call-record-understood">
        <b className="is-cut">{t($ => $.record.interruption)}</b>
        {t($ => $.record.interruptedAfter, { seconds: seconds(line.interruptedAfterMs) })}
      </div>
    );
  if (line.speaker !== 'callee') return null;
  if (line.missed)
    return (
      <div className="call-record-understood">
        <b className="is-missed">{t($ => $.record.notUnderstood)}</b>
      </div>
    );
  if (!line.understood) return null;
  const { meaning, name, by, matched, score } = line.understood;
  const words: Readonly<Record<string, string>> = t($ => $.matchedBy, { returnObjects: true });
  return (
    <div className="call-record-understood">
      <b>{exitWord(saidLanguage(), meaning, name)}</b>
      {matched && <em>{t($ => $.record.because, { rule: `${words[by] ?? by}${heardAs(matched, score)}` })}</em>}
    </div>
  );
};

/** Lines that seek when clicked and follow the sound while it plays. */
export const Transcript = ({ call, player }: { call: Detail; player: Player | null }) => {
  const { t } = useTranslation('shell');
  const lines = call.transcript;
  const list = useRef<HTMLOListElement>(null);
  const current = usePlayed(player, each => lineAt(lines, each.positionMs()), -1);
  const playing = usePlayed(player, each => each.playing(), false);
  const missed = lines.filter(line => line.missed).length;
  useEffect(() => {
    if (playing) list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current, playing]);
  return (
    <section className="call-record-transcript stack low" aria-labelledby="transcript-title">
      <header className="flex between">
        <h2 id="transcript-title" className="section-title">
          {t($ => $.record.transcript)}
        </h2>
        {lines.length > 0 && <span className="key">{t($ => $.record.sentences, { count: lines.length, missed })}</span>}
      </header>
      {call.heard === false && <UnheardNote />}
      {lines.length === 0 && (
        <p className="call-record-none ink3">
          {call.state === 'answered' ? t($ => $.record.noWords) : t($ => $.record.noTranscript)}
        </p>
      )}
      <ol ref={list} aria-labelledby="transcript-title" {...byKeys}>
        {lines.map((line, at) => (
          <li
            key={line.line}
            className={at === current ? 'is-current grid lit' : 'grid lit'}
            aria-current={at === current || undefined}
          >
            <button
              className="call-record-line grid gap-6"
              type="button"
              disabled={!player}
              onClick={() => player?.seek(line.atMs)}
            >
              <time className="hint">{clock(line.atMs)}</time>
              <span className={`call-record-who is-${line.speaker}`}>
                {(line.speaker === 'seat' && seatNameAt(call, line.atMs)) || t($ => $.speaker[line.speaker])}
              </span>
              <span className="call-record-said">{lineText(saidLanguage(), line.text)}</span>
            </button>
            <Understood line={line} />
            {line.speaker === 'callee' && line.understood?.by !== 'key' && (
              <div className="call-record-mend grid gap-6">
                <Suspense>
                  <MendButton said={() => ({ callId: call.id, line: line.line, text: line.text })} />
                </Suspense>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
};
