import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import { shownState } from './presence.store.ts';

/** The first number of a line, which whoever is called sees; '': its account's name. */
const outline = sql<string>`coalesce((select n.number from line_number n
  where n.merchant_id = line.root_merchant_id and n.line_id = line.root_id and n.removed_at is null and n.enabled
  order by n.id limit 1), '')`.as('outline');

const seats = (db: MerchantDb) =>
  db
    .selectFrom('seatAccount')
    .innerJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'seatAccount.merchantId')
        .onRef('employee.id', '=', 'seatAccount.employeeId'),
    )
    .leftJoin('seatPresence', join =>
      join
        .onRef('seatPresence.merchantId', '=', 'seatAccount.merchantId')
        .onRef('seatPresence.employeeId', '=', 'seatAccount.employeeId'),
    )
    .where('employee.removedAt', 'is', null);

/** All seats with how each stands, by extension. */
export const listSeats = (db: MerchantDb) =>
  seats(db)
    .leftJoin('line', join =>
      join.onRef('line.merchantId', '=', 'seatAccount.merchantId').onRef('line.id', '=', 'seatAccount.lineId'),
    )
    .leftJoin('seatSecret', join =>
      join
        .onRef('seatSecret.merchantId', '=', 'seatAccount.merchantId')
        .onRef('seatSecret.employeeId', '=', 'seatAccount.employeeId'),
    )
    .select([
      'seatAccount.employeeId',
      'seatAccount.extension',
      'seatAccount.mayPause',
      'seatAccount.createdAt',
      'employee.name',
      'employee.account',
      'employee.seatRight as enabled',
      'line.id as lineId',
      'line.name as lineName',
      'seatPresence.reason',
      'seatPresence.since',
      'seatPresence.callId',
      'seatSecret.device',
    ])
    .select([shownState.as('state'), outline])
    .orderBy('seatAccount.extension')
    .execute();

/** Who may be rung or given a call; by name or extension. */
export const listTargets = (db: MerchantDb) =>
  seats(db)
    .select(['seatAccount.employeeId as id', 'seatAccount.extension', 'employee.name', 'employee.account'])
    .select(shownState.as('state'))
    .where('employee.seatRight', '=', true)
    .where('employee.active', '=', true)
    .orderBy('seatAccount.extension')
    .execute();

/** All of them, those that may not connect just now too: a plan that hands over to one is not faulty for that. */
export const listChoices = (db: MerchantDb) =>
  seats(db)
    .select(['seatAccount.employeeId as id', 'seatAccount.extension', 'employee.name', 'employee.account'])
    .select(shownState.as('state'))
    .orderBy('seatAccount.extension')
    .execute();

export const findSeat = (db: MerchantDb, employeeId: string) =>
  seats(db)
    .select([
      'seatAccount.extension',
      'seatAccount.lineId',
      'seatAccount.mayPause',
      'employee.name',
      'employee.seatRight as enabled',
    ])
    .where('seatAccount.employeeId', '=', employeeId)
    .executeTakeFirst();

/** Plans that seats are bound to, and are still there. */
export const plansOfSeats = (db: MerchantDb) =>
  db
    .selectFrom('seatPlan')
    .innerJoin('plan', join =>
      join.onRef('plan.merchantId', '=', 'seatPlan.merchantId').onRef('plan.id', '=', 'seatPlan.planId'),
    )
    .select(['seatPlan.employeeId', 'plan.id', 'plan.name as planName'])
    .where('plan.removedAt', 'is', null)
    .orderBy('plan.id', 'desc')
    .execute();

const isPublished = sql<boolean>`exists (select from plan_version v
  where v.merchant_id = plan.merchant_id and v.plan_id = plan.id and v.version > 0)`;

/** So many can be chosen from. */
const MOST_CHOICES = 1_000;
export const publishedPlans = (db: MerchantDb) =>
  db
    .selectFrom('plan')
    .select(['plan.id', 'plan.name as planName'])
    .where('plan.removedAt', 'is', null)
    .where(isPublished)
    .orderBy('plan.id', 'desc')
    .limit(MOST_CHOICES)
    .execute();

/** Those of these plans that are there. */
export const plansThere = async (db: MerchantDb, ids: readonly string[]): Promise<number> =>
  ids.length === 0
    ? 0
    : (
        await db
          .selectFrom('plan')
          .select('plan.id')
          .where('plan.id', 'in', [...ids])
          .where('plan.removedAt', 'is', null)
          .execute()
      ).length;

