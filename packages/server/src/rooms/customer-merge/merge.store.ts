import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { customersSeen, isSeen } from '../customers/index.ts';

/** Customers that become one, and are several again. */

/** Numbers of those that go become further ones of the one that stays; they are kept for a day. */
export const mergeInto = async (
  tx: UnscopedDb,
  { merchantId, by, batchId }: { readonly merchantId: string; readonly by: string; readonly batchId: string },
  { id, others }: { readonly id: string; readonly others: readonly string[] },
): Promise<void> => {
  const ids = sql`${[...others]}::bigint[]`;
  // What each had of its own is noted with it, for the way back.
  await sql`insert into customer_event (merchant_id, customer_id, by_employee, kind, facts)
    select c.merchant_id, c.id, ${by}::bigint, 'removed', jsonb_build_object('batch', ${batchId}::text, 'further', (
      select coalesce(jsonb_agg(n.phone order by n.n), '[]') from customer_number n
      where n.merchant_id = c.merchant_id and n.customer_id = c.id))
    from customer c where c.merchant_id = ${merchantId} and c.id = any(${ids})`.execute(tx);
  await sql`update customer set removed_at = now(), removed_in = ${batchId}::bigint, merged_into = ${id}::bigint
    where merchant_id = ${merchantId} and id = any(${ids})`.execute(tx);
  await sql`update customer_number set customer_id = ${id}::bigint, n = n + 100
    where merchant_id = ${merchantId} and customer_id = any(${ids})`.execute(tx);
  await sql`insert into customer_number (merchant_id, phone, customer_id, n)
    select merchant_id, phone, ${id}::bigint, 50 + row_number() over (order by id) from customer
    where merchant_id = ${merchantId} and id = any(${ids}) on conflict do nothing`.execute(tx);
  // A further number of one of them that was the first of the one that stays is said once.
  await sql`delete from customer_number n using customer c where c.merchant_id = ${merchantId} and c.id = ${id}::bigint
    and n.merchant_id = c.merchant_id and n.customer_id = c.id and n.phone = c.phone`.execute(tx);
  await sql`select recount_customers(${merchantId}::bigint, array[${id}::bigint])`.execute(tx);
};

/** Of a batch task: whom it made one with whom; undefined: nothing that could be taken back. */
export const mergeOfBatch = async (db: MerchantDb, batchId: string) => {
  const rows = await db.whole
    .selectFrom('customer')
    .select(['customer.id', 'customer.mergedInto', 'customer.phone'])
    .where('customer.removedIn', '=', batchId)
    .where('customer.mergedInto', 'is not', null)
    .orderBy('customer.id')
    .execute();
  const [first] = rows;
  return first === undefined ? undefined : { id: first.mergedInto!, others: rows.map(({ id }) => id) };
};

/** Each has its numbers again. The caller holds the lock of numbers. */
export const splitAgain = async (
  tx: UnscopedDb,
  merchantId: string,
  { id, others, batchId }: { readonly id: string; readonly others: readonly string[]; readonly batchId: string },
): Promise<void> => {
  const ids = sql`${[...others]}::bigint[]`;
  await sql`delete from customer_number n using customer c where n.merchant_id = ${merchantId} and n.customer_id = ${id}::bigint
    and c.merchant_id = n.merchant_id and c.id = any(${ids}) and c.phone = n.phone`.execute(tx);
  await sql`update customer_number n set customer_id = e.customer_id from customer_event e
    where e.merchant_id = ${merchantId} and e.customer_id = any(${ids}) and e.kind = 'removed' and e.facts->>'batch' = ${batchId}
      and n.merchant_id = e.merchant_id and n.customer_id = ${id}::bigint and e.facts->'further' ? n.phone`.execute(tx);
  await sql`update customer set removed_at = null, removed_in = null, merged_into = null
    where merchant_id = ${merchantId} and id = any(${ids})`.execute(tx);
  await sql`select recount_customers(${merchantId}::bigint, ${id}::bigint || ${ids})`.execute(tx);
};

/** What the merge filled in, as its event kept it. */
export const fillsOf = async (db: MerchantDb, id: string, batchId: string) =>
  (
    await db.whole
      .selectFrom('customerEvent')
      .select('customerEvent.facts')
      .where('customerEvent.customerId', '=', id)
      .where('customerEvent.kind', '=', 'merged')
      .where(sql<boolean>`customer_event.facts->>'batch' = ${batchId}`)
      .executeTakeFirst()
  )?.facts as { readonly fields?: readonly { field: string; before: string; after: string }[] } | undefined;

interface Alike {
  readonly why: 'phone' | 'nameCompany';
  readonly ids: readonly string[];
}

/** Whose number is a further one of somebody else, both seen: rows of before numbers were held one by one. */
const ofOneNumber = async (db: MerchantDb, unscopedDb: UnscopedDb, limit: number): Promise<readonly Alike[]> => {
  const { rows } = await sql<{ one: string; other: string }>`
    select customer.id::text as one, pair.id::text as other
    from customer_number n
      join customer on customer.merchant_id = n.merchant_id and customer.phone = n.phone and customer.removed_at is null
        and customer.id <> n.customer_id and ${isSeen(db.viewer)}
      join customer pair on pair.merchant_id = n.merchant_id and pair.id = n.customer_id and pair.removed_at is null
    where n.merchant_id = ${db.merchantId} order by customer.id limit ${limit}`.execute(unscopedDb);
  const ids = [...new Set(rows.map(({ other }) => other))];
  const seen = new Set(
    ids.length === 0
      ? []
      : (await customersSeen(db).select('customer.id').where('customer.id', 'in', ids).execute()).map(({ id }) => id),
  );
  return rows.flatMap(({ one, other }) => (seen.has(other) ? [{ why: 'phone' as const, ids: [other, one] }] : []));
};

/** Of one name and company, the largest groups first. */
const ofOneName = async (db: MerchantDb, unscopedDb: UnscopedDb, limit: number): Promise<readonly Alike[]> => {
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(id::text order by id) as ids from customer
    where merchant_id = ${db.merchantId} and removed_at is null and name <> '' and company <> ''
      and ${isSeen(db.viewer)}
    group by name, company having count(*) between 2 and 11 order by count(*) desc, min(id) limit ${limit}`.execute(
    unscopedDb,
  );
  return rows.map(({ ids }) => ({ why: 'nameCompany', ids }));
};

/** Those that share a number, then those of one name and company, that one sees; the largest groups first. */
export const alike = async (db: MerchantDb, unscopedDb: UnscopedDb, limit: number): Promise<readonly Alike[]> => {
  const byNumber = await ofOneNumber(db, unscopedDb, limit);
  return [...byNumber, ...(await ofOneName(db, unscopedDb, limit))].slice(0, limit);
};
