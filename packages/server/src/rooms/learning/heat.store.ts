import { sql } from 'kysely';
import { byHand, type Days, instantsOf, type MerchantDb, notByHand, type UnscopedDb } from '../../platform/db/index.ts';
import type { NodeCount } from './heat.view.ts';

/**
 * How many calls pass, leave and end at each node of a plan: counted of the paths of ended calls (`nodes_of_call`), by hour of
 * `listed_at` and by whose they are. A call waits in `call_uncounted` from the transaction that ends it until the job adds it;
 * what waits is counted when asked, in the same statement, so the sum is right whenever the job last ran (decision 30).
 */

/** So many calls are one statement: what a run reads is what ended since the one before. */
const PORTION = 2_000;

const foldPortion = async (db: UnscopedDb): Promise<number> => {
  const { rows } = await sql<{ taken: number }>`
    with picked as materialized (
      select merchant_id, call_id from call_uncounted order by merchant_id, call_id limit ${PORTION} for update skip locked),
    taken as (
      delete from call_uncounted using picked
      where call_uncounted.merchant_id = picked.merchant_id and call_uncounted.call_id = picked.call_id
      returning call_uncounted.*),
    added as (
      insert into node_hour (merchant_id, plan_id, plan_version, hour, owner_id, source, node, what, by, next, n)
      select taken.merchant_id, (ended).plan_id, (ended).plan_version, date_trunc('hour', (ended).listed_at, 'UTC'),
        coalesce((ended).owner_id, 0), call_source(ended), node.node, node.what, node.by, node.next, sum(node.n)
      from taken
        -- By its key, one by one, whatever the statistics say of the table: no run reads all calls.
        cross join lateral (
          select call as ended from call where merchant_id = taken.merchant_id and id = taken.call_id offset 0) one
        cross join lateral nodes_of_call(ended) node
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
      order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
      on conflict (merchant_id, plan_id, plan_version, hour, owner_id, source, node, what, by, next)
      do update set n = node_hour.n + excluded.n)
    select count(*)::int as taken from taken`.execute(db);
  return rows[0]?.taken ?? 0;
};

/** The job `foldNodes`; it may run as often as it likes, and goes on where it was ended. */
export const foldNodes = async (db: UnscopedDb, signal: AbortSignal): Promise<void> => {
  while ((await foldPortion(db)) === PORTION && !signal.aborted);
};

interface HeatWish extends Days {
  readonly planId: string;
  readonly byHand: boolean;
}

/** The counts of a plan's nodes in these days: of the calls that the viewer may see, trials alone or none of them. */
export const nodeCounts = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  { planId, byHand: trials, ...days }: HeatWish,
): Promise<readonly NodeCount[]> => {
  const { since, until } = await instantsOf(unscopedDb, db.merchantId, days);
  const folded = db
    .selectFrom('nodeHour')
    .select(['nodeHour.planVersion', 'nodeHour.node', 'nodeHour.what', 'nodeHour.by', 'nodeHour.next', 'nodeHour.n'])
    .where('nodeHour.planId', '=', planId)
    .where('nodeHour.source', trials ? '=' : '<>', 'hand')
    .where('nodeHour.hour', '>=', since)
    .where('nodeHour.hour', '<', until);
  const waiting = db
    .selectFrom('call')
    .innerJoin('callUncounted', join =>
      join.onRef('callUncounted.merchantId', '=', 'call.merchantId').onRef('callUncounted.callId', '=', 'call.id'),
    )
    .select(['call.planVersion', sql<unknown>`call`.as('ended')])
    .where('call.planId', '=', planId)
    .where(trials ? byHand : notByHand)
    .where('call.listedAt', '>=', since)
    .where('call.listedAt', '<', until);
  const { rows } = await sql<NodeCount>`
    select plan_version, node, what, by, next, sum(n)::int as n from (
      select * from ${folded} folded
      union all
      select plan_version, counted.* from ${waiting} waiting cross join lateral nodes_of_call(waiting.ended) counted) counts
    group by plan_version, node, what, by, next
    having sum(n) <> 0`.execute(unscopedDb);
  return rows;
};