/** Lines that can call, ordinary ones before the practice line. */
export const linesToCall = (db: MerchantDb) =>
  db
    .selectFrom('line')
    .select(['line.id', 'line.name'])
    .select(outline)
    .where('line.removedAt', 'is', null)
    .where('line.enabled', '=', true)
    .orderBy('line.practice')
    .orderBy('line.id')
    .limit(MOST_CHOICES)
    .execute();

/** Who has no seat, by name. */
export const peopleWithout = (db: MerchantDb) =>
  db
    .selectFrom('employee')
    .select(['employee.id', 'employee.name'])
    .where('employee.removedAt', 'is', null)
    .where('employee.active', '=', true)
    .where('employee.hasSeat', '=', false)
    .orderBy('employee.name')
    .limit(MOST_CHOICES)
    .execute();

export const employeeThere = (tx: MerchantDb, id: string) =>
  tx
    .selectFrom('employee')
    .select(['employee.name', 'employee.hasSeat', 'employee.seatRight'])
    .where('employee.id', '=', id)
    .where('employee.removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** The merchant's quota, and how much of it is taken. */
export const quotaOf = async (db: MerchantDb): Promise<{ readonly used: number; readonly limit: number }> => {
  const { used, limit } = await db
    .selectFrom('employee')
    .innerJoin('merchant', 'merchant.id', 'employee.merchantId')
    .select(
      sql<number>`(count(*) filter (where employee.has_seat and employee.seat_right and employee.removed_at is null))::int`.as(
        'used',
      ),
    )
    .select(sql<number>`max(merchant.seat_limit)`.as('limit'))
    .executeTakeFirstOrThrow();
  return { used, limit };
};

const FIRST_EXTENSION = 8_001;
/** The next one that nobody has or had. */
export const freeExtension = async (tx: MerchantDb): Promise<number> => {
  const { next } = await tx
    .selectFrom('seatAccount')
    .select(sql<number | null>`max(extension) filter (where extension >= ${FIRST_EXTENSION}) + 1`.as('next'))
    .executeTakeFirstOrThrow();
  return next ?? FIRST_EXTENSION;
};

export const extensionHeld = async (tx: MerchantDb, extension: number, but: string): Promise<boolean> =>
  (await tx
    .selectFrom('seatAccount')
    .select('seatAccount.employeeId')
    .where('seatAccount.extension', '=', extension)
    .where('seatAccount.employeeId', '<>', but)
    .executeTakeFirst()) !== undefined;

interface SeatRow {
  readonly employeeId: string;
  readonly extension: number;
  readonly lineId: string | null;
  readonly mayPause: boolean;
}

export const writeSeat = async (tx: MerchantDb, row: SeatRow): Promise<void> => {
  const { extension, lineId, mayPause } = row;
  await tx
    .insertInto('seatAccount', row)
    .onConflict(conflict => conflict.columns(['merchantId', 'employeeId']).doUpdateSet({ extension, lineId, mayPause }))
    .execute();
};

export const writePlans = async (tx: MerchantDb, employeeId: string, planIds: readonly string[]): Promise<void> => {
  await tx.deleteFrom('seatPlan').where('seatPlan.employeeId', '=', employeeId).execute();
  if (planIds.length === 0) return;
  await tx
    .insertInto(
      'seatPlan',
      planIds.map(planId => ({ employeeId, planId })),
    )
    .execute();
};

export const setRights = async (
  tx: MerchantDb,
  employeeId: string,
  rights: { readonly hasSeat: boolean; readonly seatRight: boolean },
): Promise<void> => {
  await tx.updateTable('employee').set(rights).where('employee.id', '=', employeeId).execute();
};

/** Its groups and plans go with it. */
export const deleteSeat = async (tx: MerchantDb, employeeId: string): Promise<void> => {
  await tx.deleteFrom('seatAccount').where('seatAccount.employeeId', '=', employeeId).execute();
};

/** Those beyond the limit may not connect any more, the newest first; who they are. */
export const suspendBeyond = async (tx: MerchantDb, limit: number): Promise<readonly string[]> => {
  const beyond = tx
    .selectFrom('employee')
    .innerJoin('seatAccount', join =>
      join
        .onRef('seatAccount.merchantId', '=', 'employee.merchantId')
        .onRef('seatAccount.employeeId', '=', 'employee.id'),
    )
    .select('employee.id')
    .where('employee.seatRight', '=', true)
    .where('employee.removedAt', 'is', null)
    .orderBy('seatAccount.createdAt')
    .orderBy('seatAccount.employeeId')
    .offset(sql.lit(limit));
  const rows = await tx
    .updateTable('employee')
    .set({ seatRight: false })
    .where('employee.id', 'in', beyond)
    .returning('employee.id')
    .execute();
  return rows.map(({ id }) => id);
};
