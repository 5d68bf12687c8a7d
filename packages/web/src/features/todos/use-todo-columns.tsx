import type { endpoints, OutputOf } from '@lianxian/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Column } from '../../ui/data-table/columns.ts';
import { actsColumn } from '../../ui/data-table/usual-columns.tsx';
import { when } from '../../ui/format.ts';
import { State } from '../../ui/state.tsx';
import { NumberLink } from '../../work/number-link.tsx';

export type Todo = OutputOf<typeof endpoints.todo.list>['list'][number];
export type TodoState = Todo['state'];
export type TodoAct = 'done' | 'undo' | 'note' | 'letGo';

const actsOf: Readonly<Record<TodoState, readonly TodoAct[]>> = {
  open: ['done', 'note'],
  promised: ['letGo', 'note'],
  done: ['undo', 'note'],
};

const useShown = () => {
  const { t } = useTranslation('todos');
  return (at: string) =>
    when(
      at,
      new Date(),
      t($ => $.today),
    );
};

/** When it is due; what is over and open stands out by its word as well as its colour. */
const Due = ({ row: { dueAt, state } }: { row: Todo }) => {
  const { t } = useTranslation('todos');
  const isOver = state === 'open' && new Date(dueAt) <= new Date();
  const shown = useShown();
  return (
    <span className={isOver ? 'state is-bad' : undefined}>
      {shown(dueAt)} {isOver && t($ => $.over)}
    </span>
  );
};

/** The call that was made, or who said that it is done. */
const Done = ({ row: { done } }: { row: Todo }) => {
  const { t } = useTranslation('todos');
  const shown = useShown();
  if (done === null) return null;
  if (done.by !== null) return <span className="key">{t($ => $.doneBy, { by: done.by, at: shown(done.at) })}</span>;
  return (
    <>
      {done.state && <State state={done.state} />}{' '}
      {done.callId && (
        <Link to={`/platform/call/${done.callId}`} onClick={event => event.stopPropagation()}>
          {t($ => $.record)}
        </Link>
      )}
    </>
  );
};

const Phone = ({ row: { phone, callId } }: { row: Todo }) =>
  callId === null ? <span className="phone">{phone}</span> : <NumberLink whose={{ call: callId }}>{phone}</NumberLink>;

interface Wish {
  readonly state: TodoState;
  readonly mayCall: boolean;
  readonly onAct: (act: TodoAct, row: Todo) => void;
}

const Acts = ({ row, mayCall, onAct }: Omit<Wish, 'state'> & { readonly row: Todo }) => {
  const { t } = useTranslation('todos');
  return (
    <span className="row-in gap-10">
      {actsOf[row.state]
        .filter(act => act !== 'letGo' || mayCall)
        .map(act => (
          <button
            key={act}
            type="button"
            className="link"
            aria-label={`${t($ => $.act[act])} ${row.phone}`}
            onClick={event => {
              event.stopPropagation();
              onAct(act, row);
            }}
          >
            {t($ => $.act[act])}
          </button>
        ))}
    </span>
  );
};

/** What is due when, whom, of which task, why a person, and what came of it. */
export const useTodoColumns = ({ state, mayCall, onAct }: Wish): readonly Column<Todo>[] => {
  const { t } = useTranslation('todos');
  return useMemo(() => {
    const column = (
      key: 'due' | 'phone' | 'name' | 'why' | 'task' | 'note' | 'by' | 'done',
      rest: Omit<Column<Todo>, 'key' | 'title'>,
    ): Column<Todo> => ({ key, title: t($ => $.column[key]), ...rest });
    return [
      column('due', { width: 150, priority: 0, cell: row => <Due row={row} /> }),
      column('phone', { width: 124, priority: 0, cell: row => <Phone row={row} /> }),
      column('name', { width: 90, priority: 2, cell: row => row.calleeName || '—' }),
      ...(state === 'done'
        ? [column('done', { width: 170, grows: true, priority: 0, cell: row => <Done row={row} /> })]
        : []),
      ...(state === 'open'
        ? [
            column('why', {
              width: 170,
              grows: true,
              priority: 0,
              cell: row => <span title={row.becauseText}>{row.becauseText}</span>,
            }),
          ]
        : []),
      column('task', {
        width: 130,
        grows: true,
        priority: 1,
        cell: row => <span title={row.task?.name}>{row.task?.name ?? '—'}</span>,
      }),
      column('by', {
        width: 140,
        priority: 3,
        cell: row => <span className="key">{row.madeBy ?? t($ => $.saidInCall)}</span>,
      }),
      column('note', {
        width: 130,
        grows: true,
        priority: 1,
        cell: row => <span title={row.note}>{row.note || '—'}</span>,
      }),
      actsColumn<Todo>(
        t($ => $.actions),
        120,
        row => <Acts row={row} mayCall={mayCall} onAct={onAct} />,
      ),
    ];
  }, [t, state, mayCall, onAct]);
};
