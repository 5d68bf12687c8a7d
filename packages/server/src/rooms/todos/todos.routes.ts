import { type InputOf, limits, type OutputOf, todoEndpoints } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { countTodos, findTodo, listTodos, lockTodo, setDone, setNote } from './todos.store.ts';
import { standingView, todoView } from './todos.view.ts';

type Standing = OutputOf<typeof todoEndpoints.done>;

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

const list = async (
  { state, page, limit, after }: InputOf<typeof todoEndpoints.list>,
  context: SignedInContext,
): Promise<OutputOf<typeof todoEndpoints.list>> => {
  const { db, locale } = context;
  const offset = after === undefined ? pageOf({ page, limit }).offset : 0;
  const [rows, total] = await Promise.all([
    listTodos(db, { state, after, limit, offset }),
    countTodos(db, { state }, limits.lastRow),
  ]);
  const shown = rows.slice(0, limit);
  return {
    list: shown.map(row => todoView(row, seesPhones(context), locale)),
    total: Math.min(total, limits.lastRow),
    ...(total > limits.lastRow && { more: true }),
    after: rows.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
};

const count = async (db: MerchantDb): Promise<OutputOf<typeof todoEndpoints.count>> => {
  const counted = await Promise.all([
    countTodos(db, { state: 'open' }, limits.lastRow),
    countTodos(db, { state: 'open', isDue: true }, limits.lastRow),
    countTodos(db, { state: 'promised' }, limits.lastRow),
  ]);
  const [open = 0, due = 0, promised = 0] = counted.map(n => Math.min(n, limits.lastRow));
  return { open, due, promised, ...(counted.some(n => n > limits.lastRow) && { more: true }) };
};

/** As it is then. */
const changed = async (tx: MerchantDb, id: string, context: SignedInContext): Promise<Standing> => {
  const row = await findTodo(tx, id);
  if (row === undefined) throw refuse('notFound', { what: 'todo' });
  return standingView(row, context.locale);
};

const done = ({ id, done: isDone }: InputOf<typeof todoEndpoints.done>, context: SignedInContext): Promise<Standing> =>
  context.db.transaction(async tx => {
    const todo = await lockTodo(tx, id);
    if (todo === undefined) throw refuse('notFound', { what: 'todo' });
    if (todo.state === 'promised') throw refuse('todoPromised');
    if ((todo.state === 'done') !== isDone) {
      await setDone(tx, id, isDone ? context.session.employeeId : null);
      await recordAudit(tx, { action: isDone ? 'todo.done' : 'todo.undone', target: id }, auditBy(context));
    }
    return await changed(tx, id, context);
  });

const note = ({ id, text }: InputOf<typeof todoEndpoints.note>, context: SignedInContext): Promise<Standing> =>
  context.db.transaction(async tx => {
    if ((await lockTodo(tx, id)) === undefined) throw refuse('notFound', { what: 'todo' });
    await setNote(tx, id, text);
    return await changed(tx, id, context);
  });

/** What people have to do: the house's one list. */
export const bindTodos = (front: Front): void => {
  bind(front, todoEndpoints.list, list);
  bind(front, todoEndpoints.count, (_, { db }) => count(db));
  bind(front, todoEndpoints.done, done);
  bind(front, todoEndpoints.note, note);
};
