import type { PhoneSearch } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import type { Goes } from '../removals/index.ts';

/** Those of `phones` that are never called. One query; give at most 20,000 of them. */
export const blacklisted = async (db: MerchantDb, phones: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db.whole
    .selectFrom('blacklist')
    .select('blacklist.phone')
    .where(sql<boolean>`blacklist.phone = any(${phones}::text[])`)
    .execute();
  return new Set(rows.map(row => row.phone));
};

/**
 * A callee's wish within a call (docs/safety.md#the-wish-not-to-be-called): obeyed for ever, kept with the call in which
 * it was said.
 */
export const blacklistCallee = async (
  tx: UnscopedDb,
  wish: { readonly merchantId: string; readonly phone: string; readonly call: string; readonly reason: string },
): Promise<void> => {
  await tx
    .insertInto('blacklist')
    .values({
      merchantId: wish.merchantId,
      phone: wish.phone,
      callId: wish.call,
      addedBy: null,
      reason: wish.reason,
    })
    .onConflict(conflict => conflict.columns(['merchantId', 'phone']).doNothing())
    .execute();
};

/** Those of them that were on it before. In the order of the numbers: of two who add the same ones the second waits. */
export const insertPhones = async (
  db: MerchantDb,
  phones: readonly string[],
  { reason, addedBy }: { readonly reason: string; readonly addedBy: string },
): Promise<readonly string[]> => {
  if (phones.length === 0) return [];
  const rows = phones.toSorted().map(phone => ({ phone, reason, callId: null, addedBy }));
  const added = await db
    .insertInto('blacklist', rows)
    .onConflict(conflict => conflict.columns(['merchantId', 'phone']).doNothing())
    .returning('blacklist.phone')
    .execute();
  const fresh = new Set(added.map(({ phone }) => phone));
  return phones.filter(phone => !fresh.has(phone));
};

/** What goes with a number that is taken off. */
export const phoneGoes = (db: MerchantDb, phone: string): readonly Goes[] => [
  { table: 'blacklist', where: sql`kept.merchant_id = ${db.merchantId} and kept.phone = ${phone}` },
];

/** The number that is on it for what was said in this call, if one may see the call; null: none is. */
export const phoneOfCall = async (db: MerchantDb, call: string): Promise<string | null> =>
  (
    await db
      .selectFrom('call')
      .innerJoin('blacklist', join =>
        join
          .onRef('blacklist.merchantId', '=', 'call.merchantId')
          .onRef('blacklist.phone', '=', 'call.phone')
          .onRef('blacklist.callId', '=', 'call.id'),
      )
      .select('blacklist.phone')
      .where('call.id', '=', call)
      .executeTakeFirst()
  )?.phone ?? null;

/** False when it is not on it. */
export const deletePhone = async (db: MerchantDb, phone: string): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('blacklist').where('blacklist.phone', '=', phone).executeTakeFirst();
  return numDeletedRows > 0n;
};

const among = (db: MerchantDb, filter: PhoneSearch) => {
  const all = db.selectFrom('blacklist');
  if (filter === null) return all;
  return 'is' in filter
    ? all.where('blacklist.phone', '=', filter.is)
    : all.where('blacklist.phone', 'like', `${filter.begins}%`);
};

/** Newest first; one row more than asked for tells that there are more. */
export const listPhones = (
  db: MerchantDb,
  filter: PhoneSearch,
  { after, offset, limit }: { after: string | null; offset: number; limit: number },
) => {
  const newest = among(db, filter)
    .select(['blacklist.id', 'blacklist.phone', 'blacklist.reason', 'blacklist.callId', 'blacklist.createdAt'])
    .orderBy('blacklist.id', 'desc')
    .limit(limit + 1);
  return (after === null ? newest.offset(offset) : newest.where('blacklist.id', '<', after)).execute();
};

/** How many there are, exact to `bound`; one more than it says that there are more. */
export const countPhones = async (db: MerchantDb, filter: PhoneSearch, bound: number): Promise<number> =>
  (
    await among(db, filter)
      .select(sql<number>`1`.as('one'))
      .limit(bound + 1)
      .execute()
  ).length;
