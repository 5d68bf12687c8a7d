import { type RawBuilder, sql } from 'kysely';
import { inTransaction, lockRecount, type UnscopedDb } from '../../platform/db/index.ts';
import {
  added,
  columns,
  figureColumns,
  partOf,
  type RecountedDay,
  type Split,
  splits,
  whoseColumns,
  whoseOf,
} from './figures.store.ts';
import { recountNodes } from './nodes.store.ts';

/**
 * Sums made anew of the calls that there are, while calls run: each statement adds to a day what the calls say more, or less,
 * than the sums and what waits for them together, all three of one instant. What is folded meanwhile adds to the same rows, and so
 * neither loses the other's.
 */
const whose = columns(whoseColumns);
const figures = columns(figureColumns);
const less = columns(figureColumns.map(name => `-${name}`));
const differences = sql.join(figureColumns.map(name => sql.raw(`sum(${name}) as ${name}`)));
const differs = sql.join(
  figureColumns.map(name => sql.raw(`sum(${name}) <> 0`)),
  sql` or `,
);

/**
 * Of a merchant `m`: the first day that is whole in the list of calls, and the last that has something. Where sums are older than the
 * oldest call, retention took months away, and the oldest day may be a part of one: what is counted of it stays.
 */
const wholeDays = sql`
  select date_trunc('day', oldest.at at time zone m.zone) + case when was.purged then interval '1 day' else interval '0' end as first,
    date_trunc('day', greatest(newest.at, summed.at) at time zone m.zone) as last
  from (select placed_at as at from call where call.merchant_id = m.id order by listed_at limit 1) oldest
    cross join lateral (
      select listed_at as at from call where call.merchant_id = m.id order by listed_at desc limit 1) newest
    cross join lateral (select max(h.hour) as at from stat_hour h where h.merchant_id = m.id) summed
    cross join lateral (select exists (select from stat_hour h
      where h.merchant_id = m.id and h.hour < date_trunc('hour', oldest.at, m.zone)) as purged) was`;

/** Oldest first. */
export const daysToRecount = async (db: UnscopedDb): Promise<readonly RecountedDay[]> => {
  const { rows } = await sql<RecountedDay>`
    select m.id as merchant_id, to_char(day, 'YYYY-MM-DD') as day, day at time zone m.zone as since,
      (day + interval '1 day') at time zone m.zone as until
    from merchant m cross join lateral (${wholeDays}) days
      cross join lateral generate_series(days.first, days.last, interval '1 day') day
    order by m.id, day`.execute(db);
  return rows;
};

/** Still: a month that leaves waits until whoever asked is done. */
const isWhole = async (tx: UnscopedDb, { merchantId, day }: RecountedDay): Promise<boolean> => {
  const { rows } = await sql<{ whole: boolean }>`
    select ${day}::date >= days.first as whole from merchant m cross join lateral (${wholeDays}) days
    where m.id = ${merchantId}`.execute(tx);
  return rows[0]?.whole === true;
};

/** Calls placed on that day that are over; a call is listed at most an hour after it was placed. */
const ofCalls = ({ merchantId, since, until }: RecountedDay) => sql`
  from call cross join lateral call_sums(call, 1) s
  where call.merchant_id = ${merchantId} and call.placed_at >= ${since} and call.placed_at < ${until}
    and call.listed_at >= ${since} and call.listed_at < ${until}::timestamptz + interval '1 hour' and call.stage = 'ended'`;
const waiting = ({ merchantId, since, until }: RecountedDay) => sql`
  from call_change where merchant_id = ${merchantId} and placed_hour >= ${since} and placed_hour < ${until}`;

