import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** Numbers of a line: they call, and may be called. */
export interface PlacedNumber {
  readonly number: string;
  readonly province: string;
  readonly city: string;
}

const kept = (db: MerchantDb) =>
  db
    .selectFrom('lineNumber')
    .innerJoin('line', join =>
      join.onRef('line.merchantId', '=', 'lineNumber.merchantId').onRef('line.id', '=', 'lineNumber.lineId'),
    )
    .where('lineNumber.removedAt', 'is', null)
    .where('line.removedAt', 'is', null);

/** In the order they were added, with their use on the merchant's day. */
export const listNumbers = (db: MerchantDb, lineId: string, page: { offset: number; limit: number }) =>
  kept(db)
    .innerJoin('merchant', 'merchant.id', 'lineNumber.merchantId')
    .leftJoin('plan', join =>
      join.onRef('plan.merchantId', '=', 'lineNumber.merchantId').onRef('plan.id', '=', 'lineNumber.planId'),
    )
    .where('lineNumber.lineId', '=', lineId)
    .select([
      'lineNumber.id',
      'lineNumber.number',
      'lineNumber.province',
      'lineNumber.city',
      'lineNumber.dailyCap',
      'lineNumber.enabled',
      'lineNumber.planId',
      'plan.name as planName',
      sql<number>`case when line_number.used_on between (now() at time zone merchant.zone)::date
        and (now() at time zone merchant.zone)::date + 1 then line_number.used else 0 end`.as('usedToday'),
    ])
    .orderBy('lineNumber.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
export type NumberListed = Awaited<ReturnType<typeof listNumbers>>[number];

export const countNumbers = async (db: MerchantDb, lineId: string): Promise<number> => {
  const row = await kept(db)
    .where('lineNumber.lineId', '=', lineId)
    .select(eb => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
};

export const hasNumbers = async (db: MerchantDb, lineId: string): Promise<boolean> => {
  const found = await kept(db).where('lineNumber.lineId', '=', lineId).select('lineNumber.id').executeTakeFirst();
  return found !== undefined;
};

/** Undefined when it is not the merchant's or was removed. */
export const findNumber = (db: MerchantDb, id: string) =>
  kept(db)
    .where('lineNumber.id', '=', id)
    .select([
      'lineNumber.id',
      'lineNumber.lineId',
      'lineNumber.number',
      'lineNumber.dailyCap',
      'lineNumber.enabled',
      'lineNumber.planId',
    ])
    .executeTakeFirst();

/** Whether the merchant has this line, as its own: numbers of one that is lent are its owner's. */
export const isLine = async (db: MerchantDb, id: string): Promise<boolean> => {
  const line = await db
    .selectFrom('line')
    .select('line.id')
    .where('line.id', '=', id)
    .where('line.lenderId', 'is', null)
    .where('line.removedAt', 'is', null)
    .executeTakeFirst();
  return line !== undefined;
};

/**
 * Whoever writes numbers of a line waits for the other who does: what it has stays true meanwhile. Not the line's row: a
 * claim locks numbers before it.
 */
export const lockNumbers = async (db: MerchantDb, lineId: string): Promise<void> => {
  await db
    .selectFrom('line')
    .select(sql`pg_advisory_xact_lock(hashtextextended(${`numbers ${lineId}`}, 0))`.as('held'))
    .where('line.id', '=', lineId)
    .execute();
};

/** The merchant's own day. */
const today = sql`(now() at time zone (select zone from merchant where merchant.id = line_number.merchant_id))::date`;

/** Numbers that were taken off the line today come back with what they have called today, and as new in all else. */
const takeBack = async (
  db: MerchantDb,
  lineId: string,
  numbers: readonly PlacedNumber[],
  dailyCap: number,
): Promise<number> => {
  const wanted = numbers.map(({ number }) => number);
  const gone = db
    .selectFrom('lineNumber')
    .where('lineNumber.lineId', '=', lineId)
    .where('lineNumber.number', 'in', wanted)
    .where('lineNumber.removedAt', 'is not', null)
    .where(sql<boolean>`line_number.used_on >= ${today}`)
    .where(
      sql<boolean>`not exists (select from line_number other where other.merchant_id = line_number.merchant_id
        and other.line_id = line_number.line_id and other.number = line_number.number and other.removed_at is null)`,
    );
  const rows = await gone.select(sql<string>`max(line_number.id)`.as('id')).groupBy('lineNumber.number').execute();
  if (rows.length === 0) return 0;
  await db
    .updateTable('lineNumber')
    .set({
      removedAt: null,
      dailyCap,
      enabled: true,
      planId: null,
      claimedAt: sql<Date>`now()`,
      awardedAt: null,
      heldAt: null,
    })
    .where(
      'lineNumber.id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.length;
};

/** Adds those the line does not have yet; how many these were. */
export const addLineNumbers = async (
  db: MerchantDb,
  lineId: string,
  numbers: readonly PlacedNumber[],
  dailyCap: number,
): Promise<number> => {
  if (numbers.length === 0) return 0;
  const back = await takeBack(db, lineId, numbers, dailyCap);
  const rows = numbers.map(number => ({
    lineId,
    ...number,
    dailyCap,
    planId: null,
    removedAt: null,
  }));
  const added = await db
    .insertInto('lineNumber', rows)
    .onConflict(conflict =>
      conflict.columns(['merchantId', 'lineId', 'number']).where('removedAt', 'is', null).doNothing(),
    )
    .returning('lineNumber.id')
    .execute();
  return back + added.length;
};

interface NumberChange extends Partial<PlacedNumber> {
  readonly dailyCap?: number | undefined;
  readonly enabled?: boolean | undefined;
  /** Null: nobody answers calls to it. */
  readonly planId?: string | null | undefined;
}

export const updateNumber = async (db: MerchantDb, id: string, change: NumberChange): Promise<void> => {
  const { number, province, city, dailyCap, enabled, planId } = change;
  const row = {
    ...(number !== undefined && {
      number,
      claimedAt: sql<Date>`case when number = ${number} then claimed_at else now() end`,
      // What the platform decided was said of the old one, and its calls were led here.
      awardedAt: sql<Date | null>`case when number = ${number} then awarded_at end`,
      heldAt: sql<Date | null>`case when number = ${number} then held_at end`,
    }),
    ...(province !== undefined && { province }),
    ...(city !== undefined && { city }),
    ...(dailyCap !== undefined && { dailyCap }),
    ...(enabled !== undefined && { enabled }),
    ...(planId !== undefined && { planId }),
    // Given up: who leads it to a plan again is a newcomer to it.
    ...(planId === null && { claimedAt: sql<Date>`now()`, awardedAt: null, heldAt: null }),
  };
  if (Object.keys(row).length === 0) return;
  await db.updateTable('lineNumber').set(row).where('lineNumber.id', '=', id).execute();
};

/** The line is at another address: the old one's calls were led here, and of it the platform decided. */
export const forgetDecisions = async (db: MerchantDb, lineId: string): Promise<void> => {
  await db
    .updateTable('lineNumber')
    .set({ awardedAt: null, heldAt: null })
    .where('lineNumber.lineId', '=', lineId)
    .execute();
};

export const isNumberOfLine = async (db: MerchantDb, lineId: string, number: string, but: string): Promise<boolean> => {
  const found = await kept(db)
    .where('lineNumber.lineId', '=', lineId)
    .where('lineNumber.number', '=', number)
    .where('lineNumber.id', '<>', but)
    .select('lineNumber.id')
    .executeTakeFirst();
  return found !== undefined;
};

export const markNumberRemoved = async (db: MerchantDb, id: string, at: Date): Promise<void> => {
  await db.updateTable('lineNumber').set({ removedAt: at }).where('lineNumber.id', '=', id).execute();
};

/** Whether a plan may answer calls: a draft that was tried by phone (a version below zero) may not. Null: there is none. */
export const isPublished = async (db: MerchantDb, id: string): Promise<boolean | null> => {
  const plan = await db
    .selectFrom('plan')
    .select(
      sql<boolean>`exists (select from plan_version v
        where v.merchant_id = plan.merchant_id and v.plan_id = plan.id and v.version > 0)`.as('published'),
    )
    .where('plan.id', '=', id)
    .where('plan.removedAt', 'is', null)
    .executeTakeFirst();
  return plan?.published ?? null;
};
