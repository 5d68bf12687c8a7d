/** People of calls into the library: who is in it keeps what it says, all others come as the newest of their calls knew them. */
import { stored } from '@lianxian/contract';
import { z } from 'zod';
import {
  inTransaction,
  lockCustomers,
  type MerchantDb,
  throughDeadlocks,
  type UnscopedDb,
} from '../../platform/db/index.ts';
import { type BatchRun, type BatchWork, startBatch } from '../batches/index.ts';
import { columnsOf, placeColumns } from '../customers/index.ts';
import { areasOf } from '../segments/index.ts';
import { insertMany, whoseNumbers } from './sheets.store.ts';

export const CUSTOMERS_FROM_CALLS = 'customers.fromCalls';

const personSchema = z.object({ phone: z.string(), name: z.string(), company: z.string() });
type Person = z.infer<typeof personSchema>;
const orderSchema = z.object({ people: z.array(personSchema) });

export const startFromCalls = (tx: MerchantDb, createdBy: string, people: readonly Person[]): Promise<string> =>
  startBatch(tx, {
    kind: CUSTOMERS_FROM_CALLS,
    title: stored(['customersFromCalls']),
    type: 0,
    input: { people },
    createdBy,
  });

const cursorSchema = z.object({ at: z.number(), added: z.number() });
const CHUNK = 1_000;

const add = async (tx: UnscopedDb, { merchantId, createdBy }: BatchRun, people: readonly Person[]): Promise<number> => {
  await lockCustomers(tx, merchantId);
  const phones = people.map(({ phone }) => phone);
  const whose = await whoseNumbers(tx, merchantId, phones);
  const areas = await areasOf(tx, phones);
  const fresh = people
    .filter(({ phone }) => !whose.has(phone))
    .map(({ phone, name, company }) => ({
      ...{ phone, ownerId: createdBy, cateType: 1, further: [] },
      columns: { ...columnsOf({ name, company }), ...placeColumns(areas.get(phone), '') },
    }));
  return (await insertMany(tx, { merchantId, by: createdBy, importId: null }, fresh)).size;
};

export const customersFromCallsWork =
  (db: UnscopedDb): BatchWork =>
  async run => {
    const { people } = orderSchema.parse(run.input);
    let cursor = cursorSchema.catch({ at: 0, added: 0 }).parse(run.cursor);
    while (cursor.at < people.length && run.mayGoOn()) {
      const chunk = people.slice(cursor.at, cursor.at + CHUNK);
      cursor = await throughDeadlocks(() =>
        inTransaction(db, async tx => {
          const next = { at: cursor.at + chunk.length, added: cursor.added + (await add(tx, run, chunk)) };
          await run.progress(tx, { done: next.at, total: people.length, cursor: next });
          return next;
        }),
      );
    }
    const kept = cursor.at - cursor.added;
    return {
      remark: stored(['added', { n: cursor.added }], ...(kept > 0 ? [['keptCustomers', { n: kept }] as const] : [])),
    };
  };
