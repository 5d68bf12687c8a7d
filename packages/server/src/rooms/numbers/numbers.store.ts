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
    .selectFrom('line_number')
    .innerJoin('line', join =>
      join.onRef('line.merchant_id', '=', 'line_number.merchant_id').onRef('line.id', '=', 'line_number.line_id'),
    )
    .where('line_number.removed_at', 'is', null)
    .where('line.removed_at', 'is', null);

/** In the order they were added, with their use on the merchant's day. */
export const listNumbers = (db: MerchantDb, lineId: string, page: { offset: number; limit: number }) =>
  kept(db)
    .innerJoin('merchant', 'merchant.id', 'line_number.merchant_id')
    .leftJoin('plan', join =>
      join.onRef('plan.merchant_id', '=', 'line_number.merchant_id').onRef('plan.id', '=', 'line_number.plan_id'),
    )
    .where('line_number.line_id', '=', lineId)
    .select([
      'line_number.id',
      'line_number.number',
      'line_number.province',
      'line_number.city',
      'line_number.daily_cap',
      'line_number.enabled',
      'line_number.plan_id',
      'plan.name as plan_name',
      sql<number>`case when line_number.used_on between (now() at time zone merchant.zone)::date
        and (now() at time zone merchant.zone)::date + 1 then line_number.used else 0 end`.as('used_today'),
    ])
    .orderBy('line_number.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

export const countNumbers = async (db: MerchantDb, lineId: string): Promise<number> => {
  const row = await kept(db)
    .where('line_number.line_id', '=', lineId)
    .select(eb => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
};

export const hasNumbers = async (db: MerchantDb, lineId: string): Promise<boolean> => {
  const found = await kept(db).where('line_number.line_id', '=', lineId).select('line_number.id').executeTakeFirst();
  return found !== undefined;
};

/** Undefined when it is not the merchant's or was removed. */
export const findNumber = (db: MerchantDb, id: string) =>
  kept(db)
    .where('line_number.id', '=', id)
    .select([
      'line_number.id',
      'line_number.line_id',
      'line_number.number',
      'line_number.daily_cap',
      'line_number.enabled',
      'line_number.plan_id',
    ])
    .executeTakeFirst();

/** Whether the merchant has this line. */
export const isLine = async (db: MerchantDb, id: string): Promise<boolean> => {
  const line = await db
    .selectFrom('line')
    .select('line.id')
    .where('line.id', '=', id)
    .where('line.removed_at', 'is', null)
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
    .selectFrom('line_number')
    .where('line_number.line_id', '=', lineId)
    .where('line_number.number', 'in', wanted)
    .where('line_number.removed_at', 'is not', null)
    .where(sql<boolean>`line_number.used_on >= ${today}`)
    .where(
      sql<boolean>`not exists (select from line_number other where other.merchant_id = line_number.merchant_id
        and other.line_id = line_number.line_id and other.number = line_number.number and other.removed_at is null)`,
    );
  const rows = await gone.select(sql<string>`max(line_number.id)`.as('id')).groupBy('line_number.number').execute();
  if (rows.length === 0) return 0;
  await db
    .updateTable('line_number')
    .set({
      removed_at: null,
      daily_cap: dailyCap,
      enabled: true,
      plan_id: null,
      claimed_at: sql<Date>`now()`,
      awarded_at: null,
      held_at: null,
    })
    .where(
      'line_number.id',
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
    line_id: lineId,
    ...number,
    daily_cap: dailyCap,
    plan_id: null,
    removed_at: null,
  }));
  const added = await db
    .insertInto('line_number', rows)
    .onConflict(conflict =>
      conflict.columns(['merchant_id', 'line_id', 'number']).where('removed_at', 'is', null).doNothing(),
    )
    .returning('line_number.id')
    .execute();
  return back + added.length;
};

export interface NumberChange extends Partial<PlacedNumber> {
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
      claimed_at: sql<Date>`case when number = ${number} then claimed_at else now() end`,
      // What the platform decided was said of the old one, and its calls were led here.
      awarded_at: sql<Date | null>`case when number = ${number} then awarded_at end`,
      held_at: sql<Date | null>`case when number = ${number} then held_at end`,
    }),
    ...(province !== undefined && { province }),
    ...(city !== undefined && { city }),
    ...(dailyCap !== undefined && { daily_cap: dailyCap }),
    ...(enabled !== undefined && { enabled }),
    ...(planId !== undefined && { plan_id: planId }),
    // Given up: who leads it to a plan again is a newcomer to it.
    ...(planId === null && { claimed_at: sql<Date>`now()`, awarded_at: null, held_at: null }),
  };
  if (Object.keys(row).length === 0) return;
  await db.updateTable('line_number').set(row).where('line_number.id', '=', id).execute();
};

/** The line is at another address: the old one's calls were led here, and of it the platform decided. */
export const forgetDecisions = async (db: MerchantDb, lineId: string): Promise<void> => {
  await db
    .updateTable('line_number')
    .set({ awarded_at: null, held_at: null })
    .where('line_number.line_id', '=', lineId)
    .execute();
};

export const isNumberOfLine = async (db: MerchantDb, lineId: string, number: string, but: string): Promise<boolean> => {
  const found = await kept(db)
    .where('line_number.line_id', '=', lineId)
    .where('line_number.number', '=', number)
    .where('line_number.id', '<>', but)
    .select('line_number.id')
    .executeTakeFirst();
  return found !== undefined;
};

export const markNumberRemoved = async (db: MerchantDb, id: string, at: Date): Promise<void> => {
  await db.updateTable('line_number').set({ removed_at: at }).where('line_number.id', '=', id).execute();
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
    .where('plan.removed_at', 'is', null)
    .executeTakeFirst();
  return plan?.published ?? null;
};
