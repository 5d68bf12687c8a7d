import { BellRing } from 'lucide-react';
import { memo, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallPick, CallWords } from '../../../live/call-words.ts';
import { usePicked } from '../../../live/use-call-words.ts';
import { Empty } from '../../../ui/panels.tsx';
import { Since } from '../../../ui/since.tsx';
import { type Board, type LiveCall, talkingOf, waitingOf } from './board.ts';
import { JustEnded } from './just-ended.tsx';
import { LiveTable } from './live-table.tsx';

export type LiveFilter = 'all' | CallPick;

interface LiveCallsProps {
  readonly live: readonly LiveCall[];
  readonly ended: Board['ended'];
  readonly state: Board['state'];
  readonly words: CallWords;
  readonly filter: LiveFilter;
}

const mostRinging = 12;

/** The calls in progress: who talks as rows, or of them who is speaking or has a good level; who is still on the way below them. */
const Calls = ({ live, ended, state, words, filter }: LiveCallsProps) => {
  const { t } = useTranslation('tasks');
  useEffect(() => words.keep(new Set(live.map(each => each.id))), [live, words]);
  const talking = useMemo(() => talkingOf(live), [live]);
  const waiting = useMemo(() => waitingOf(live), [live]);
  const picked = usePicked(words, filter === 'all' ? null : filter);
  const shown = useMemo(() => (picked ? talking.filter(each => picked.has(each.id)) : talking), [talking, picked]);
  return (
    <>
      <LiveTable
        calls={shown}
        words={words}
        empty={
          filter === 'all' ? (
            <Empty title={t($ => $.board.nobody)} hint={t($ => $.board.nobodyHint[state])} />
          ) : (
            <Empty title={t($ => $.board.nobodyPicked[filter])} hint={t($ => $.board.nobodyHint.running)} />
          )
        }
      />
      <JustEnded ended={ended} />
      <footer className="board-ringing row gap-14 fixed">
        <span className={`state is-pill ${waiting.length > 0 ? 'is-warn' : 'is-idle'}`}>
          <BellRing size={14} aria-hidden="true" /> {t($ => $.board.ringing)} {waiting.length}
        </span>
        <Ringing calls={waiting.slice(0, mostRinging)} all={waiting.length} />
      </footer>
    </>
  );
};
export const LiveCalls = memo(Calls);

/** As many as stand on one line, and how many more there are. */
const Ringing = ({ calls, all }: { calls: readonly LiveCall[]; all: number }) => {
  const list = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(calls.length);
  const count = useEffectEvent(() => {
    const items = Array.from(list.current?.children ?? []).filter(item => item instanceof HTMLElement);
    setShown(items.filter(({ offsetTop }) => offsetTop === items[0]?.offsetTop).length);
  });
  useLayoutEffect(() => count());
  useEffect(() => {
    const watcher = new ResizeObserver(() => count());
    if (list.current) watcher.observe(list.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <>
      <ul ref={list} className="flex gap-16 wrap lean">
        {calls.map(each => (
          <li key={each.id}>
            {each.phone} <Since at={each.placedAt} />
          </li>
        ))}
      </ul>
      {all > shown && <span className="key">+{all - shown}</span>}
    </>
  );
};
