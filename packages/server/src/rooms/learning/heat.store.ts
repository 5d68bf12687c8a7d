import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type HouseDb, inTransaction } from '../../platform/db/index.ts';
import type { NodeCount } from './heat.view.ts';

/**
 * How many calls pass, leave and end at each node of a plan: counted of the paths of ended calls, by hour of `listed_at`,
 * so that a call is in one hour for good (migration 0020). A job folds them; what ended since then is counted when asked,
 * in the same statement, so the sum is right whenever the job last ran.
 */

/** Counts of the calls that `which` (a condition on `call`) finds; it names the merchant. */
const countsOf = (which: RawBuilder<SqlBool>) => sql`
  with step as (
    select call.id, plan_id, plan_version, date_trunc('hour', listed_at, 'UTC') as hour, n,
      step->>'node' as node, coalesce(step->>'leftBy', '') as by, (step->>'knowledge')::boolean as aside
    from call
      join call_transcript said on said.merchant_id = call.merchant_id and said.call_id = call.id
      cross join jsonb_array_elements(said.path) with ordinality of_path (step, n)
    where stage = 'ended' and ${which}),
  way as (
    select *, case when aside then '' else coalesce(lead(node) over (partition by id, aside order by n), '') end as next
    from step)
  select plan_id, plan_version, hour, node, 'calls' as what, '' as by, '' as next, count(distinct id) as n
    from way group by plan_id, plan_version, hour, node
  union all
  select plan_id, plan_version, hour, node, 'left', by, next, count(*)
    from way group by plan_id, plan_version, hour, node, by, next
  union all
  select plan_id, plan_version, date_trunc('hour', listed_at, 'UTC'), ended_node, 'ended', ended_how, '', count(*)
    from call where stage = 'ended' and ended_node is not null and ${which}
    group by plan_id, plan_version, date_trunc('hour', listed_at, 'UTC'), ended_node, ended_how`;

/** What was filed late, e.g. after the database was away, finds its hour. */
const AGAIN = sql`interval '26 hours'`;
/** What is being filed this minute is left for the next run. */
const REST = sql`interval '1 minute'`;
/** So much is one transaction: the first run has all the calls of earlier releases before it. */
const PORTION = sql`interval '1 day'`;

/** The first call of all; every merchant's own first is one look into an index. */
const firstCall = sql<Date | null>`(select min(first.listed_at) from merchant cross join lateral (
  select listed_at from call where call.merchant_id = merchant.id order by listed_at, id limit 1) first)`;

/** Folds from where the last one ended, beginning so much earlier; whether there is more. */
const foldPortion = (db: HouseDb, earlier: RawBuilder<unknown>): Promise<boolean> =>
  inTransaction(db, async tx => {
    const begin = sql`greatest(until, coalesce(${firstCall}, now() - ${REST}))`;
    const { since, until, isMore } = await tx
      .selectFrom('node_folded')
      .select([
        sql<Date>`date_trunc('hour', ${begin} - ${earlier}, 'UTC')`.as('since'),
        sql<Date>`least(${begin} + ${PORTION}, now() - ${REST})`.as('until'),
        sql<boolean>`${begin} + ${PORTION} < now() - ${REST}`.as('isMore'),
      ])
      .forUpdate()
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('node_hour').where('hour', '>=', since).execute();
    const which = sql<SqlBool>`call.merchant_id = merchant.id and listed_at >= ${since} and listed_at < ${until}`;
    await sql`
      insert into node_hour (merchant_id, plan_id, plan_version, hour, node, what, by, next, n)
      select merchant.id, counted.* from merchant cross join lateral (${countsOf(which)}) counted`.execute(tx);
    await tx.updateTable('node_folded').set({ until }).execute();
    return isMore;
  });

/** The job `foldNodes`, hourly; it may run as often as it likes, and goes on where it was ended. */
export const foldNodes = async (db: HouseDb, signal: AbortSignal): Promise<void> => {
  let isMore = await foldPortion(db, AGAIN);
  while (isMore && !signal.aborted) isMore = await foldPortion(db, sql`interval '0'`);
};

/** Days of the merchant, both included. */
export interface PlanDays {
  readonly merchantId: string;
  readonly planId: string;
  readonly from: string;
  readonly to: string;
  readonly version: number | null;
}

/** Instants of the days; `until` is excluded. */
export const instantsOf = (db: HouseDb, { merchantId, from, to }: PlanDays) =>
  db
    .selectFrom('merchant')
    .select([
      sql<Date>`(${from}::date)::timestamp at time zone zone`.as('since'),
      sql<Date>`(${to}::date + 1)::timestamp at time zone zone`.as('until'),
    ])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();

export const nodeCounts = async (db: HouseDb, days: PlanDays): Promise<readonly NodeCount[]> => {
  const { since, until } = await instantsOf(db, days);
  const { merchantId, planId } = days;
  const live = sql<SqlBool>`call.merchant_id = ${merchantId} and plan_id = ${planId} and listed_at < ${until}
    and listed_at >= greatest(${since}::timestamptz, (select until from node_folded))`;
  const { rows } = await sql<NodeCount>`
    select plan_version, node, what, by, next, sum(n)::int as n from (
      select plan_version, node, what, by, next, n from node_hour
        where merchant_id = ${merchantId} and plan_id = ${planId} and hour >= ${since} and hour < ${until}
      union all
      select plan_version, node, what, by, next, n from (${countsOf(live)}) counted) counts
    group by plan_version, node, what, by, next`.execute(db);
  return rows;
};
