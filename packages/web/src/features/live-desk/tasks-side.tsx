import type { endpoints, OutputOf } from '@lianxian/contract';
import { LayoutDashboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { byKeys } from '../../ui/by-keys.ts';
import { count } from '../../ui/format.ts';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { TaskState } from '../../ui/task-state.tsx';
import { useLiveTasks } from './use-live-desk.ts';

type Task = OutputOf<typeof endpoints.live.tasks>['tasks'][number];

interface TaskCardProps {
  readonly task: Task;
  readonly isChosen: boolean;
  readonly onChoose: (id: string | null) => void;
}

/** A task with what limits it; a click narrows the calls to its own. */
const TaskCard = ({ task, isChosen, onChoose }: TaskCardProps) => {
  const { t } = useTranslation('live');
  const { id, name, live, limit, settled, total } = task;
  const done = total === 0 ? 0 : settled / total;
  return (
    <li className={isChosen ? 'live-desk-task is-chosen' : 'live-desk-task'}>
      <div className="row gap-8">
        <button
          type="button"
          className="live-desk-task-name cut fill lean"
          aria-pressed={isChosen}
          title={t($ => $.showOnly, { name })}
          onClick={() => onChoose(isChosen ? null : id)}
        >
          {name}
        </button>
        <TaskState state={task.state} />
        <Link className="icon-button" to={`/platform/task/${id}`} aria-label={t($ => $.boardOf, { name })}>
          <LayoutDashboard size={14} aria-hidden="true" />
        </Link>
      </div>
      <p className="flex between gap-8 small ink2">
        <span>{t($ => $.channels, { live: count(live), limit: count(limit) })}</span>
        <span>{t($ => $.done, { done: count(settled), total: count(total) })}</span>
      </p>
      <i className="live-desk-task-cord" aria-hidden="true">
        <b style={{ width: `${done * 100}%` }} />
      </i>
      <p className={task.becauseText ? 'live-desk-task-why small' : 'small ink3'}>
        {task.becauseText || t($ => $.unlimited)}
      </p>
    </li>
  );
};

interface TasksSideProps {
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
}

/** All tasks that run or wait, each with what limits it. */
export const TasksSide = ({ chosen, onChoose }: TasksSideProps) => {
  const { t } = useTranslation('live');
  const tasks = useLiveTasks();
  const { data } = tasks;
  return (
    <aside className="live-desk-tasks" aria-label={t($ => $.tasks)} {...byKeys}>
      <h2 className="section-title flex between">
        {t($ => $.tasks)} <span className="key">{data && count(data.tasks.length, data.more)}</span>
      </h2>
      {!data && !tasks.isError && <Skeleton rows={4} />}
      {!data && tasks.isError && (
        <ErrorPanel title={t($ => $.tasksFailed)} error={tasks.error} onAgain={() => void tasks.refetch()} />
      )}
      {data?.tasks.length === 0 && <Empty scoped title={t($ => $.noTasks)} hint={t($ => $.noTasksHint)} />}
      <ul>
        {data?.tasks.map(task => (
          <TaskCard key={task.id} task={task} isChosen={task.id === chosen} onChoose={onChoose} />
        ))}
      </ul>
      {data?.more && (
        <Link className="link small" to="/my-task">
          {t($ => $.moreTasks)}
        </Link>
      )}
    </aside>
  );
};
