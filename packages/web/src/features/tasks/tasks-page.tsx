import { endpoints, fieldChars } from '@lianxian/contract';
import { CalendarClock, ListX, OctagonX, PhoneCall, Plus, Repeat, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { StateList } from '../../ui/data-table/state-list.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import type { TaskRow, TaskStateWord } from '../../ui/task-state.tsx';
import { StopAll } from '../../work/stop-all.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { useTaskActs } from './use-task-acts.tsx';
import { useTaskColumns } from './use-task-columns.tsx';
import './tasks.css';

export type Panel = 'rules' | 'series';
const panels = [
  { name: 'series', Icon: Repeat },
  { name: 'rules', Icon: CalendarClock },
] as const;
/** Pages below this one. */
const below = [
  { name: 'live', path: '/platform/live', Icon: PhoneCall },
  { name: 'lists', path: '/platform/lists', Icon: ListX },
  { name: 'decisions', path: '/platform/decisions', Icon: ScrollText },
] as const;

interface TasksPageProps {
  readonly state: TaskStateWord | null;
  readonly panel: Panel | null;
  /** Part of the name. */
  readonly q: string;
  readonly onFilter: (part: { state?: TaskStateWord | null; q?: string | null }) => void;
  readonly onPanel: (panel: Panel | null) => void;
  readonly onEdit: (id: string | null, step?: 'numbers' | 'pacing') => void;
  readonly onBoard: (id: string) => void;
}

const states = ['running', 'waiting', 'paused', 'draft', 'finished', 'stopped'] as const;
/** A running task tells of itself once a second; the list needs less. */
const newsEveryMs = 1_000;
const idOf = (row: TaskRow) => row.id;
const nameOf = (row: TaskRow) => row.name;
const nothing: ReadonlySet<string> = new Set();

/** All tasks of the merchant: how far they are, and what one may do with each. Live by the topic `tasks`. */
export const TasksPage = ({ state, q, panel, onFilter, onPanel, onEdit, onBoard }: TasksPageProps) => {
  const { t } = useTranslation('tasks');
  const word = useTranslation('shell').t;
  const btns = useCurrentUser()?.btns ?? [];
  const [stopping, setStopping] = useState(false);
  const [chosen, setChosen] = useState(nothing);
  const filter = { ...(state && { state }), ...(q && { q }) };
  const pages = usePages(
    ['task/list', filter],
    ({ after, limit }, signal) =>
      call(endpoints.task.list, { ...filter, limit, ...(after && { after }) }, { signal, quiet: true }),
    20,
  );
  useNews('tasks', async () => pages.again(), newsEveryMs);
  const { act, question } = useTaskActs({ onEdit });
  const look = useTableLook('tasks', useTaskColumns(act));
  const mayChoose = btns.includes('task:control') || btns.includes('task:create');
  const rows = pages.page?.list ?? [];

  const create = btns.includes('task:create') && (
    <Button kind="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => onEdit(null)}>
      {t($ => $.list.create)}
    </Button>
  );
  return (
    <div className="tasks-page page">
      <StateList
        scoped
        title={t($ => $.title)}
        words={t($ => $.list, { returnObjects: true })}
        states={states.map(key => ({ key, text: word($ => $.taskState[key]) }))}
        state={state}
        q={q}
        qChars={fieldChars(endpoints.task.list.input, 'q')}
        onFilter={onFilter}
        look={look}
        pages={pages}
        keyOf={idOf}
        nameOf={nameOf}
        onOpen={row => (row.state === 'draft' ? onEdit(row.id) : onBoard(row.id))}
        chosen={chosen}
        {...(mayChoose && { onChoose: setChosen })}
        bar={<ChosenBar tasks={rows.filter(({ id }) => chosen.has(id))} onClear={() => setChosen(nothing)} />}
        tools={
          <>
            {panels.map(({ name, Icon }) => (
              <button
                key={name}
                type="button"
                className="button is-bare"
                aria-pressed={panel === name}
                onClick={() => onPanel(panel === name ? null : name)}
              >
                <Icon size={14} aria-hidden="true" /> {t($ => $.list[name])}
              </button>
            ))}
            {below.map(({ name, path, Icon }) => (
              <Link key={name} className="button is-bare" to={path}>
                <Icon size={14} aria-hidden="true" /> {t($ => $.list[name])}
              </Link>
            ))}
            {btns.includes('task:control') && (
              <Button danger icon={<OctagonX size={14} aria-hidden="true" />} onClick={() => setStopping(true)}>
                {t($ => $.list.stopAll)}
              </Button>
            )}
          </>
        }
        create={create}
      />
      {question}
      {stopping && <StopAll onClose={() => setStopping(false)} />}
    </div>
  );
};
