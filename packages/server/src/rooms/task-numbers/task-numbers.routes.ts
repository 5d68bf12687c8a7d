import { type InputOf, limits, type OutputOf, stored, taskNumberEndpoints } from '@lianxian/contract';
import { inTransaction, lockPacing, merchantDb, throughDeadlocks, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { endSoon, startBatch } from '../batches/index.ts';
import { TASKS_CHANNEL } from '../runner/index.ts';
import { lockTask, noteAction, taskExists, tellTaskChanged } from '../tasks/index.ts';
import { countImports, keptTitles, listImports, lockImport, noteTakingBack } from './imports.store.ts';
import { PUT_BACK_KIND, type PutBackOrder } from './put-back.job.ts';
import { type ListedTakeOut, listTakeOuts, lockTakeOut, notePuttingBack } from './put-back.store.ts';
import { TAKE_BACK_KIND, type TakeBackOrder } from './take-back.job.ts';
import { countTakeOut, takeOutMany } from './take-many.ts';
import { type TakenOut, takeOut } from './take-out.store.ts';

interface TaskNumbersParts {
  readonly files: FileStore;
  readonly unscopedDb: UnscopedDb;
  readonly push: PushSender;
  /** Wakes runners; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

/** By hand, some numbers of a list. */
const takeOutChosen = (
  unscopedDb: UnscopedDb,
  { id, callees }: InputOf<typeof taskNumberEndpoints.takeOut>,
  context: SignedInContext,
): Promise<TakenOut> =>
  inTransaction(unscopedDb, async house => {
    const { merchantId, employeeId } = context.session;
    await lockPacing(house, merchantId);
    const tx = merchantDb(house, merchantId, context.session);
    const task = await lockTask(tx, id);
    if (task === undefined) throw refuse('notFound', { what: 'task' });
    const out = await takeOut(house, { merchantId, taskId: id }, callees, {
      by: context.session.employeeId,
    });
    const n = out.gone + out.ended + out.calling;
    if (n === 0) return out;
    await noteAction(tx, { task: id, kind: 'takenOut', detail: { n }, employeeId });
    await recordAudit(tx, { action: 'task.takeOut', target: id, name: task.name, after: { ...out } }, auditBy(context));
    return out;
  });

/** An import that is still being read ends where it is, and what it brought goes after it. */
const takeBackImport = (
  db: SignedInContext['db'],
  { id, importId }: InputOf<typeof taskNumberEndpoints.takeBackImport>,
  context: SignedInContext,
): Promise<{ batchId: string }> =>
  db.transaction(async tx => {
    const { employeeId } = context.session;
    const task = await lockTask(tx, id);
    const found = task && (await lockImport(tx, id, importId));
    if (!found) throw refuse('notFound', { what: 'import' });
    // Of two people the second is given what the first began; what was broken off is taken up again.
    if (found.takenBackBatch !== null && (found.takingBack || found.backDone)) return { batchId: found.takenBackBatch };
    await endSoon(tx, importId);
    const input: TakeBackOrder = { taskId: id, importId };
    const title = stored(['takeBackOf', { task: task.name }]);
    const batchId = await startBatch(tx, { kind: TAKE_BACK_KIND, title, type: 2, input, createdBy: employeeId });
    await noteTakingBack(tx, { task: id, id: importId, batch: batchId, by: employeeId });
    await recordAudit(
      tx,
      { action: 'task.takeBackImport', target: id, name: task.name, after: { name: found.name, added: found.added } },
      auditBy(context),
    );
    return { batchId };
  });

type Row = OutputOf<typeof taskNumberEndpoints.imports>['list'][number];

const importView = (row: Awaited<ReturnType<typeof listImports>>[number]): Row => ({
  id: row.id,
  name: row.name,
  again: row.again,
  by: row.by ?? '',
  at: row.at.toISOString(),
  running: row.running,
  added: row.added,
  refused: row.refused,
  takenBack: row.takenBackAt && {
    at: row.takenBackAt.toISOString(),
    by: row.takenBackBy ?? '',
    running: row.takingBack,
    done: row.backDone,
    gone: row.gone,
    stay: row.stay,
  },
});

const takeOutView = (row: ListedTakeOut): OutputOf<typeof taskNumberEndpoints.takeOuts>['list'][number] => ({
  id: row.id,
  by: row.by ?? '',
  at: row.at.toISOString(),
  numbers: row.numbers,
  state: row.running ? 'taking' : row.backBatch === null ? 'out' : row.puttingBack ? 'comingBack' : 'back',
});

/** Of two people the second is given what the first began. */
const putBack = (
  { id, takeOutId }: InputOf<typeof taskNumberEndpoints.putBack>,
  context: SignedInContext,
): Promise<{ batchId: string }> =>
  context.db.transaction(async tx => {
    const task = await lockTask(tx, id);
    const found = task && (await lockTakeOut(tx, id, takeOutId));
    if (!found) throw refuse('notFound', { what: 'removal' });
    if (found.backBatch !== null) return { batchId: found.backBatch };
    if (found.running) await endSoon(tx, takeOutId);
    const input: PutBackOrder = { taskId: id, takeOutId };
    const title = stored(['putBackOf', { task: task.name }]);
    const createdBy = context.session.employeeId;
    const batchId = await startBatch(tx, { kind: PUT_BACK_KIND, title, type: 2, input, createdBy });
    await notePuttingBack(tx, takeOutId, batchId);
    await recordAudit(
      tx,
      { action: 'task.putBack', target: id, name: task.name, after: { batchId } },
      auditBy(context),
    );
    return { batchId };
  });

/** What becomes of numbers that are on a list: taken off one by one, or with the import that brought them. */
export const bindTaskNumbers = (front: Front, { files, unscopedDb, push, wake }: TaskNumbersParts): void => {
  bind(front, taskNumberEndpoints.takeOut, async (input, context) => {
    // Calls are filed meanwhile, rows in another order.
    const out = await throughDeadlocks(() => takeOutChosen(unscopedDb, input, context));
    await wake(TASKS_CHANNEL, input.id);
    tellTaskChanged(push, context.session.merchantId, input.id);
    return out;
  });
  bind(front, taskNumberEndpoints.countTakeOut, countTakeOut);
  bind(front, taskNumberEndpoints.takeOutMany, (input, context) => takeOutMany(files, input, context));
  bind(front, taskNumberEndpoints.takeOuts, async ({ id }, { db }) => {
    if (!(await taskExists(db, id))) throw refuse('notFound', { what: 'task' });
    return { list: (await listTakeOuts(db, id)).map(takeOutView) };
  });
  bind(front, taskNumberEndpoints.putBack, putBack);
  bind(front, taskNumberEndpoints.imports, async (input, { db }) => {
    if (!(await taskExists(db, input.id))) throw refuse('notFound', { what: 'task' });
    const [rows, total] = await Promise.all([
      listImports(db, input.id, pageOf(input)),
      countImports(db, input.id, limits.lastRow),
    ]);
    return { list: rows.map(importView), total };
  });
  bind(front, taskNumberEndpoints.keptTitles, async (_, { db }) => ({ titles: [...(await keptTitles(db))] }));
  bind(front, taskNumberEndpoints.takeBackImport, (input, context) => takeBackImport(context.db, input, context));
};
