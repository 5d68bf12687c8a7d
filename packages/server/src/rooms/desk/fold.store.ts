import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/**
 * Adds what ended calls change to the sums of their hours (migration 0068, decision 30). One statement a portion: what waits
 * goes from `call_change` as it comes into `call_hour`, so that whoever reads both at once has each call once, whenever a run
 * was cut off.
 */
const PORTION = 2_000;

const foldPortion = async (db: UnscopedDb): Promise<number> => {
  const { rows } = await sql<{ taken: number }>`
    with picked as materialized (
      select merchant_id, hour, id from call_change order by merchant_id, hour, id limit ${PORTION} for update skip locked),
    taken as (
      delete from call_change using picked
      where call_change.merchant_id = picked.merchant_id and call_change.hour = picked.hour and call_change.id = picked.id
      returning call_change.*),
    added as (
      insert into call_hour as hour (merchant_id, hour, owner_id, source, calls, answered, talk_ms,
        level_a, level_b, level_c, level_d, level_e, level_f, cost)
      select merchant_id, hour, owner_id, source, sum(calls), sum(answered), sum(talk_ms),
        sum(level_a), sum(level_b), sum(level_c), sum(level_d), sum(level_e), sum(level_f), sum(cost)
      from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (merchant_id, hour, owner_id, source) do update set
        calls = hour.calls + excluded.calls, answered = hour.answered + excluded.answered,
        talk_ms = hour.talk_ms + excluded.talk_ms,
        level_a = hour.level_a + excluded.level_a, level_b = hour.level_b + excluded.level_b,
        level_c = hour.level_c + excluded.level_c, level_d = hour.level_d + excluded.level_d,
        level_e = hour.level_e + excluded.level_e, level_f = hour.level_f + excluded.level_f,
        cost = hour.cost + excluded.cost)
    select count(*)::int as taken from taken`.execute(db);
  return rows[0]?.taken ?? 0;
};

/** The job `fold`; it may run as often as it likes, and goes on where it was ended. */
export const foldCalls = async (db: UnscopedDb, signal: AbortSignal): Promise<void> => {
  while ((await foldPortion(db)) === PORTION && !signal.aborted);
};
