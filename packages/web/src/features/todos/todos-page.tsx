import { endpoints } from '@lianxian/contract';
import { todoStates } from '@lianxian/core';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { unlessRefused } from '../../api/wire.ts';
import { useNews } from '../../live/use-news.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { count } from '../../ui/format.ts';
import { Empty } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { useAddress } from '../../ui/use-address.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { useTodoCount, useTodosAnew } from '../../work/todo-count.ts';
import { NoteDialog } from './note-dialog.tsx';
import { type Todo, type TodoAct, type TodoState, useTodoColumns } from './use-todo-columns.tsx';

const keyOf = (row: Todo) => row.id;
const nameOf = (row: Todo) => row.phone;
/** As the call log: what ends all the time is read so often. */
const readEveryMs = 2_000;

/** What is done with a row: ticked off with the way back, noted, taken back after a question. */
const useActs = (readAnew: () => Promise<unknown>) => {
  const { t } = useTranslation('todos');
  const [asked, setAsked] = useState<{ readonly act: 'note' | 'letGo'; readonly row: Todo } | null>(null);
  const mark = useCallback(
    async (row: Todo, done: boolean): Promise<void> => {
      const answer = await unlessRefused(call(endpoints.todo.done, { id: row.id, done: done ? '1' : '0' }));
      if (!answer) return;
      const undo = { text: t($ => $.act.undo), run: () => void mark(row, false) };
      if (done)
        toast.ok(
          t($ => $.didIt, { phone: row.phone }),
          { act: undo },
        );
      await readAnew();
    },
    [t, readAnew],
  );
  const onAct = useCallback(
    (act: TodoAct, row: Todo) => {
      if (act === 'done' || act === 'undo') void mark(row, act === 'done');
      else setAsked({ act, row });
    },
    [mark],
  );
  const letGo = async (row: Todo) => {
    setAsked(null);
    if (!(await unlessRefused(call(endpoints.todo.letGo, { id: row.id })))) return;
    toast.ok(t($ => $.letGo.done, { phone: row.phone }));
    await readAnew();
  };
  return { onAct, asked, close: () => setAsked(null), letGo };
};

const Nothing = ({ state }: { state: TodoState }) => {
  const { t } = useTranslation('todos');
  return (
    <Empty scoped title={t($ => $.empty[state])} hint={t($ => $.emptyHint[state])}>
      <Link className="button" to="/callLog">
        {t($ => $.toCalls)}
      </Link>
    </Empty>
  );
};

/** What people have to do, what machines promised to, and what is done: the house's one list. */
export const TodosPage = () => {
  const { t } = useTranslation('todos');
  const navigate = useNavigate();
  const { query, put } = useAddress();
  const state = todoStates.find(each => each === query.get('state')) ?? 'open';
  const counts = useTodoCount(true);
  const readAnew = useTodosAnew();
  const { onAct, asked, close, letGo } = useActs(readAnew);
  const mayCall = useCurrentUser()?.btns.includes('call_out') ?? false;
  const pages = usePages(['todo/list', state], ({ after, limit }, signal) =>
    call(endpoints.todo.list, { state, limit, ...(after && { after }) }, { signal, quiet: true }),
  );
  useNews('calls', async () => pages.again(), readEveryMs);
  const look = useTableLook('todos', useTodoColumns({ state, mayCall, onAct }));
  const counted = counts && { open: counts.open, promised: counts.promised };
  return (
    <section className="page lean fill low" aria-label={t($ => $.title)}>
      <ViewTabs
        label={t($ => $.title)}
        tabs={(['open', 'promised', 'done'] as const).map(key => ({
          key,
          text: t($ => $.tab[key]),
          ...(counted && key !== 'done' && { count: count(counted[key], counts?.more) }),
        }))}
        current={state}
        onChoose={key => put({ state: key === 'open' ? null : key }, true)}
      />
      <FilterBar search={<span className="hint">{t($ => $.hint[state])}</span>} tools={<TableTools look={look} />} />
      <ListTable
        label={t($ => $.tab[state])}
        look={look}
        pages={pages}
        keyOf={keyOf}
        nameOf={nameOf}
        empty={<Nothing state={state} />}
        failed={t($ => $.failed)}
        onOpen={row => row.callId !== null && void navigate(`/platform/call/${row.callId}`)}
      />
      {asked?.act === 'note' && <NoteDialog todo={asked.row} onSaved={readAnew} onClose={close} />}
      {asked?.act === 'letGo' && (
        <Confirm
          title={t($ => $.letGo.title, { phone: asked.row.phone })}
          text={t($ => $.letGo.text)}
          okText={t($ => $.letGo.ok)}
          cancelText={t($ => $.cancel)}
          onOk={() => void letGo(asked.row)}
          onCancel={close}
        />
      )}
    </section>
  );
};
