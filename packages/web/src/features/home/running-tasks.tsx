import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../session/current-user.ts';
import { count, nearTime } from '../../ui/format.ts';
import { Empty } from '../../ui/panels.tsx';
import { TaskState } from '../../ui/task-state.tsx';
import type { Home } from './use-home.ts';
import './running-tasks.css';

type Task = NonNullable<Home['tasks']>[number];

/** What comes next, in words; `now` is the server's. */
export const useNextText = (now: string): ((next: Task['next']) => string) => {
  const { t } = useTranslation('home');
  return ({ is, at, text }) => {
    if (is === 'because') return text;
    if (is !== 'doneAt' && is !== 'opensAt') return t($ => $.tasks[is]);
    const words = { today: is === 'doneAt' ? '' : t($ => $.tasks.today), tomorrow: t($ => $.tasks.tomorrow) };
    if (at === null) return '';
    // What a forecast leaves out stands beside it.
    return [t($ => $.tasks[is], { at: nearTime(at, new Date(now), words) }), text].filter(Boolean).join(' · ');
  };
};

const TaskLine = ({ task, now }: { task: Task; now: string }) => {
  const nextText = useNextText(now);
  const done = task.total === 0 ? 0 : task.dialled / task.total;
  return (
    <tr className="lit">
      <td className="home-name">
        <Link to={`/platform/task/${task.id}`}>{task.name}</Link> <span className="key">{task.maker}</span>
      </td>
      <td>
        <TaskState state={task.state} pill />
      </td>
      <td className="home-progress whole">
        <i className={task.state === 'running' ? 'is-running' : undefined}>
          <b style={{ width: `${done * 100}%` }} />
        </i>
        <span className="small">
          {count(task.dialled)} / {count(task.total)}
        </span>
      </td>
      <td className="home-number">
        {task.calling} / {task.concurrency}
      </td>
      <td className="home-number">{task.calls === 0 ? '—' : `${((task.answered / task.calls) * 100).toFixed(1)}%`}</td>
      <td className="home-number">
        <strong>{task.calls === 0 ? '—' : count(task.wanted)}</strong>
      </td>
      <td className="home-next ink2" title={nextText(task.next)}>
        {nextText(task.next)}
      </td>
    </tr>
  );
};

/** Tasks that run, wait or stand still, each with what comes next. */
export const RunningTasks = ({ tasks, now }: { tasks: readonly Task[]; now: string }) => {
  const { t } = useTranslation(['home', 'shell']);
  const makes = useCurrentUser()?.btns.includes('task:create') ?? false;
  return (
    <section className="home-running" aria-labelledby="running-title">
      <header>
        <h2 id="running-title" className="section-title">
          {t($ => $.tasks.title)}
        </h2>
        <Link className="push" to="/platform/live">
          {t($ => $.nav.live, { ns: 'shell' })}
        </Link>
        <Link className="row-in gap-4" to="/my-task">
          {t($ => $.tasks.all)} <ArrowRight size={14} aria-hidden="true" />
        </Link>
      </header>
      {tasks.length === 0 ? (
        <Empty scoped title={t($ => $.tasks.none)} hint={t($ => $.tasks.noneHint)}>
          {makes && (
            <Link className="button" to="/my-task?edit=new">
              {t($ => $.tasks.make)}
            </Link>
          )}
        </Empty>
      ) : (
        <table className="home-calls">
          <thead>
            <tr>
              <th>{t($ => $.tasks.name)}</th>
              <th>{t($ => $.tasks.state)}</th>
              <th>{t($ => $.tasks.progress)}</th>
              <th className="home-number">{t($ => $.tasks.live)}</th>
              <th className="home-number">{t($ => $.tasks.rate)}</th>
              <th className="home-number">{t($ => $.tasks.wanted)}</th>
              <th className="home-next">{t($ => $.tasks.next)}</th>
            </tr>
          </thead>
          <tbody>
            {tasks.map(task => (
              <TaskLine key={task.id} task={task} now={now} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
