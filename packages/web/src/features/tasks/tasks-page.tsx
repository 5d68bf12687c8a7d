import { endpoints } from '@lianxian/contract';
import { Button, Input } from 'antd';
import { OctagonX, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { StopAll } from '../../live/stop-all.tsx';
import { useNews } from '../../live/use-news.ts';
import { useVisitor } from '../../session/visitor.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Paging, TableKeys } from '../../ui/data-table/paging.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { Empty } from '../../ui/panels.tsx';
import type { TaskRow, TaskStateWord } from '../../ui/task-state.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { useTaskActs } from './use-task-acts.tsx';
import { useTaskColumns } from './use-task-columns.tsx';
import '../../ui/view-tabs.css';
import './tasks.css';

export type Panel = 'rules' | 'blacklist';

interface TasksPageProps {
  readonly state: TaskStateWord | null;
  readonly panel: Panel | null;
  readonly onState: (state: TaskStateWord | null) => void;
  readonly onPanel: (panel: Panel | null) => void;
  readonly onEdit: (id: string | null, step?: 'numbers' | 'pacing') => void;
  readonly onBoard: (id: string) => void;
}

const tabs: readonly (TaskStateWord | null)[] = [null, 'running', 'waiting', 'paused', 'draft', 'finished', 'stopped'];
const searchAfterMs = 300;
/** A running task tells of itself once a second; the list needs less. */
const newsEveryMs = 1_000;
const idOf = (row: TaskRow) => row.id;

/** All tasks of the merchant: how far they are, and what one may do with each. Live by the topic `tasks`. */
export const TasksPage = ({ state, panel, onState, onPanel, onEdit, onBoard }: TasksPageProps) => {
  const { t } = useTranslation('tasks');
  const word = useTranslation('console').t;
  const btns = useVisitor()?.btns ?? [];
  const [typed, setTyped] = useState('');
  const [stopping, setStopping] = useState(false);
  const q = useSettled(typed.trim(), searchAfterMs);
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
  const filtered = state !== null || q !== '';
  const rows = pages.page?.list;

  const create = btns.includes('task:create') && (
    <Button type="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => onEdit(null)}>
      {t($ => $.list.create)}
    </Button>
  );
  return (
    <div className="tasks-page">
      <nav className="view-tabs" aria-label={t($ => $.list.states)}>
        {tabs.map(each => (
          <button
            key={each ?? 'all'}
            type="button"
            aria-current={each === state ? 'true' : undefined}
            onClick={() => onState(each)}
          >
            {each === null ? t($ => $.all) : word($ => $.taskState[each])}
            {each === state && pages.page && <span>{pages.page.total}</span>}
          </button>
        ))}
      </nav>
      <div className="tasks-tools">
        <Input
          aria-label={t($ => $.list.search)}
          placeholder={t($ => $.list.search)}
          prefix={<Search size={14} aria-hidden="true" />}
          maxLength={50}
          allowClear
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <span className="gap" />
        <button
          type="button"
          className="button is-bare"
          aria-pressed={panel === 'rules'}
          onClick={() => onPanel(panel === 'rules' ? null : 'rules')}
        >
          {t($ => $.list.rules)}
        </button>
        <button
          type="button"
          className="button is-bare"
          aria-pressed={panel === 'blacklist'}
          onClick={() => onPanel(panel === 'blacklist' ? null : 'blacklist')}
        >
          {t($ => $.list.blacklist)}
        </button>
        {btns.includes('task:control') && (
          <Button danger icon={<OctagonX size={14} aria-hidden="true" />} onClick={() => setStopping(true)}>
            {t($ => $.list.stopAll)}
          </Button>
        )}
        {create}
      </div>
      <DataTable
        label={t($ => $.title)}
        look={look}
        rows={rows}
        keyOf={idOf}
        busy={pages.turning}
        onOpen={row => (row.state === 'draft' ? onEdit(row.id) : onBoard(row.id))}
        failed={pages.failed ? { title: t($ => $.list.failed), onAgain: pages.again } : undefined}
        empty={
          filtered ? (
            <Empty title={t($ => $.list.none)} hint={t($ => $.list.noneHint)}>
              <Button
                onClick={() => {
                  setTyped('');
                  onState(null);
                }}
              >
                {t($ => $.list.clear)}
              </Button>
            </Empty>
          ) : (
            <Empty title={t($ => $.list.empty)} hint={t($ => $.list.emptyHint)}>
              {create}
            </Empty>
          )
        }
      />
      <Paging pages={pages} keys={panel === null && <TableKeys />} />
      {question}
      {stopping && <StopAll onClose={() => setStopping(false)} />}
    </div>
  );
};
