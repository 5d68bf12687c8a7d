/**
 * An import is taken back (docs/tasks.md#taken-off-the-list): its numbers in the order they came, a thousand a
 * transaction, under the pacing lock of the merchant; between two of them ticks go on. A killed process goes on where the
 * last commit left off.
 */
import { stored } from '@lianxian/contract';
import { z } from 'zod';
import { inTransaction, lockPacing, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { BatchFailed, type BatchRun, type BatchWork } from '../batches/index.ts';
import { TASKS_CHANNEL } from '../runner/index.ts';
import { lockTask, noteAction, tellTaskChanged } from '../tasks/index.ts';
import { countTakenBack } from './imports.store.ts';
import { nextOfImport, type TaskKey, takeOut } from './take-out.store.ts';

export const TAKE_BACK_KIND = 'callees.takeBack';

const orderSchema = z.object({ taskId: z.string(), importId: z.string() });
export type TakeBackOrder = z.infer<typeof orderSchema>;
const cursorSchema = z.object({ last: z.string(), seen: z.number(), gone: z.number(), over: z.boolean() });
type Cursor = z.infer<typeof cursorSchema>;
const beginning: Cursor = { last: '0', seen: 0, gone: 0, over: false };

interface TakeBackParts {
  readonly db: UnscopedDb;
  readonly push: PushSender;
  /** Wakes runners; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

const CHUNK_ROWS = 1_000;

/** Takes the next of them off the list; the cursor after it. */
const takeChunk = (db: UnscopedDb, run: BatchRun, order: TakeBackOrder, from: Cursor): Promise<Cursor> =>
  inTransaction(db, async tx => {
    const key: TaskKey = { merchantId: run.merchantId, taskId: order.taskId };
    const own = merchantDb(tx, key.merchantId);
    await lockPacing(tx, key.merchantId);
    if ((await lockTask(own, key.taskId)) === undefined) throw new BatchFailed({ remark: stored(['taskRemoved']) });
    const callees = await nextOfImport(own, key.taskId, order.importId, { after: from.last, limit: CHUNK_ROWS });
    const { gone } = await takeOut(tx, key, callees, { by: run.createdBy });
    const seen = callees.length;
    const next: Cursor = {
      last: callees.at(-1) ?? from.last,
      seen: from.seen + seen,
      gone: from.gone + gone,
      over: seen < CHUNK_ROWS,
    };
    await countTakenBack(own, key.taskId, order.importId, { gone, seen, over: next.over });
    if (next.over) {
      const event = { task: key.taskId, kind: 'takenBack', employeeId: run.createdBy } as const;
      await noteAction(own, { ...event, detail: { n: next.gone } });
    }
    await run.progress(tx, { done: next.seen, cursor: next });
    return next;
  });

const takeBack = async ({ db, push, wake }: TakeBackParts, run: BatchRun) => {
  const order = orderSchema.parse(run.input);
  let cursor = cursorSchema.catch(beginning).parse(run.cursor);
  while (!cursor.over && run.mayGoOn()) cursor = await takeChunk(db, run, order, cursor);
  await wake(TASKS_CHANNEL, order.taskId);
  tellTaskChanged(push, run.merchantId, order.taskId);
  return { remark: stored(['offTheList', { n: cursor.gone }], ['stayed', { n: cursor.seen - cursor.gone }]) };
};

export const takeBackWork = (parts: TakeBackParts): Readonly<Record<string, BatchWork>> => ({
  [TAKE_BACK_KIND]: run => takeBack(parts, run),
});
