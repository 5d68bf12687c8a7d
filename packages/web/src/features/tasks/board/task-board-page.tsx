import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { isGone } from '../../../api/wire.ts';
import { useCallWords } from '../../../live/use-call-words.ts';
import { useNews } from '../../../live/use-news.ts';
import { wordsOf } from '../../../text/words.ts';
import { byKeys } from '../../../ui/by-keys.ts';
import { plainPage } from '../../../ui/chunk.ts';
import { count } from '../../../ui/format.ts';
import { usePaneTitle } from '../../../ui/pane-title.ts';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { TaskReport } from '../report/task-report.tsx';
import { type Act, useTaskActs } from '../use-task-acts.tsx';
import { talkingOf } from './board.ts';
import { BoardHead } from './board-head.tsx';
import { CalleeTable } from './callee-table.tsx';
import { Causes } from './causes.tsx';
import { Coming, DeadLines } from './coming.tsx';
import { Events } from './events.tsx';
import { ExperimentPart } from './experiment-part.tsx';
import { KpiStrip } from './kpi-strip.tsx';
import { LiveCalls, type LiveFilter } from './live-calls.tsx';
import { MinuteBars } from './minute-bars.tsx';
import { Spending } from './spending.tsx';
import '../../../ui/figures.css';
import './board.css';

const AheadTab = plainPage(async () => {
  const [file] = await Promise.all([import('../ahead/ahead-tab.tsx'), wordsOf('ahead', 'week')]);
  return file.AheadTab;
});

export type BoardTab = 'live' | 'numbers' | 'ahead' | 'decisions' | 'report';

interface TaskBoardPageProps {
  readonly id: string;
  /** Null: the one that says most, which of a task that is over is its report. */
  readonly tab: BoardTab | null;
  readonly onTab: (tab: BoardTab) => void;
  readonly onBack: () => void;
  readonly onEdit: (id: string, step?: 'numbers' | 'pacing') => void;
  readonly onRecord: (callId: string) => void;
  /** Why its numbers were dialled, put off or left out. */
  readonly decisions: ReactNode;
}

/** Counts and rows change with every call; once a second is what an eye follows. */
const newsEveryMs = 1_000;
/** Figures over minutes move on without news. */
const anewEveryMs = 30_000;

const useBoard = (id: string) => {
  const words = useCallWords(`task:${id}`);
  const board = useQuery({
    queryKey: ['task/board', id],
    queryFn: ({ signal }) => call(endpoints.task.board, { id }, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: anewEveryMs,
  });
  // Words are taken as they come; a call that is new, or has gone on, shows that the rows are old.
  useNews(`task:${id}`, board.refetch, newsEveryMs, message =>
    message.type === 'taskWords' ? message.calls.some(word => words.of(word.call)?.state !== word.state) : true,
  );
  return { board, words };
};

/** A task as it runs: its figures, its live calls with what is said, its numbers. */
export const TaskBoardPage = (props: TaskBoardPageProps) => {
  const { id, onTab } = props;
  const { t } = useTranslation('tasks');
  const { board, words } = useBoard(id);
  const [filter, setFilter] = useState<LiveFilter>('all');
  // What was pressed shows at once; the rows of hundreds of calls come a moment later.
  const filtered = useDeferredValue(filter);
  const asked = useDeferredValue(props.tab);
  const { act, question } = useTaskActs({ onEdit: props.onEdit, onRemoved: props.onBack });
  const { data } = board;
  usePaneTitle(data?.name);
  if (board.isError && !data)
    return isGone(board.error) ? (
      <Empty whole title={t($ => $.board.failed)} hint={board.error.message}>
        <button type="button" className="button" onClick={props.onBack}>
          {t($ => $.board.back)}
        </button>
      </Empty>
    ) : (
      <ErrorPanel whole title={t($ => $.board.failed)} error={board.error} onAgain={() => void board.refetch()} />
    );
  if (!data) return <Skeleton rows={12} />;
  const onAct = (wanted: Act) => act(wanted, data);
  const isOver = data.state === 'finished' || data.state === 'stopped';
  const usual = isOver ? 'report' : 'live';
  const { dialled, fresh, calling } = data.counts;
  // What is left was promised a call, or is tried again: how the others came out is known.
  const isTold = isOver || (dialled > 0 && fresh + calling === 0);
  const [tab, inside] = [props.tab ?? usual, asked ?? usual];
  return (
    <div className="board">
      <BoardHead board={data} onAct={onAct} onBack={props.onBack} />
      <DeadLines lines={data.deadLines} />
      <KpiStrip board={data} />
      <div className="flex fill low">
        <section className="stack fill lean">
          <header className="board-tools row gap-16 fixed">
            <Tab now={tab} tab="live" n={talkingOf(data.live).length} onTab={onTab} />
            <Tab now={tab} tab="numbers" n={data.counts.total} onTab={onTab} />
            <Tab now={tab} tab="ahead" onTab={onTab} />
            <Tab now={tab} tab="decisions" onTab={onTab} />
            {(isTold || tab === 'report') && <Tab now={tab} tab="report" onTab={onTab} />}
            {tab === 'live' && <Filter filter={filter} onFilter={setFilter} />}
          </header>
          {inside === 'live' && (
            <LiveCalls live={data.live} ended={data.ended} state={data.state} words={words} filter={filtered} />
          )}
          {inside === 'numbers' && <CalleeTable id={id} counts={data.counts} onRecord={props.onRecord} />}
          {inside === 'ahead' && (
            <Suspense fallback={<Skeleton rows={8} />}>
              <AheadTab id={id} />
            </Suspense>
          )}
          {inside === 'decisions' && props.decisions}
          {inside === 'report' && <TaskReport id={id} onRecord={props.onRecord} onMade={props.onEdit} />}
        </section>
        {(tab === 'live' || tab === 'numbers') && (
          <aside className="board-side" aria-label={t($ => $.board.minutes)} {...byKeys}>
            <MinuteBars minutes={data.minutes} levels={data.levels} state={data.state} />
            <Coming coming={data.coming} />
            <ExperimentPart board={data} />
            <Spending id={id} money={data.money} />
            <Causes board={data} />
            <Events events={data.events} />
          </aside>
        )}
      </div>
      {question}
    </div>
  );
};

interface TabProps {
  readonly now: BoardTab;
  readonly tab: BoardTab;
  readonly n?: number;
  readonly onTab: (tab: BoardTab) => void;
}
const Tab = ({ now, tab, n, onTab }: TabProps) => {
  const { t } = useTranslation('tasks');
  return (
    <button
      type="button"
      className="board-tab"
      aria-current={now === tab ? 'true' : undefined}
      onClick={() => onTab(tab)}
    >
      {t($ => $.board[tab])} {n !== undefined && <span>{count(n)}</span>}
    </button>
  );
};

const Filter = ({ filter, onFilter }: { filter: LiveFilter; onFilter: (filter: LiveFilter) => void }) => {
  const { t } = useTranslation('tasks');
  const words = { all: t($ => $.all), callee: t($ => $.board.talkingOnly), wanted: t($ => $.board.ab) };
  return (
    <Segments
      label={t($ => $.board.filter)}
      options={(['all', 'callee', 'wanted'] as const).map(value => ({ value, text: words[value] }))}
      value={filter}
      onChange={onFilter}
    />
  );
};
