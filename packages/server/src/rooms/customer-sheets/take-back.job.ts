/** Takes back what a sheet brought: who was added goes, as if removed by this batch; what was changed is as it was, where it still is as the sheet wrote it. */
import type { SomeCustomerWords } from '@lianxian/contract';
import { stored } from '@lianxian/contract';
import { z } from 'zod';
import { inTransaction, merchantDb, throughDeadlocks, type UnscopedDb } from '../../platform/db/index.ts';
import type { BatchRun, BatchWork } from '../batches/index.ts';
import { removeCustomers } from '../customer-acts/index.ts';
import { columnsOf, customersById, type FieldChange, placeColumns, wordsOf } from '../customers/index.ts';
import { areasOf } from '../segments/index.ts';
import { changeMany, nextAdded, nextChanged } from './sheets.store.ts';

export const CUSTOMER_TAKE_BACK_KIND = 'customers.takeBack';

const orderSchema = z.object({ importId: z.string() });
export type CustomerTakeBackOrder = z.infer<typeof orderSchema>;
const cursorSchema = z.object({ part: z.enum(['added', 'changed', 'over']), after: z.string(), done: z.number() });
type Cursor = z.infer<typeof cursorSchema>;
const beginning: Cursor = { part: 'added', after: '0', done: 0 };
const CHUNK = 1_000;

/** What a field was before the sheet, of those that are still as it wrote them. */
const restored = (now: Readonly<Record<string, string>>, fields: readonly FieldChange[]): readonly FieldChange[] =>
  fields.flatMap(({ field, before, after }) => (now[field] === after ? [{ field, before: after, after: before }] : []));

const restoreChunk = async (
  tx: UnscopedDb,
  run: BatchRun,
  rows: Awaited<ReturnType<typeof nextChanged>>,
): Promise<number> => {
  if (rows.length === 0) return 0;
  const own = merchantDb(tx, run.merchantId);
  const now = new Map(
    (
      await customersById(
        own,
        rows.map(({ customerId }) => customerId),
      )
    ).map(row => [row.id, row]),
  );
  const areas = await areasOf(
    tx,
    [...now.values()].map(({ phone }) => phone),
  );
  const back = rows.flatMap(({ customerId: id, fields }) => {
    const row = now.get(id);
    const changes = row === undefined ? [] : restored(wordsOf(row), fields);
    if (row === undefined || changes.length === 0) return [];
    const words = Object.fromEntries(changes.map(({ field, after }) => [field, after])) as SomeCustomerWords;
    const place = words.city === undefined ? {} : { region: placeColumns(areas.get(row.phone), words.city).region };
    return [{ id, fields: changes, columns: { ...columnsOf(words), ...place } }];
  });
  await changeMany(tx, { merchantId: run.merchantId, by: run.createdBy, importId: null }, back);
  return back.length;
};

const step = async (tx: UnscopedDb, run: BatchRun, importId: string, from: Cursor): Promise<Cursor> => {
  const own = merchantDb(tx, run.merchantId);
  if (from.part === 'added') {
    const ids = await nextAdded(own, importId, from.after, CHUNK);
    const doing = { merchantId: run.merchantId, by: run.createdBy, batchId: run.id };
    const gone = ids.length === 0 ? 0 : await removeCustomers(tx, doing, ids);
    const isOver = ids.length < CHUNK;
    return { part: isOver ? 'changed' : 'added', after: isOver ? '0' : ids.at(-1)!, done: from.done + gone };
  }
  const rows = await nextChanged(own, importId, from.after, CHUNK);
  const back = await restoreChunk(tx, run, rows);
  const isOver = rows.length < CHUNK;
  return { part: isOver ? 'over' : 'changed', after: rows.at(-1)?.customerId ?? from.after, done: from.done + back };
};

export const customerTakeBackWork =
  (db: UnscopedDb): BatchWork =>
  async run => {
    const { importId } = orderSchema.parse(run.input);
    let cursor = cursorSchema.catch(beginning).parse(run.cursor);
    while (cursor.part !== 'over' && run.mayGoOn())
      cursor = await throughDeadlocks(() =>
        inTransaction(db, async tx => {
          const next = await step(tx, run, importId, cursor);
          await run.progress(tx, { done: next.done, cursor: next });
          return next;
        }),
      );
    return { remark: stored(['rows', { rows: cursor.done }]) };
  };
