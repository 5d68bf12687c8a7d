/**
 * Many numbers that left a list at once come back to it: a thousand a transaction, under the pacing lock of the merchant, as they
 * left; it can be broken off, and goes on after a crash where the last commit left off.
 */
import { stored } from '@lianxian/contract';
import { stepTask, type TaskBecause } from '@lianxian/core';
import { z } from 'zod';
import { inTransaction, lockAdding, lockPacing, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { BatchFailed, type BatchRun, type BatchWork } from '../batches/index.ts';
import { noteTaskEvent } from '../pacing/index.ts';
import { TASKS_CHANNEL } from '../runner/index.ts';
import { lockTask, noteAction, tellTaskChanged } from '../tasks/index.ts';
import { putNextBack } from './put-back.store.ts';
import { reopenTask } from './reopen.store.ts';
import type { TaskKey } from './take-out.store.ts';

export const PUT_BACK_KIND = 'callees.putBack';

const orderSchema = z.object({ taskId: z.string(), takeOutId: z.string() });
export type PutBackOrder = z.infer<typeof orderSchema>;
const cursorSchema = z.object({ last: z.string(), seen: z.number(), back: z.number(), over: z.boolean() });
type Cursor = z.infer<typeof cursorSchema>;
const beginning: Cursor = { last: '0', seen: 0, back: 0, over: false };

interface PutBackParts {
  readonly db: UnscopedDb;
  readonly push: PushSender;
  /** Wakes runners; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

const CHUNK_ROWS = 1_000;

const putChunk = (db: UnscopedDb, run: BatchRun, order: PutBackOrder, from: Cursor): Promise<Cursor> =>
  inTransaction(db, async tx => {
    const key: TaskKey = { merchantId: run.merchantId, taskId: order.taskId };
    const own = merchantDb(tx, key.merchantId);
    await lockAdding(tx, key.taskId);
    await lockPacing(tx, key.merchantId);
    const task = await lockTask(own, key.taskId);
    if (task === undefined) throw new BatchFailed({ remark: stored(['taskRemoved']) });
    const chunk = { after: from.last, limit: CHUNK_ROWS, by: run.createdBy };
    const { last, seen, back } = await putNextBack(tx, { ...key, takeOutId: order.takeOutId }, chunk);
    const standing = { state: task.state, because: task.because as TaskBecause };
    const step = back > 0 ? stepTask(standing, 'appended') : null;
    if (step?.kind === 'moved') {
      await reopenTask(tx, key, step.state);
      await noteTaskEvent(tx, key, step.state.state, step.state.because);
    }
    const next: Cursor = {
      last: last ?? from.last,
      seen: from.seen + seen,
      back: from.back + back,
      over: seen < CHUNK_ROWS,
    };
    if (next.over && next.back > 0)
      await noteAction(own, { task: key.taskId, kind: 'putBack', employeeId: run.createdBy, detail: { n: next.back } });
    await run.progress(tx, { done: next.seen, cursor: next });
    return next;
  });

const putBack = async ({ db, push, wake }: PutBackParts, run: BatchRun) => {
  const order = orderSchema.parse(run.input);
  let cursor = cursorSchema.catch(beginning).parse(run.cursor);
  while (!cursor.over && run.mayGoOn()) cursor = await putChunk(db, run, order, cursor);
  await wake(TASKS_CHANNEL, order.taskId);
  tellTaskChanged(push, run.merchantId, order.taskId);
  return { remark: stored(['backOnTheList', { n: cursor.back }], ['stayed', { n: cursor.seen - cursor.back }]) };
};

export const putBackWork = (parts: PutBackParts): Readonly<Record<string, BatchWork>> => ({
  [PUT_BACK_KIND]: run => putBack(parts, run),
});
