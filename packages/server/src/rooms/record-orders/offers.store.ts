import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/**
 * Orders as voice people have them. An offer is a row of the merchant that employs them, so that what was not offered there
 * does not exist for them; from it, and from nothing else, the order of another merchant is found.
 */

/** Voice people: who holds a role that was made from the template (decision 127). */
const people = (db: MerchantDb) =>
  db
    .selectFrom('employee')
    .innerJoin('role', join =>
      join.onRef('role.merchantId', '=', 'employee.merchantId').onRef('role.id', '=', 'employee.roleId'),
    )
    .where('role.template', '=', 'voice')
    .where('employee.active', '=', true)
    .where('employee.removedAt', 'is', null)
    .select(['employee.id', 'employee.name']);

/** More of one merchant are not offered to. */
const MOST_PEOPLE = 200;

export const voicePeople = (db: MerchantDb) => people(db).orderBy('employee.id').limit(MOST_PEOPLE).execute();

/** Undefined: is none. */
export const voicePerson = (db: MerchantDb, employeeId: string) =>
  people(db).where('employee.id', '=', employeeId).executeTakeFirst();

/** Whose voice people a merchant may offer to: its own, its reseller's, the platform's; each only as what it first is. */
export const employersFor = async (
  db: UnscopedDb,
  merchantId: string,
): Promise<readonly { readonly to: 'own' | 'reseller' | 'platform'; readonly id: string; readonly name: string }[]> => {
  const { rows } = await sql<{ to: 'own' | 'reseller' | 'platform'; id: string; name: string }>`
    select distinct on (rank) "to", id, name from (
      select distinct on (m.id) m.id, m.name, of.rank,
        case of.rank when 1 then 'own' when 2 then 'reseller' else 'platform' end as "to"
      from merchant own
        join merchant m on m.id = own.id or m.id = own.reseller_id or m.kind = 'platform'
        cross join lateral (select case when m.id = own.id then 1 when m.id = own.reseller_id then 2 else 3 end as rank) of
      where own.id = ${merchantId} and m.active order by m.id, of.rank) found
    order by rank, id`.execute(db);
  return rows;
};

interface NewOffer {
  readonly orderId: string;
  readonly buyerId: string;
  readonly personId: string | null;
}

export const insertOffer = async (db: MerchantDb, offer: NewOffer): Promise<void> => {
  await db.insertInto('recordOffer', offer).execute();
};

export const takeOffer = async (db: MerchantDb, orderId: string, takenBy: string): Promise<void> => {
  await db.updateTable('recordOffer').set({ takenBy }).where('recordOffer.orderId', '=', orderId).execute();
};

export const endOffer = async (db: MerchantDb, orderId: string): Promise<void> => {
  await db.updateTable('recordOffer').set({ isOver: true }).where('recordOffer.orderId', '=', orderId).execute();
};

/**
 * What this person may see: open to all of them or to him, or his. Who changed his reseller is not offered to the old one
 * any more; what was taken before goes on.
 */
const seen = (db: MerchantDb, employeeId: string) =>
  db
    .selectFrom('recordOffer')
    .innerJoin('recordOrder', join =>
      join
        .onRef('recordOrder.merchantId', '=', 'recordOffer.buyerId')
        .onRef('recordOrder.id', '=', 'recordOffer.orderId'),
    )
    .innerJoin('merchant as buyer', 'buyer.id', 'recordOffer.buyerId')
    .innerJoin('merchant as employer', 'employer.id', 'recordOffer.merchantId')
    .where(sql<boolean>`record_order.offered_to = record_offer.merchant_id`)
    .where(sql<boolean>`(record_offer.taken_by = ${employeeId} or (record_offer.taken_by is null
      and coalesce(record_offer.person_id, ${employeeId}) = ${employeeId} and not record_offer.is_over
      and (employer.id = buyer.id or employer.id = buyer.reseller_id or employer.kind = 'platform')))`);

type DeskTab = 'open' | 'mine' | 'done';
const isOn: Readonly<Record<DeskTab, ReturnType<typeof sql<boolean>>>> = {
  open: sql<boolean>`record_offer.taken_by is null`,
  mine: sql<boolean>`record_offer.taken_by is not null and not record_offer.is_over`,
  done: sql<boolean>`record_offer.taken_by is not null and record_offer.is_over`,
};

/** One of them; undefined: it does not exist for this person. */
export const offerFor = (db: MerchantDb, employeeId: string, orderId: string) =>
  seen(db, employeeId)
    .where('recordOffer.orderId', '=', orderId)
    .select(['recordOffer.buyerId', 'recordOffer.takenBy', 'buyer.name as merchant'])
    .executeTakeFirst();

/** Ids of orders with whose they are, newest first. */
export const listOffers = (
  db: MerchantDb,
  employeeId: string,
  { tab, offset, limit }: { readonly tab: DeskTab; readonly offset: number; readonly limit: number },
) => {
  const countOf = (state: string) =>
    sql<number>`(select count(*) from record_sentence s where s.merchant_id = record_order.merchant_id
      and s.order_id = record_order.id and ${state === '' ? sql`true` : sql`s.state = ${state}`})::int`;
  return seen(db, employeeId)
    .where(isOn[tab])
    .select(['recordOrder.id', 'recordOrder.state', 'recordOrder.tellsName', 'buyer.name as merchant'])
    .select([
      sql<string>`trim_scale(record_order.price)::text`.as('price'),
      sql<string>`trim_scale(record_order.paid)::text`.as('paid'),
      sql<string>`record_order.deadline::text`.as('deadline'),
      sql<boolean>`record_order.due_at < now() and record_order.state not in ('done', 'cancelled')`.as('isLate'),
      countOf('').as('sentences'),
      countOf('handedIn').as('handedIn'),
      countOf('accepted').as('accepted'),
      countOf('sentBack').as('sentBack'),
      countOf('changed').as('changed'),
    ])
    .orderBy('recordOffer.orderId', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
};

export const countOffers = async (db: MerchantDb, employeeId: string, tab: DeskTab): Promise<number> =>
  Number(
    (
      await seen(db, employeeId)
        .where(isOn[tab])
        .select(eb => eb.fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );
