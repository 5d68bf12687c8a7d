import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { added, columns, figureColumns, partOf, splits, summed, whoseColumns, whoseOf } from './figures.store.ts';

/**
 * Adds what ended calls change to the sums of their hours and days (migrations 0068 and 0170, decisions 30 and 120). One
 * statement a portion: what waits goes from `call_change` as it comes into the sums, so that whoever reads both at once has
 * each call once, whenever a run was cut off.
 */
const PORTION = 5_000;

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
const whose = columns(whoseColumns);
const figures = columns(figureColumns);

const parted = sql.join(
  splits.map(
    split => sql`
      select merchant_id, ${sql.lit(split)} as split, placed_hour, ${whoseOf(split)}, ${partOf(split)} as key, ${figures}
      from taken`,
  ),
  sql` union all `,
);

const foldPortion = async (db: UnscopedDb): Promise<number> => {
  const { rows } = await sql<{ taken: number }>`
    with picked as materialized (
      select merchant_id, hour, id from call_change order by merchant_id, hour, id limit ${PORTION} for update skip locked),
    taken as (
      delete from call_change using picked
      where call_change.merchant_id = picked.merchant_id and call_change.hour = picked.hour and call_change.id = picked.id
      returning call_change.*),
    by_list as (
      insert into call_hour as hour (merchant_id, hour, owner_id, source, ${columns(homeFigures)})
      select merchant_id, hour, owner_id, source, ${summed(homeFigures)}
      from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (merchant_id, hour, owner_id, source) do update set ${added('hour', homeFigures)}),
    by_hour as (
      insert into stat_hour as hour (merchant_id, hour, ${whose}, ${figures})
      select merchant_id, placed_hour, ${whose}, ${summed(figureColumns)}
      from taken group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 4, 5, 6, 7, 8, 9
      on conflict (merchant_id, hour, ${whose}) do update set ${added('hour')}),
    by_day as (
      insert into stat_day as day (merchant_id, split, day, ${whose}, key, ${figures})
      select parted.merchant_id, split, (placed_hour at time zone merchant.zone)::date, ${whose}, key, ${summed(figureColumns)}
      from (${parted}) parted (merchant_id, split, placed_hour, ${whose}, key, ${figures}) join merchant on merchant.id = parted.merchant_id
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
      on conflict (merchant_id, split, day, ${whose}, key) do update set ${added('day')})
    select count(*)::int as taken from taken`.execute(db);
  return rows[0]?.taken ?? 0;
};

/** The job `fold`; it may run as often as it likes, and goes on where it was ended. */
export const foldCalls = async (db: UnscopedDb, signal: AbortSignal): Promise<void> => {
  while ((await foldPortion(db)) === PORTION && !signal.aborted);
};
