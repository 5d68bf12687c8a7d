import { customerLimits } from '@lianxian/contract';
import { type RawBuilder, sql } from 'kysely';
import { givenRows, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';

/** What is done to many customers in one statement each: those that are still there, locked in the order of their ids, with a line on the timeline of each. */
export interface Doing {
  readonly merchantId: string;
  readonly by: string | null;
  /** The batch task that does it; null: a person, at once. */
  readonly batchId: string | null;
}

const locked = (merchantId: string, ids: readonly string[]): RawBuilder<unknown> => sql`
  select merchant_id, id, owner_id, cate_type, tags, version from customer
  where merchant_id = ${merchantId} and id = any(${[...ids]}::bigint[]) and removed_at is null order by id for update`;

const count = async (tx: UnscopedDb, statement: RawBuilder<unknown>): Promise<number> =>
  Number((await statement.execute(tx)).numAffectedRows ?? 0);

/** Another type; the newest record of each goes with it. */
export const giveType = async (
  tx: UnscopedDb,
  { merchantId, by }: Doing,
  ids: readonly string[],
  type: number,
): Promise<number> => {
  const { rows } = await sql<{ call: string | null }>`
    with found as (select merchant_id, id, last_call_id from customer
      where merchant_id = ${merchantId} and id = any(${[...ids]}::bigint[]) and removed_at is null order by id for update)
    select found.last_call_id as call, move_customer_type(found.merchant_id, found.id, ${type}::smallint, ${by}::bigint, found.last_call_id)
    from found`.execute(tx);
  const calls = rows.flatMap(({ call }) => call ?? []);
  await sql`update call set customer_type = ${type}::smallint where merchant_id = ${merchantId} and id = any(${calls}::bigint[])
    and stage = 'ended'`.execute(tx);
  return rows.length;
};

/** Adds tags and takes some off; where all would be longer than may stand there, a customer keeps what it has. */
export const giveTags = (
  tx: UnscopedDb,
  { merchantId, by }: Doing,
  ids: readonly string[],
  { add, drop }: { readonly add: readonly string[]; readonly drop: readonly string[] },
): Promise<number> =>
  count(
    tx,
    sql`
    with found as (${locked(merchantId, ids)}),
      made as (select found.*, (select coalesce(array_agg(tag order by at), '{}') from (
          select tag, min(n) as at from unnest(found.tags || ${[...add]}::text[]) with ordinality each (tag, n)
          where tag <> all(${[...drop]}::text[]) group by tag) kept) as now from found),
      fits as (select * from made where now <> tags and length(array_to_string(now, ',')) <= ${sql.lit(customerLimits.tags)}),
      noted as (insert into customer_event (merchant_id, customer_id, by_employee, kind, version, facts)
        select merchant_id, id, ${by}::bigint, 'changed', version + 1, jsonb_build_object('fields', jsonb_build_array(jsonb_build_object(
          'field', 'tags', 'before', array_to_string(tags, ','), 'after', array_to_string(now, ',')))) from fits)
    update customer set tags = fits.now, version = customer.version + 1
    from fits where customer.merchant_id = fits.merchant_id and customer.id = fits.id`,
  );

/** Of one's own from now on; what was −1 is 潜在 then. Of an owner who is its owner already nothing is said. */
export const giveOwners = (
  tx: UnscopedDb,
  { merchantId, by }: Doing,
  given: readonly { readonly id: string; readonly ownerId: string }[],
  kind: 'assigned' | 'taken',
): Promise<number> => {
  if (given.length === 0) return Promise.resolve(0);
  return count(
    tx,
    sql`
    with given as (select * from ${givenRows(given, { id: 'bigint', ownerId: 'bigint' }, 'g')}),
      found as (${locked(
        merchantId,
        given.map(({ id }) => id),
      )}),
      moved as (select found.*, given.owner_id as next from found join given on given.id = found.id
        where found.owner_id is distinct from given.owner_id),
      noted as (insert into customer_event (merchant_id, customer_id, by_employee, kind, facts)
        select merchant_id, id, ${by}::bigint, ${kind}, jsonb_build_object('from', owner_id::text, 'to', next::text) from moved)
    update customer set owner_id = moved.next, moved_at = now(), warned_at = null,
      cate_type = case when customer.cate_type = -1 then 1 else customer.cate_type end
    from moved where customer.merchant_id = moved.merchant_id and customer.id = moved.id`,
  );
};

/** Nobody's from now on, in the pool. `returned`: by itself, for nobody spoke to them. */
export const giveBack = (
  tx: UnscopedDb,
  { merchantId, by }: Doing,
  ids: readonly string[],
  { kind, why }: { readonly kind: 'given' | 'returned'; readonly why: string },
): Promise<number> =>
  count(
    tx,
    sql`
    with found as (select * from (${locked(merchantId, ids)}) each where owner_id is not null),
      noted as (insert into customer_event (merchant_id, customer_id, by_employee, kind, facts)
        select merchant_id, id, ${by}::bigint, ${kind}, jsonb_build_object('from', owner_id::text, 'why', ${why}::text, 'type', cate_type)
        from found)
    update customer set owner_id = null, moved_at = now(), warned_at = null, cate_type = -1, version = customer.version + 1
    from found where customer.merchant_id = found.merchant_id and customer.id = found.id`,
  );

/** Away with them; they are kept for a day. Their further numbers are free, and noted with it. */
export const remove = async (
  tx: UnscopedDb,
  { merchantId, by, batchId }: Doing,
  ids: readonly string[],
): Promise<number> => {
  const n = await count(
    tx,
    sql`
    with found as (${locked(merchantId, ids)}),
      noted as (insert into customer_event (merchant_id, customer_id, by_employee, kind, facts)
        select merchant_id, id, ${by}::bigint, 'removed', jsonb_build_object('batch', ${batchId}::text, 'further', (
          select coalesce(jsonb_agg(n.phone order by n.n), '[]') from customer_number n
          where n.merchant_id = found.merchant_id and n.customer_id = found.id)) from found)
    update customer set removed_at = now(), removed_in = ${batchId}::bigint
    from found where customer.merchant_id = found.merchant_id and customer.id = found.id`,
  );
  await sql`delete from customer_number where merchant_id = ${merchantId} and customer_id = any(${[...ids]}::bigint[])
    and exists (select from customer c where c.merchant_id = customer_number.merchant_id and c.id = customer_number.customer_id
      and c.removed_at is not null)`.execute(tx);
  return n;
};

/** Those that a batch task removed are there again, but for numbers that came in anew meanwhile. The caller holds the lock of numbers. */
export const putBack = async (tx: UnscopedDb, merchantId: string, batchId: string): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    update customer set removed_at = null, removed_in = null
    where merchant_id = ${merchantId} and removed_in = ${batchId} and merged_into is null
      and customer_of(merchant_id, phone) is null
    returning id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`insert into customer_number (merchant_id, phone, customer_id, n)
    select e.merchant_id, number.phone, e.customer_id, number.n
    from customer_event e cross join jsonb_array_elements_text(e.facts->'further') with ordinality number (phone, n)
    where e.merchant_id = ${merchantId} and e.customer_id = any(${ids}::bigint[]) and e.kind = 'removed'
      and e.facts->>'batch' = ${batchId} and customer_of(e.merchant_id, number.phone) is null
    on conflict do nothing`.execute(tx);
  return rows.length;
};

