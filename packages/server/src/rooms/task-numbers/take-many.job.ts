/**
 * Many numbers leave a list at once: those that a filter of it shows, or those that stand in a sheet, in whichever cell. A
 * thousand a transaction, under the pacing lock of the merchant, as an import is taken back; it can be broken off, and goes
 * on after a crash where the last commit left off.
 */
import { sheetEncoding, stored } from '@lianxian/contract';
import { calleeStates, callStates, readListed } from '@lianxian/core';
import { z } from 'zod';
import { inTransaction, lockPacing, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { BatchFailed, type BatchRun, type BatchWork } from '../batches/index.ts';
import { letGoUpload } from '../files/index.ts';
import { TASKS_CHANNEL } from '../runner/index.ts';
import { lockTask, noteAction, tellTaskChanged } from '../tasks/index.ts';
import { nextWanted, type WantedNumbers, withNumbers } from './many.store.ts';
import { openKept } from './paste.ts';
import { type TaskKey, takeOut } from './take-out.store.ts';

export const TAKE_MANY_KIND = 'callees.takeMany';

const keptSheet = z.object({
  fileId: z.string(),
  pasted: z.boolean(),
  sheet: z.number().optional(),
  encoding: sheetEncoding.optional(),
});
const wantedNumbers = z.object({
  state: z.enum(calleeStates).optional(),
  lastState: z.enum(callStates).optional(),
  phone: z.custom<WantedNumbers['phone']>(),
});
const orderSchema = z.object({ taskId: z.string(), from: z.union([keptSheet, wantedNumbers]) });
export type TakeManyOrder = z.infer<typeof orderSchema>;
const cursorSchema = z.object({ last: z.string(), rows: z.number(), out: z.number(), over: z.boolean() });
type Cursor = z.infer<typeof cursorSchema>;
const beginning: Cursor = { last: '0', rows: 0, out: 0, over: false };

interface TakeManyParts {
  readonly db: UnscopedDb;
  readonly files: FileStore;
  readonly push: PushSender;
  /** Wakes runners; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

const CHUNK_ROWS = 1_000;

/** What the next step looks at, and where it leaves off. */
interface Step {
  readonly from: Cursor;
  readonly callees: (own: ReturnType<typeof merchantDb>) => Promise<readonly string[]>;
  readonly to: (callees: readonly string[]) => Pick<Cursor, 'last' | 'rows' | 'over'>;
}

const takeStep = (db: UnscopedDb, run: BatchRun, key: TaskKey, step: Step): Promise<Cursor> =>
  inTransaction(db, async tx => {
    const own = merchantDb(tx, key.merchantId);
    await lockPacing(tx, key.merchantId);
    if ((await lockTask(own, key.taskId)) === undefined) throw new BatchFailed({ remark: stored(['taskRemoved']) });
    const callees = await step.callees(own);
    const { gone, ended, calling } = await takeOut(tx, key, callees, { by: run.createdBy, keptFor: run.id });
    const next: Cursor = { ...step.to(callees), out: step.from.out + gone + ended + calling };
    if (next.over && next.out > 0) {
      const event = { task: key.taskId, kind: 'takenOut', employeeId: run.createdBy } as const;
      await noteAction(own, { ...event, detail: { n: next.out } });
    }
    await run.progress(tx, { done: next.rows, cursor: next });
    return next;
  });

/** By a filter: in the order they came. */
const byFilter = (from: Cursor, taskId: string, wanted: WantedNumbers): Step => ({
  from,
  callees: own => nextWanted(own, taskId, wanted, { after: from.last, limit: CHUNK_ROWS }),
  to: callees => ({
    last: callees.at(-1) ?? from.last,
    rows: from.rows + callees.length,
    over: callees.length < CHUNK_ROWS,
  }),
});

/** By a sheet: its next rows; none is its end. */
const byRows = (from: Cursor, taskId: string, rows: readonly { readonly cells: readonly string[] }[]): Step => {
  const read = rows.flatMap(({ cells }) => cells.map(cell => readListed(cell)));
  const phones = read.flatMap(one => (one.ok ? [one.phone] : []));
  return {
    from,
    callees: own => withNumbers(own, taskId, phones),
    to: () => ({ last: from.last, rows: from.rows + rows.length, over: rows.length === 0 }),
  };
};

/** The rows of a sheet from the `skip`th on, a thousand at most at once; at its end none. */
async function* rowsOf(sheet: Awaited<ReturnType<typeof openKept>>, skip: number) {
  let seen = 0;
  for await (const block of sheet.rows) {
    const rows = block.slice(Math.max(0, skip - seen));
    seen += block.length;
    for (let at = 0; at < rows.length; at += CHUNK_ROWS) yield rows.slice(at, at + CHUNK_ROWS);
  }
  yield [];
}

const takeMany = async (parts: TakeManyParts, run: BatchRun) => {
  const { db, push, wake } = parts;
  const { taskId, from } = orderSchema.parse(run.input);
  const key: TaskKey = { merchantId: run.merchantId, taskId };
  const own = merchantDb(db, run.merchantId);
  let cursor = cursorSchema.catch(beginning).parse(run.cursor);
  if ('fileId' in from) {
    const sheet = cursor.over ? null : await openKept({ db: own, files: parts.files }, from);
    for await (const rows of sheet === null ? [] : rowsOf(sheet, cursor.rows)) {
      if (!run.mayGoOn()) break;
      cursor = await takeStep(db, run, key, byRows(cursor, taskId, rows));
    }
    if (cursor.over) await letGoUpload(own, from.fileId);
  } else
    while (!cursor.over && run.mayGoOn()) {
      const wanted = { state: from.state, lastState: from.lastState, phone: from.phone ?? null };
      cursor = await takeStep(db, run, key, byFilter(cursor, taskId, wanted));
    }
  await wake(TASKS_CHANNEL, taskId);
  tellTaskChanged(push, run.merchantId, taskId);
  return { remark: stored(['offTheList', { n: cursor.out }]) };
};

export const takeManyWork = (parts: TakeManyParts): Readonly<Record<string, BatchWork>> => ({
  [TAKE_MANY_KIND]: run => takeMany(parts, run),
});
