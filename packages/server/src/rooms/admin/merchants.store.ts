import { sql } from 'kysely';
import { notByHand, type UnscopedDb } from '../../platform/db/index.ts';
import type { World } from './world.policy.ts';

/** Merchants and resellers as who looks after them reads them. Statements name kind and reseller: a row outside a world does not exist. */
const inWorld = (db: UnscopedDb, { kind, resellerId }: World) => {
  const rows = db.selectFrom('merchant as m').where('m.kind', '=', kind);
  return resellerId === null ? rows : rows.where('m.resellerId', '=', resellerId);
};

interface AccountsQuery {
  /** The beginning of its number, or a part of its name. */
  readonly q: string | undefined;
  readonly active: boolean | undefined;
}

const likely = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const matching = (db: UnscopedDb, world: World, { q, active }: AccountsQuery) => {
  let rows = inWorld(db, world);
  if (active !== undefined) rows = rows.where('m.active', '=', active);
  if (q !== undefined)
    rows = rows.where(eb => eb.or([eb('m.number', 'like', `${likely(q)}%`), eb('m.name', 'ilike', `%${likely(q)}%`)]));
  return rows;
};

/** Names alone, newest first; those that fit `q` before the others, which come with `others` only. */
export const merchantNames = (
  db: UnscopedDb,
  world: World,
  { q, others, most }: { readonly q: string; readonly others: boolean; readonly most: number },
) => {
  const fits = sql<boolean>`(m.number like ${`${likely(q)}%`} or m.name ilike ${`%${likely(q)}%`})`;
  return inWorld(db, world)
    .select(['m.id', 'm.name', 'm.number as hint'])
    .$if(!others, rows => rows.where(fits))
    .orderBy(fits, 'desc')
    .orderBy('m.id', 'desc')
    .limit(most)
    .execute();
};

const today = sql`(date_trunc('day', now() at time zone m.zone) at time zone m.zone)`;
const count = (what: ReturnType<typeof sql>) => sql<number>`(select count(*)::int ${what})`;

/** Newest first; one row more than asked for tells that there are more. Figures are looked up for the rows shown alone. */
export const listAccounts = (
  db: UnscopedDb,
  world: World,
  query: AccountsQuery,
  page: { readonly limit: number; readonly offset: number; readonly after: string | undefined },
) => {
  const rows = matching(db, world, query)
    .leftJoin('merchant as r', 'r.id', 'm.resellerId')
    .leftJoin('balance as b', 'b.merchantId', 'm.id')
    .select([
      'm.id',
      'm.number',
      'm.name',
      'm.contactName',
      'm.contactPhone',
      'm.remark',
      'm.employeeLimit',
      'm.seatLimit',
      'm.channelLimit',
      'm.active',
      'm.createdAt',
      'r.id as resellerId',
      'r.name as resellerName',
      sql<string>`trim_scale(coalesce(b.amount, 0))::text`.as('balance'),
      sql<string>`trim_scale(coalesce(b.amount - b.reserved, 0))::text`.as('available'),
      sql<string | null>`(select e.account from employee e where e.merchant_id = m.id and e.removed_at is null
        and e.role_code in ('company', 'agent') order by e.id limit 1)`.as('owner'),
      count(sql`from line l where l.merchant_id = m.id and l.removed_at is null and not l.practice`).as('lines'),
      count(sql`from employee e where e.merchant_id = m.id and e.removed_at is null`).as('people'),
      count(sql`from call where call.merchant_id = m.id and stage <> 'ended' and ${notByHand}`).as('live'),
      count(sql`from call where call.merchant_id = m.id and task_id is not null and listed_at >= ${today}`).as(
        'callsToday',
      ),
      count(sql`from merchant x where x.reseller_id = m.id`).as('merchants'),
    ])
    .orderBy('m.id', 'desc')
    .limit(page.limit + 1);
  return (page.after === undefined ? rows.offset(page.offset) : rows.where('m.id', '<', page.after)).execute();
};
export type AccountRow = Awaited<ReturnType<typeof listAccounts>>[number];

/** How many there are, exact to `bound`; one more than it says that there are more. */
export const countAccounts = async (
  db: UnscopedDb,
  world: World,
  query: AccountsQuery,
  bound: number,
): Promise<number> =>
  (
    await matching(db, world, query)
      .select(sql<number>`1`.as('one'))
      .limit(bound + 1)
      .execute()
  ).length;

