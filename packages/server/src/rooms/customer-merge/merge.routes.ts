import type { SomeCustomerWords } from '@lianxian/contract';
import { customerMergeEndpoints, type InputOf, type OutputOf } from '@lianxian/contract';
import { maskNumbers, maskPhone } from '@lianxian/core';
import { inTransaction, lockCustomers, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import {
  changeCustomer,
  columnsOf,
  customersById,
  type FoundCustomer,
  findCustomer,
  lockCustomer,
  noteEvent,
  wordsOf,
} from '../customers/index.ts';
import { seesPhones } from '../records/index.ts';
import { startMerge } from './merge.batch.ts';
import { mergeOf } from './merge.policy.ts';
import { alike, fillsOf, mergeOfBatch, splitAgain } from './merge.store.ts';

type Wish = InputOf<typeof customerMergeEndpoints.merge>;

/** All of them, as one sees them. @throws notFound */
const seenOf = async ({ id, others }: Wish, { db }: SignedInContext): Promise<FoundCustomer[]> => {
  const found: FoundCustomer[] = [];
  for (const one of new Set([id, ...others])) {
    const row = await findCustomer(db, one);
    if (row === undefined) throw refuse('notFound', { what: 'customer' });
    found.push(row);
  }
  if (found.length < 2) throw refuse('badInput', { field: 'others', fault: 'twice' });
  return found;
};

const lostOf = async (wish: Wish, context: SignedInContext) => {
  const [keep, ...rest] = (await seenOf(wish, context)).map(row => ({ id: row.id, words: wordsOf(row) }));
  const whole = seesPhones(context);
  return mergeOf(keep!, rest).lost.map(({ value, ...one }) => ({ ...one, value: whole ? value : maskNumbers(value) }));
};

const merge = async (wish: Wish, context: SignedInContext): Promise<OutputOf<typeof customerMergeEndpoints.merge>> => {
  const lost = await lostOf(wish, context);
  const others = [...new Set(wish.others)].filter(one => one !== wish.id);
  return await context.db.transaction(async tx => {
    const batchId = await startMerge(tx, context.session.employeeId, { id: wish.id, others });
    const after = { count: others.length + 1 };
    await recordAudit(tx, { action: 'customer.merge', target: wish.id, after }, auditBy(context));
    return { batchId, lost };
  });
};

/** Words that the merge filled in go where they still stand. */
const unfill = async (
  house: UnscopedDb,
  row: FoundCustomer,
  batchId: string,
  context: SignedInContext,
): Promise<void> => {
  const { merchantId, employeeId: by } = context.session;
  const tx = merchantDb(house, merchantId, context.session);
  const now: Readonly<Record<string, string>> = wordsOf(row);
  const filled = (await fillsOf(tx, row.id, batchId))?.fields ?? [];
  const fields = filled.flatMap(({ field, before, after }) =>
    now[field] === after ? [{ field, before: after, after: before }] : [],
  );
  if (fields.length === 0) return;
  const words = Object.fromEntries(fields.map(({ field, after }) => [field, after])) as SomeCustomerWords;
  const version = await changeCustomer(tx, house, row, { columns: columnsOf(words), typed: [] });
  await noteEvent(tx, { customerId: row.id, kind: 'changed', by, version, facts: { fields } });
};

const unmerge = ({ id: batchId }: { readonly id: string }, context: SignedInContext, unscopedDb: UnscopedDb) =>
  inTransaction(unscopedDb, async house => {
    const { merchantId } = context.session;
    const tx = merchantDb(house, merchantId, context.session);
    await lockCustomers(house, merchantId);
    const merged = await mergeOfBatch(tx, batchId);
    const row = merged === undefined ? undefined : await lockCustomer(tx, merged.id);
    if (merged === undefined || row === undefined) throw refuse('notFound', { what: 'batch' });
    await splitAgain(house, merchantId, { ...merged, batchId });
    await unfill(house, row, batchId, context);
    const customers = merged.others.length + 1;
    await recordAudit(
      tx,
      { action: 'customer.unmerge', target: merged.id, after: { count: customers } },
      auditBy(context),
    );
    return { customers };
  });

const duplicates = async (
  { limit }: InputOf<typeof customerMergeEndpoints.duplicates>,
  context: SignedInContext,
  unscopedDb: UnscopedDb,
): Promise<OutputOf<typeof customerMergeEndpoints.duplicates>> => {
  const groups = await alike(context.db, unscopedDb, limit);
  const ids = groups.flatMap(group => group.ids);
  const rows = new Map(
    (ids.length === 0 ? [] : await customersById(context.db, ids)).map(row => [row.id, row] as const),
  );
  const whole = seesPhones(context);
  const shown = (row: FoundCustomer) => ({
    id: row.id,
    phone: whole ? row.phone : maskPhone(row.phone),
    name: whole ? row.name : maskNumbers(row.name),
    company: whole ? row.company : maskNumbers(row.company),
    ...{ owner: row.ownerName ?? '', calls: row.calls, createdAt: row.createdAt.toISOString() },
  });
  return {
    list: groups.map(group => ({ why: group.why, customers: group.ids.flatMap(id => rows.get(id) ?? []).map(shown) })),
  };
};

/** Customers that are one person. */
export const bindCustomerMerge = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, customerMergeEndpoints.duplicates, (input, context) => duplicates(input, context, unscopedDb));
  bind(front, customerMergeEndpoints.compare, async (input, context) => ({ lost: await lostOf(input, context) }));
  bind(front, customerMergeEndpoints.merge, merge);
  bind(front, customerMergeEndpoints.unmerge, (input, context) => unmerge(input, context, unscopedDb));
};
