/** Customers become one, as a batch task of one step: done or not, whatever is killed; taken back within a day. */
import type { SomeCustomerWords } from '@lianxian/contract';
import { stored } from '@lianxian/contract';
import { z } from 'zod';
import {
  inTransaction,
  lockCustomers,
  type MerchantDb,
  merchantDb,
  throughDeadlocks,
  type UnscopedDb,
} from '../../platform/db/index.ts';
import { type BatchRun, type BatchWork, startBatch } from '../batches/index.ts';
import { changeCustomer, columnsOf, type FoundCustomer, lockCustomer, noteEvent, wordsOf } from '../customers/index.ts';
import { viewerOf } from '../staff/index.ts';
import { mergeOf } from './merge.policy.ts';
import { mergeInto } from './merge.store.ts';

export const CUSTOMER_MERGE_KIND = 'customers.merge';

const orderSchema = z.object({ id: z.string(), others: z.array(z.string()) });
type Order = z.infer<typeof orderSchema>;

export const startMerge = (tx: MerchantDb, createdBy: string, input: Order): Promise<string> =>
  startBatch(tx, { kind: CUSTOMER_MERGE_KIND, title: stored(['customersMerged']), type: 0, input, createdBy });

/** The one that stays and the others, as whoever asked sees them, held; undefined: one of them is not there any more. */
const lockAll = async (own: MerchantDb, { id, others }: Order) => {
  const held = new Map<string, FoundCustomer>();
  for (const one of [id, ...others].toSorted((a, b) => Number(BigInt(a) - BigInt(b)))) {
    const row = await lockCustomer(own, one);
    if (row === undefined) return undefined;
    held.set(one, row);
  }
  return { keep: held.get(id)!, rest: others.map(one => held.get(one)!) };
};

const merge = async (tx: UnscopedDb, run: BatchRun, order: Order): Promise<number> => {
  const { merchantId, createdBy: by, id: batchId } = run;
  await lockCustomers(tx, merchantId);
  const own = merchantDb(tx, merchantId, await viewerOf(tx, merchantId, by));
  const found = await lockAll(own, order);
  if (found === undefined) return 0;
  const { keep, rest } = found;
  const { fills } = mergeOf(
    { id: keep.id, words: wordsOf(keep) },
    rest.map(row => ({ id: row.id, words: wordsOf(row) })),
  );
  const words = Object.fromEntries(fills.map(({ field, after }) => [field, after])) as SomeCustomerWords;
  const version = await changeCustomer(own, tx, keep, { columns: columnsOf(words), typed: [] });
  const names = rest.map(({ name, phone }) => name || `…${phone.slice(-4)}`);
  await noteEvent(own, {
    customerId: keep.id,
    kind: 'merged',
    by,
    version,
    facts: { batch: batchId, fields: fills, names },
  });
  await mergeInto(tx, { merchantId, by, batchId }, { id: keep.id, others: order.others });
  return rest.length + 1;
};

export const customerMergeWork =
  (db: UnscopedDb): BatchWork =>
  async run => {
    const order = orderSchema.parse(run.input);
    const { over } = z.object({ over: z.number() }).catch({ over: -1 }).parse(run.cursor);
    if (over >= 0) return { remark: stored(['rows', { rows: over }]) };
    const n = await throughDeadlocks(() =>
      inTransaction(db, async tx => {
        const done = await merge(tx, run, order);
        await run.progress(tx, { done, total: done, cursor: { over: done } });
        return done;
      }),
    );
    return { remark: stored(['rows', { rows: n }]) };
  };