/** Whether a batch task removed some that are still kept, of those the viewer may see. */
export const hasRemoved = async (db: MerchantDb, batchId: string): Promise<boolean> =>
  (await db
    .selectFrom('customer')
    .select('customer.id')
    .where('customer.removedIn', '=', batchId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Where customers live, for who is given them by region. */
export const regionsOf = (db: MerchantDb, ids: readonly string[]) =>
  db.whole
    .selectFrom('customer')
    .select(['customer.id', 'customer.region'])
    .where('customer.id', 'in', [...ids])
    .orderBy('customer.id')
    .execute();

/** People of the merchant, and of a department with those below it, who may have customers. */
export const peopleThere = async (db: MerchantDb, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('employee')
    .select('employee.id')
    .where('employee.id', 'in', [...ids])
    .where('employee.removedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
};
export const peopleOfDepartment = async (db: MerchantDb, departmentId: string): Promise<readonly string[]> =>
  (
    await db
      .selectFrom('employee')
      .innerJoin('department', join =>
        join
          .onRef('department.merchantId', '=', 'employee.merchantId')
          .onRef('department.id', '=', 'employee.departmentId'),
      )
      .select('employee.id')
      .where('employee.removedAt', 'is', null)
      .where('employee.active', '=', true)
      .where(sql<boolean>`department.path like '%/' || ${departmentId} || '/%'`)
      .orderBy('employee.id')
      .execute()
  ).map(({ id }) => id);

const PURGE_ROWS = 5_000;

/** What was removed longer ago than a day is gone for good; how many of them. */
export const purgeRemoved = (db: UnscopedDb, before: Date): Promise<number> =>
  count(
    db,
    sql`delete from customer where (merchant_id, id) in (
      select merchant_id, id from customer where removed_at < ${before} order by removed_at limit ${sql.lit(PURGE_ROWS)})`,
  );
