import { BellRing } from 'lucide-react';
import { memo, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskWords } from '../../../live/task-words.ts';
import { useCalleesSpeaking } from '../../../live/use-task-words.ts';
import { Empty } from '../../../ui/panels.tsx';
import { Since } from '../../../ui/since.tsx';
import { type Board, type LiveCall, talkingOf, waitingOf } from './board.ts';
import { LiveTable } from './live-table.tsx';

export type LiveFilter = 'all' | 'callee';

interface LiveCallsProps {
  readonly live: readonly LiveCall[];
  readonly state: Board['state'];
  readonly words: TaskWords;
  readonly filter: LiveFilter;
}

const mostRinging = 12;

/** The calls in progress: who talks as rows, who is still on the way below them. */
const Calls = ({ live, state, words, filter }: LiveCallsProps) => {
  const { t } = useTranslation('tasks');
  useEffect(() => words.keep(new Set(live.map(each => each.id))), [live, words]);
  const talking = useMemo(() => talkingOf(live), [live]);
  const waiting = useMemo(() => waitingOf(live), [live]);
  return (
    <>
      {filter === 'callee' ? (
        <Speaking calls={talking} words={words} />
      ) : (
        <LiveTable
          calls={talking}
          words={words}
          empty={<Empty title={t($ => $.board.nobody)} hint={t($ => $.board.nobodyHint[state])} />}
        />
      )}
      <footer className="board-ringing row gap-14 fixed">
        <span className={`state is-pill ${waiting.length > 0 ? 'is-warn' : 'is-idle'}`}>
          <BellRing size={14} aria-hidden="true" /> {t($ => $.board.ringing)} {waiting.length}
        </span>
        <ul className="flex gap-16 lean">
          {waiting.slice(0, mostRinging).map(each => (
            <li key={each.id}>
              {each.phone} <Since at={each.placedAt} />
            </li>
          ))}
        </ul>
      </footer>
    </>
  );
};
export const LiveCalls = memo(Calls);

/** The same rows, narrowed to callees who are speaking. */
const Speaking = ({ calls, words }: { calls: readonly LiveCall[]; words: TaskWords }) => {
  const { t } = useTranslation('tasks');
  const speaking = useCalleesSpeaking(words);
  const shown = useMemo(() => calls.filter(each => speaking.has(each.id)), [calls, speaking]);
  return (
    <LiveTable
      calls={shown}
      words={words}
      empty={<Empty title={t($ => $.board.nobodySpeaks)} hint={t($ => $.board.nobodyHint.running)} />}
    />
  );
};