/** One of a world, undefined outside it. */
export const findAccount = (db: UnscopedDb, world: World, id: string) =>
  inWorld(db, world)
    .select(['m.id', 'm.number', 'm.name', 'm.active', 'm.resellerId', 'm.remark'])
    .select(['m.contactName', 'm.contactPhone'])
    .select(['m.employeeLimit', 'm.seatLimit', 'm.channelLimit'])
    .where('m.id', '=', id)
    .executeTakeFirst();
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export type Profile = Pick<
  Account,
  'name' | 'contactName' | 'contactPhone' | 'remark' | 'employeeLimit' | 'seatLimit' | 'channelLimit'
>;

const columnsOf = (profile: Profile) => ({
  name: profile.name,
  contactName: profile.contactName,
  contactPhone: profile.contactPhone,
  remark: profile.remark,
  employeeLimit: profile.employeeLimit,
  seatLimit: profile.seatLimit,
  channelLimit: profile.channelLimit,
});

export const updateProfile = async (tx: UnscopedDb, id: string, profile: Profile): Promise<void> => {
  await tx.updateTable('merchant').set(columnsOf(profile)).where('id', '=', id).execute();
};

/** Undefined when the number is taken. */
export const insertAccount = async (
  tx: UnscopedDb,
  { kind, resellerId }: World,
  { number, profile, createdBy }: { number: string; profile: Profile; createdBy: string },
): Promise<string | undefined> =>
  (
    await tx
      .insertInto('merchant')
      .values({ ...columnsOf(profile), number, kind, resellerId, createdBy })
      .onConflict(conflict => conflict.column('number').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id;

/** Numbers that are given have six figures and begin here; who wants another one gives it. */
const FIRST_NUMBER = 100_300;
const LAST_NUMBER = 999_999;

/** The least number nobody has; of two who ask at once the second waits for the first. Undefined when all are used. */
export const freeNumber = async (tx: UnscopedDb): Promise<string | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('merchant number', 0))`.execute(tx);
  const { rows } = await sql<{ free: string | null }>`
    select min(candidate)::text as free
    from (
      select ${FIRST_NUMBER}::bigint as candidate
      union all
      select number::bigint + 1 from merchant where number ~ '^[1-9][0-9]{5}$' and number::bigint >= ${FIRST_NUMBER}
    ) candidates
    where candidate <= ${LAST_NUMBER} and not exists (select from merchant where number = candidate::text)`.execute(tx);
  return rows[0]?.free ?? undefined;
};

/** More people than look after one merchant. */
const MOST_OWNERS = 100;

/** Who signs in first there comes first. */
export const findOwners = (db: UnscopedDb, merchantId: string) =>
  db
    .selectFrom('employee')
    .select(['id', 'account'])
    .where('merchantId', '=', merchantId)
    .where('roleCode', 'in', ['company', 'agent'])
    .where('removedAt', 'is', null)
    .orderBy('id')
    .limit(MOST_OWNERS)
    .execute();

/** False: it was so already. */
export const switchAccount = async (tx: UnscopedDb, id: string, active: boolean): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('merchant')
    .set({ active })
    .where('id', '=', id)
    .where('active', '<>', active)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const setReseller = async (tx: UnscopedDb, id: string, resellerId: string | null): Promise<void> => {
  await tx.updateTable('merchant').set({ resellerId }).where('id', '=', id).execute();
};

/** A line is read with its merchant's others: nobody has more. */
const MOST_LINES = 500;

export const linesOf = (db: UnscopedDb, merchantId: string) =>
  db
    .selectFrom('line')
    .leftJoin('lineHealth', join =>
      join.onRef('lineHealth.merchantId', '=', 'line.rootMerchantId').onRef('lineHealth.lineId', '=', 'line.rootId'),
    )
    .select(['line.id', 'line.name', 'line.address', 'line.practice', 'line.enabled', 'line.channels'])
    .select(['line.billUnitS as unitSeconds', sql<boolean>`line.lender_id is not null`.as('lent')])
    .select(['lineHealth.state'])
    .select(sql<string>`trim_scale(line.price_per_minute)::text`.as('pricePerMinute'))
    .where('line.merchantId', '=', merchantId)
    .where('line.removedAt', 'is', null)
    .orderBy('line.practice', 'desc')
    .orderBy('line.id')
    .limit(MOST_LINES)
    .execute();
