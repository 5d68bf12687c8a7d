import type { CallState } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/**
 * The seat's newest call with a number that its word may be about: begun then, else within a day. A clock of a page is some minutes
 * wrong. Undefined: there is none.
 */
export const newestCallWith = (
  db: MerchantDb,
  me: string,
  {
    phone,
    direction,
    startedAt,
  }: {
    readonly phone: string;
    readonly direction: 'in' | 'out';
    readonly startedAt: Date | null;
  },
) =>
  db.whole
    .selectFrom('call')
    .select('call.id')
    .where(sql<boolean>`call.seat_id = ${me}`)
    .where('call.phone', '=', phone)
    .where('call.direction', '=', direction)
    .where('call.removedAt', 'is', null)
    .where(
      startedAt === null
        ? sql<boolean>`call.placed_at > now() - interval '1 day'`
        : sql<boolean>`call.placed_at between ${startedAt}::timestamptz - interval '5 minutes'
            and ${startedAt}::timestamptz + interval '5 minutes'`,
    )
    .orderBy('call.placedAt', 'desc')
    .limit(1)
    .executeTakeFirst();

/** One after the other: told twice at once is told once. */
export const lockTelling = async (tx: UnscopedDb, me: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('seat told ' || ${me}::text, 0))`.execute(tx);
};

export interface ToldCall {
  readonly merchantId: string;
  readonly employeeId: string;
  readonly phone: string;
  readonly direction: 'in' | 'out';
  readonly lineId: string;
  readonly lineName: string;
  readonly startedAt: Date;
  readonly talkMs: number;
  readonly state: CallState;
  readonly because: string;
}

/** A record of a call that another telephone carried: no sound, no words, no money. */
export const insertTold = async (tx: UnscopedDb, call: ToldCall): Promise<string> => {
  const endedAt = new Date(call.startedAt.getTime() + call.talkMs);
  const { rows } = await sql<{ id: string }>`
    insert into call (merchant_id, origin, plan_name, line_id, line_name, phone, direction, placed_by, owner_id, seat_id,
      placed_at, answered_at, ended_at, stage, state, fault, may_retry, because, hung_up_by, talk_ms)
    values (${call.merchantId}, 'seat', '', ${call.lineId}, ${call.lineName}, ${call.phone}, ${call.direction},
      ${call.employeeId}, ${call.employeeId}, ${call.employeeId}, ${call.startedAt},
      ${call.state === 'answered' ? call.startedAt : null}, ${endedAt}, 'ended', ${call.state}, 'unknown', false,
      ${call.because}, 'nobody', ${call.state === 'answered' ? call.talkMs : 0})
    returning id`.execute(tx);
  return rows[0]!.id;
};

export const taskThere = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db
    .selectFrom('task')
    .select('task.id')
    .where('task.id', '=', id)
    .where('task.removedAt', 'is', null)
    .executeTakeFirst()) !== undefined;

/** The line of a told call: the one that is named, else the first that can call. */
export const lineOf = (db: MerchantDb, id: string | undefined) => {
  const lines = db.selectFrom('line').select(['line.id', 'line.name']).where('line.removedAt', 'is', null);
  return id === undefined
    ? lines.orderBy('line.practice').orderBy('line.id').limit(1).executeTakeFirst()
    : lines.where('line.id', '=', id).executeTakeFirst();
};

export const planSeen = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db
    .selectFrom('plan')
    .select('plan.id')
    .where('plan.id', '=', id)
    .where('plan.removedAt', 'is', null)
    .executeTakeFirst()) !== undefined;

/** `2026-03-09 08:00:00` on the merchant's clock. */
export const instantOn = async (db: UnscopedDb, merchantId: string, clock: string): Promise<Date> => {
  const { at } = await db
    .selectFrom('merchant')
    .select(sql<Date>`${clock}::timestamp at time zone zone`.as('at'))
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return at;
};
