import { type RawBuilder, sql } from 'kysely';
import { type Days, type HouseDb, instantsOf, inTransaction, type MerchantDb } from '../../platform/db/index.ts';
import type { NodeCount } from './heat.view.ts';

/**
 * How many calls pass, leave and end at each node of a plan: counted of the paths of ended calls, by hour of `listed_at`,
 * so that a call is in one hour for good, and by whose they are (migrations 0020, 0024). A job folds them; what ended since
 * then is counted when asked, in the same statement, so the sum is right whenever the job last ran.
 */

const callColumns = [
  'call.merchant_id',
  'call.id',
  'call.plan_id',
  'call.plan_version',
  'call.listed_at',
  'call.owner_id',
  'call.ended_node',
  'call.ended_how',
] as const;

/** Counts of these ended calls; `calls` is a query of {@link callColumns}. */
const countsOf = (calls: RawBuilder<unknown>) => sql`
  with ended as (
    select *, date_trunc('hour', listed_at, 'UTC') as hour, coalesce(owner_id, 0) as owner from (${calls}) call),
  step as (
    select ended.*, n, step->>'node' as node, coalesce(step->>'leftBy', '') as by,
      (step->>'knowledge')::boolean as aside
    from ended
      join call_transcript said on said.merchant_id = ended.merchant_id and said.call_id = ended.id
      cross join jsonb_array_elements(said.path) with ordinality of_path (step, n)),
  way as (
    select *, case when aside then '' else coalesce(lead(node) over (partition by id, aside order by n), '') end as next
    from step)
  select plan_id, plan_version, hour, owner, node, 'calls' as what, '' as by, '' as next, count(distinct id) as n
    from way group by plan_id, plan_version, hour, owner, node
  union all
  select plan_id, plan_version, hour, owner, node, 'left', by, next, count(*)
    from way group by plan_id, plan_version, hour, owner, node, by, next
  union all
  select plan_id, plan_version, hour, owner, ended_node, 'ended', ended_how, '', count(*)
    from ended where ended_node is not null group by plan_id, plan_version, hour, owner, ended_node, ended_how`;

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
    const calls = sql`
      select ${sql.join(callColumns.map(column => sql.ref(column)))} from call
      where call.merchant_id = merchant.id and stage = 'ended' and listed_at >= ${since} and listed_at < ${until}`;
    await sql`
      insert into node_hour (merchant_id, plan_id, plan_version, hour, owner_id, node, what, by, next, n)
      select merchant.id, counted.* from merchant cross join lateral (${countsOf(calls)}) counted`.execute(tx);
    await tx.updateTable('node_folded').set({ until }).execute();
    return isMore;
  });

/** The job `foldNodes`, hourly; it may run as often as it likes, and goes on where it was ended. */
export const foldNodes = async (db: HouseDb, signal: AbortSignal): Promise<void> => {
  let isMore = await foldPortion(db, AGAIN);
  while (isMore && !signal.aborted) isMore = await foldPortion(db, sql`interval '0'`);
};

/** The counts of a plan's nodes in these days: of the calls that the viewer may see. */
export const nodeCounts = async (
  houseDb: HouseDb,
  db: MerchantDb,
  planId: string,
  days: Days,
): Promise<readonly NodeCount[]> => {
  const { since, until } = await instantsOf(houseDb, db.merchantId, days);
  const folded = db
    .selectFrom('node_hour')
    .select([
      'node_hour.plan_version',
      'node_hour.node',
      'node_hour.what',
      'node_hour.by',
      'node_hour.next',
      'node_hour.n',
    ])
    .where('node_hour.plan_id', '=', planId)
    .where('node_hour.hour', '>=', since)
    .where('node_hour.hour', '<', until);
  const live = db
    .selectFrom('call')
    .select(callColumns)
    .where('call.plan_id', '=', planId)
    .where('call.stage', '=', 'ended')
    .where('call.listed_at', '<', until)
    .where('call.listed_at', '>=', sql<Date>`greatest(${since}::timestamptz, (select until from node_folded))`);
  const { rows } = await sql<NodeCount>`
    select plan_version, node, what, by, next, sum(n)::int as n from (
      select * from ${folded} folded
      union all
      select plan_version, node, what, by, next, n from (${countsOf(sql`select * from ${live} live`)}) counted) counts
    group by plan_version, node, what, by, next`.execute(houseDb);
  return rows;
};
