import type { TodoState } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import { firstSeen, type MerchantDb, type RowsOf } from '../../platform/db/index.ts';

type Todos = RowsOf<'todo'>;

interface Page {
  readonly state: TodoState;
  readonly after: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const beyond = ({ state, after }: Page): RawBuilder<boolean> => {
  if (after === undefined) return sql<boolean>`true`;
  const [micros, id] = after.split('-');
  const place = sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`;
  return state === 'done'
    ? sql<boolean>`(todo.due_at, todo.id) < ${place}`
    : sql<boolean>`(todo.due_at, todo.id) > ${place}`;
};

/** What is due first first; what is done, the latest first. */
const ordered =
  (state: TodoState) =>
  (todos: Todos): Todos => {
    const way = state === 'done' ? 'desc' : 'asc';
    return todos.orderBy('todo.dueAt', way).orderBy('todo.id', way);
  };

const shown = (todos: Todos) =>
  todos
    .leftJoin('task', join =>
      join.onRef('task.merchantId', '=', 'todo.merchantId').onRef('task.id', '=', 'todo.taskId'),
    )
    .leftJoin('employee as maker', join =>
      join.onRef('maker.merchantId', '=', 'todo.merchantId').onRef('maker.id', '=', 'todo.madeBy'),
    )
    .leftJoin('employee as doer', join =>
      join.onRef('doer.merchantId', '=', 'todo.merchantId').onRef('doer.id', '=', 'todo.doneBy'),
    )
    .leftJoin('call as made', join =>
      join.onRef('made.merchantId', '=', 'todo.merchantId').onRef('made.id', '=', 'todo.doneCallId'),
    )
    .select([
      'todo.id',
      'todo.kind',
      'todo.state',
      'todo.dueAt',
      'todo.phone',
      'todo.name',
      'todo.taskId',
      'task.name as taskName',
      'todo.madeBy',
      'maker.name as maker',
      'todo.because',
      'todo.note',
      'todo.doneAt',
      'doer.name as doer',
      'made.id as doneCallId',
      'made.state as doneState',
    ])
    .select(
      sql<
        string | null
      >`(select call.id::text from call where call.merchant_id = todo.merchant_id and call.id = todo.call_id
        and call.removed_at is null)`.as('callId'),
    )
    .select(sql<string>`(extract(epoch from todo.due_at) * 1000000)::bigint || '-' || todo.id`.as('cursor'));
export type ShownTodo = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

/** One row more than asked for tells that there are more. */
export const listTodos = async (db: MerchantDb, page: Page): Promise<readonly ShownTodo[]> => {
  const narrowed = (todos: Todos) => todos.where('todo.state', '=', page.state).where(beyond(page));
  const order = ordered(page.state);
  const most = page.offset + page.limit + 1;
  const rows = await firstSeen(db, 'todo', { narrowed, ordered: order, most })
    .select('todo.id')
    .limit(page.limit + 1)
    .offset(page.offset)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return await shown(order(db.selectFrom('todo').where('todo.id', 'in', ids))).execute();
};

/** How many there are, exact to `bound`; one more than it says that there are more. */
export const countTodos = async (
  db: MerchantDb,
  { state, isDue = false }: { readonly state: TodoState; readonly isDue?: boolean },
  bound: number,
): Promise<number> => {
  let query = db.selectFrom('todo').where('todo.state', '=', state);
  if (isDue) query = query.where(sql<boolean>`todo.due_at <= now()`);
  const one = sql<number>`1`.as('one');
  return (
    await query
      .select(one)
      .limit(bound + 1)
      .execute()
  ).length;
};

export const findTodo = (db: MerchantDb, id: string): Promise<ShownTodo | undefined> =>
  shown(db.selectFrom('todo').where('todo.id', '=', id)).executeTakeFirst();

export const lockTodo = (tx: MerchantDb, id: string) =>
  tx.selectFrom('todo').select(['todo.state', 'todo.note']).where('todo.id', '=', id).forUpdate().executeTakeFirst();

export const setDone = async (tx: MerchantDb, id: string, by: string | null): Promise<void> => {
  await tx
    .updateTable('todo')
    .set(
      by === null
        ? { state: 'open', doneBy: null, doneAt: null, doneCallId: null }
        : { state: 'done', doneBy: by, doneAt: sql<Date>`now()` },
    )
    .where('todo.id', '=', id)
    .execute();
};

export const setNote = async (tx: MerchantDb, id: string, note: string): Promise<void> => {
  await tx.updateTable('todo').set({ note }).where('todo.id', '=', id).execute();
};