const recountHours = async (db: UnscopedDb, day: RecountedDay): Promise<void> => {
  const { merchantId, since, until } = day;
  await sql`
    insert into stat_hour as hour (merchant_id, hour, ${whose}, ${figures})
    select ${merchantId}::bigint, hour, ${whose}, ${differences} from (
      select placed_hour as hour, ${columns(whoseColumns, 's')}, ${columns(figureColumns, 's')} ${ofCalls(day)}
      union all select placed_hour, ${whose}, ${less} ${waiting(day)}
      union all select hour, ${whose}, ${less} from stat_hour
        where merchant_id = ${merchantId} and hour >= ${since} and hour < ${until}) known
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having ${differs} order by 1, 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (merchant_id, hour, ${whose}) do update set ${added('hour')}`.execute(db);
};

const recountSplit = async (db: UnscopedDb, day: RecountedDay, split: Split): Promise<void> => {
  await sql`
    insert into stat_day as day (merchant_id, split, day, ${whose}, key, ${figures})
    select ${day.merchantId}::bigint, ${split}, ${day.day}::date, ${whose}, key, ${differences} from (
      select ${whoseOf(split, 's')}, ${partOf(split, 's')}, ${columns(figureColumns, 's')} ${ofCalls(day)}
      union all select ${whoseOf(split)}, ${partOf(split)}, ${less} ${waiting(day)}
      union all select ${whose}, key, ${less} from stat_day
        where merchant_id = ${day.merchantId} and split = ${split} and day = ${day.day}::date) known (${whose}, key, ${figures})
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 having ${differs} order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    on conflict (merchant_id, split, day, ${whose}, key) do update set ${added('day')}`.execute(db);
};

const homeFigures = [
  'calls',
  'answered',
  'talk_ms',
  'level_a',
  'level_b',
  'level_c',
  'level_d',
  'level_e',
  'level_f',
  'cost',
];

/** By the hour in which the list has them, as home asks. */
const recountHome = async (db: UnscopedDb, { merchantId, since, until }: RecountedDay): Promise<void> => {
  const within = (hour: RawBuilder<unknown>) =>
    sql`merchant_id = ${merchantId} and ${hour} >= ${since} and ${hour} < ${until}`;
  const negative = columns(homeFigures.map(name => `-${name}`));
  await sql`
    insert into call_hour as hour (merchant_id, hour, owner_id, source, ${columns(homeFigures)})
    select ${merchantId}::bigint, hour, owner_id, source, ${sql.join(homeFigures.map(name => sql.raw(`sum(${name})`)))} from (
      select s.hour, s.owner_id, s.source, ${columns(homeFigures, 's')}
        from call cross join lateral call_in_hour(call, 1) s
        where call.merchant_id = ${merchantId} and call.listed_at >= ${since} and call.listed_at < ${until}
          and call.stage = 'ended'
      union all select hour, owner_id, source, ${negative} from call_change where ${within(sql`hour`)}
      union all select hour, owner_id, source, ${negative} from call_hour where ${within(sql`hour`)}) known
    group by 1, 2, 3, 4
    having ${sql.join(
      homeFigures.map(name => sql.raw(`sum(${name}) <> 0`)),
      sql` or `,
    )} order by 1, 2, 3, 4
    on conflict (merchant_id, hour, owner_id, source) do update set ${added('hour', homeFigures)}`.execute(db);
};

/**
 * Each of its statements is a transaction of its own: cut off anywhere, what was made anew is right, and what was not is as it was.
 * None holds rows of two tables, which a fold takes in an order of its own.
 */
export const recountDay = async (db: UnscopedDb, day: RecountedDay): Promise<void> => {
  const alone = (work: (tx: UnscopedDb) => Promise<void>): Promise<void> =>
    inTransaction(db, async tx => {
      await lockRecount(tx, day.merchantId);
      if (await isWhole(tx, day)) await work(tx);
    });
  await alone(tx => recountHome(tx, day));
  await alone(tx => recountNodes(tx, day));
  await alone(tx => recountHours(tx, day));
  for (const split of splits) await alone(tx => recountSplit(tx, day, split));
};
