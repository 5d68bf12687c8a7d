import { endpoints, fieldChars } from '@lianxian/contract';
import { calleeStates, callStates } from '@lianxian/core';
import { ListX } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useNews } from '../../../live/use-news.ts';
import { Button } from '../../../ui/button.tsx';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../../ui/data-table/table-look.ts';
import { usePages } from '../../../ui/data-table/use-pages.ts';
import { useSoughtHint } from '../../../ui/filter/use-sought-hint.ts';
import { Input } from '../../../ui/input.tsx';
import { Empty } from '../../../ui/panels.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { useMayHear } from '../../../work/hear-call.tsx';
import { ImportsKept } from '../imports-kept.tsx';
import { TaskFollow } from '../task-follow.tsx';
import type { Board, Callee } from './board.ts';
import { useCalleeColumns } from './use-callee-columns.tsx';
import { useTakeOut } from './use-take-out.tsx';
import '../../../ui/plain-select.css';

interface CalleeTableProps {
  readonly id: string;
  readonly counts: Board['counts'];
  readonly onRecord: (callId: string) => void;
}

const TakeOutMany = lazy(() => import('./take-out-many.tsx').then(file => ({ default: file.TakeOutMany })));

const countOf = { fresh: 'fresh', calling: 'calling', retry: 'retrying', settled: 'settled' } as const;
const searchAfterMs = 300;
/** Each call changes a number; once a second is what an eye follows. */
const newsEveryMs = 1_000;
const keyOf = (row: Callee) => row.id;

/** While the pointer or the focus is in the rows, what came is read once they are left. */
const useReading = (read: () => void) => {
  const at = useRef({ pointer: false, focus: false, late: false });
  const set = (part: 'pointer' | 'focus', isThere: boolean) => {
    const { current } = at;
    current[part] = isThere;
    if (current.pointer || current.focus || !current.late) return;
    current.late = false;
    read();
  };
  return {
    again: () => {
      if (at.current.pointer || at.current.focus) at.current.late = true;
      else read();
    },
    rows: {
      onPointerEnter: () => set('pointer', true),
      onPointerLeave: () => set('pointer', false),
      onFocus: () => set('focus', true),
      onBlur: () => set('focus', false),
    },
  };
};

/** The numbers of the task in the order they came, with how each came out. */
export const CalleeTable = ({ id, counts, onRecord }: CalleeTableProps) => {
  const { t } = useTranslation('tasks');
  const word = useTranslation('shell').t;
  const mayHear = useMayHear();
  const [state, setState] = useState<(typeof calleeStates)[number] | ''>('');
  const [lastState, setLastState] = useState<(typeof callStates)[number] | ''>('');
  const [typed, setTyped] = useState('');
  const phone = useSettled(typed.trim(), searchAfterMs);
  const filter = { ...(state && { state }), ...(lastState && { lastState }), ...(phone && { phone }) };
  const hint = useSoughtHint(phone);
  const filtered = lastState !== '' || phone !== '';
  const total = state ? counts[countOf[state]] : counts.total;
  const pages = usePages(['task/callees', id, filter], async ({ after, limit }, signal) => {
    const page = await call(
      endpoints.task.callees,
      { id, limit, ...filter, ...(after && { after }) },
      { signal, quiet: true },
    );
    return { ...page, total: null };
  });
  const isNarrowed = state !== '' || lastState !== '';
  const reading = useReading(pages.again);
  useNews(
    `task:${id}`,
    // Of all numbers each keeps its place; of some, those that went on leave: not from under the hand of who reads.
    async () => (isNarrowed ? reading.again() : pages.again()),
    newsEveryMs,
    message => message.type === 'taskChanged',
  );
  const { ask, question } = useTakeOut(id);
  const [many, setMany] = useState(false);
  const look = useTableLook('callees', useCalleeColumns(id, ask));
  // How many there are the counts of the task say; of those with an outcome or a number nobody counts.
  const page = pages.page && { ...pages.page, total: filtered ? null : total, more: undefined };
  return (
    <>
      <div className="board-callee-tools row gap-8 fixed">
        <Input
          aria-label={t($ => $.callee.search)}
          placeholder={t($ => $.callee.search)}
          maxLength={fieldChars(endpoints.task.callees.input, 'phone')}
          type="search"
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <select
          className="plain-select"
          aria-label={t($ => $.callee.byState)}
          value={state}
          onChange={event => setState(event.target.value as typeof state)}
        >
          <option value="">
            {t($ => $.callee.byState)} · {t($ => $.all)}
          </option>
          {calleeStates.map(each => (
            <option key={each} value={each}>
              {t($ => $.callee.state[each])}
            </option>
          ))}
        </select>
        <select
          className="plain-select"
          aria-label={t($ => $.callee.byOutcome)}
          value={lastState}
          onChange={event => setLastState(event.target.value as typeof lastState)}
        >
          <option value="">
            {t($ => $.callee.byOutcome)} · {t($ => $.all)}
          </option>
          {callStates.map(each => (
            <option key={each} value={each}>
              {word($ => $.state[each])}
            </option>
          ))}
        </select>
        <ImportsKept taskId={id} />
        {ask && (
          <Button icon={<ListX size={14} aria-hidden="true" />} onClick={() => setMany(true)}>
            {t($ => $.many.open)}
          </Button>
        )}
      </div>
      <TaskFollow taskId={id} />
      <div className="stack fill low" {...reading.rows}>
        <ListTable
          label={t($ => $.board.numbers)}
          look={look}
          pages={{ ...pages, page }}
          keyOf={keyOf}
          {...(mayHear && { onOpen: (row: Callee) => row.lastCallId && onRecord(row.lastCallId) })}
          failed={t($ => $.callee.failed)}
          empty={<Empty title={t($ => $.callee.empty)} hint={hint ?? t($ => $.callee.emptyHint)} />}
        />
      </div>
      {question}
      {many && (
        <Suspense>
          <TakeOutMany id={id} filter={filter} onClose={() => setMany(false)} />
        </Suspense>
      )}
    </>
  );
};
