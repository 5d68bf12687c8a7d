import type { CallsSeen } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { provinceOf } from '../segments/index.ts';
import type { TaskKey } from '../task-board/index.ts';
import type { FreshOfProvince } from './list.policy.ts';

/** What a merchant's last calls were like, and where the numbers of a list live: each read by an index, and bounded. */
const LOOKED_AT = 20_000;

/**
 * What calls came to by the call before, hour and province. A redial whose call before is not among those looked at says
 * nothing of what came after it, and is left out.
 */
const habitsOf = async (db: UnscopedDb, which: RawBuilder<unknown>, zone: string): Promise<readonly CallsSeen[]> => {
  const { rows } = await sql<CallsSeen>`
    with last as materialized (
      select task_id, callee_id, attempt, state, placed_at, ended_at, talk_ms, bill_unit_s, province from call
      where ${which} and stage = 'ended' and (dialled_at is not null or state <> 'cancelled')
      order by listed_at desc, id desc limit ${sql.lit(LOOKED_AT)}),
    told as (
      select last.*, lag(state) over one as before, lag(attempt) over one as before_attempt from last
      window one as (partition by task_id, callee_id order by attempt))
    select before, state, extract(hour from placed_at at time zone ${zone})::int as hour, nullif(province, '') as province,
      count(*)::int as calls, sum(extract(epoch from ended_at - placed_at))::float8 as seconds,
      sum(ceil(talk_ms / 1000.0 / bill_unit_s) * bill_unit_s / 60.0)::float8 as minutes
    from told where attempt = 1 or before_attempt = attempt - 1
    group by 1, 2, 3, 4`.execute(db);
  return rows;
};

export const habitsOfTask = (db: UnscopedDb, { merchantId, taskId }: TaskKey, zone: string) =>
  habitsOf(db, sql`merchant_id = ${merchantId} and task_id = ${taskId}`, zone);

/** Of the calls of one day. */
export const habitsOfDay = (
  db: UnscopedDb,
  { merchantId, taskId }: TaskKey,
  { from, to, zone }: { readonly from: Date; readonly to: Date; readonly zone: string },
) =>
  habitsOf(
    db,
    sql`merchant_id = ${merchantId} and task_id = ${taskId} and listed_at >= ${from} and placed_at >= ${from} and placed_at < ${to}`,
    zone,
  );

/** Of all its tasks. Practice numbers answer as they were made to: their calls say nothing of others. */
export const habitsOfMerchant = (db: UnscopedDb, merchantId: string, { zone, practice }: HabitsWish) =>
  habitsOf(db, sql`merchant_id = ${merchantId} and task_id is not null and practice = ${practice}`, zone);
interface HabitsWish {
  readonly zone: string;
  readonly practice: boolean;
}

/** As many places spread over the list, and so many numbers of each. */
const PLACES = 200;
const OF_A_PLACE = 25;

/** Where those who were never called live: of five thousand numbers at most, taken from all over the list. */
export const freshByProvince = async (
  db: UnscopedDb,
  { merchantId, taskId }: TaskKey,
): Promise<readonly FreshOfProvince[]> => {
  const own = sql`c.merchant_id = ${merchantId} and c.task_id = ${taskId}`;
  const { rows } = await sql<FreshOfProvince>`
    with ends as (
      select (select min(c.id) from callee c where ${own}) as first, (select max(c.id) from callee c where ${own}) as last),
    sample as (
      select distinct on (c.id) c.lane, c.phone
      from ends cross join generate_series(0, ${sql.lit(PLACES - 1)}) nth cross join lateral (
        select c.id, c.lane, c.phone, c.state from callee c
        where ${own} and c.id >= first + (last - first) * nth / ${sql.lit(PLACES)}
        order by c.id limit ${sql.lit(OF_A_PLACE)}) c
      where c.state = 'fresh' order by c.id)
    select lane, ${provinceOf(sql`sample.phone`)} as province, count(*)::int as numbers from sample group by 1, 2`.execute(
    db,
  );
  return rows;
};

/** The instant at which a clock of this zone shows a minute, 2026-11-29T09:00. */
export const instantIn = async (db: UnscopedDb, zone: string, minute: string): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`select ${minute}::timestamp at time zone ${zone} as at`.execute(db);
  return rows[0]!.at;
};
