import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table/columns.ts';
import { actsColumn, figureColumn, nameColumn } from '../../ui/data-table/usual-columns.tsx';
import { count, when } from '../../ui/format.ts';
import { type TaskRow, TaskState } from '../../ui/task-state.tsx';
import { ProgressCord } from './progress-cord.tsx';
import { TaskActs } from './row-acts.tsx';
import type { Act, ActTask } from './use-task-acts.tsx';

const Progress = ({ row }: { row: TaskRow }) => {
  const { t } = useTranslation('tasks');
  const { total, settled, retrying, dialled } = row.counts;
  const isOver = row.state === 'stopped' || row.state === 'finished';
  if (total === 0) return <span className="key">{t($ => $.list.noNumbers)}</span>;
  const label = t($ => $.list.done, { done: count(dialled), total: count(total) });
  return (
    <span className="tasks-row-progress row gap-10">
      <ProgressCord
        total={total}
        answered={row.answered}
        settled={settled}
        retrying={isOver ? 0 : retrying}
        label={label}
      />
      <span>
        {count(dialled)}
        <span className="key"> / {count(total)}</span>
      </span>
    </span>
  );
};

/** The columns of the list; those that say how far a task is stay longest. `onAct` must be stable. */
export const useTaskColumns = (onAct: (act: Act, task: ActTask) => void): readonly Column<TaskRow>[] => {
  const { t } = useTranslation('tasks');
  return useMemo(
    () => [
      nameColumn(
        t($ => $.list.name),
        130,
      ),
      {
        key: 'plan',
        title: t($ => $.list.plan),
        width: 130,
        priority: 3,
        cell: row => (
          <>
            {row.planName} <span className="key">v{row.planVersion}</span>
          </>
        ),
      },
      {
        key: 'state',
        title: t($ => $.list.state),
        width: 140,
        grows: true,
        priority: 0,
        cell: row => (
          <span title={row.becauseText || row.paceText}>
            <TaskState state={row.state} /> <span className="key">{row.becauseText || row.paceText}</span>
          </span>
        ),
      },
      {
        key: 'progress',
        title: t($ => $.list.progress),
        width: 210,
        priority: 1,
        cell: row => <Progress row={row} />,
      },
      figureColumn(
        'answered',
        t($ => $.list.answered),
        { width: 84, priority: 2, of: row => row.answered },
      ),
      figureColumn(
        'concurrency',
        t($ => $.list.concurrency),
        { width: 56, priority: 5, of: row => row.concurrency },
      ),
      {
        key: 'started',
        title: t($ => $.list.started),
        width: 180,
        priority: 4,
        cell: row => (
          <span className="key">
            {row.startedAt &&
              `${row.startedBy ?? ''} ${when(
                row.startedAt,
                new Date(),
                t($ => $.today),
              )}`}
          </span>
        ),
      },
      actsColumn(
        t($ => $.list.actions),
        104,
        row => <TaskActs task={row} onAct={onAct} />,
      ),
    ],
    [t, onAct],
  );
};
