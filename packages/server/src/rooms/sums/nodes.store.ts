import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { RecountedDay } from './figures.store.ts';

/**
 * Counts of a plan's nodes made anew of the paths of a day's calls, in the way of the other sums: what the calls say more, or less,
 * than the counts, of one instant; calls that wait to be counted are left to that. A day with calls whose paths an earlier
 * release took together with their words stays as it was counted.
 */
const keys = sql.raw('plan_id, plan_version, hour, owner_id, source, node, what, by, next');

export const recountNodes = async (db: UnscopedDb, { merchantId, since, until }: RecountedDay): Promise<void> => {
  const hour = sql`date_trunc('hour', call.listed_at, 'UTC')`;
  const ofDay = sql`call.merchant_id = ${merchantId} and call.listed_at >= ${since}
    and call.listed_at < ${until}::timestamptz + interval '1 hour' and ${hour} >= ${since} and ${hour} < ${until}
    and call.stage = 'ended' and call.removed_at is null`;
  await sql`
    insert into node_hour (merchant_id, ${keys}, n)
    select ${merchantId}::bigint, ${keys}, sum(n) from (
      select call.plan_id, call.plan_version, ${hour} as hour, coalesce(call.owner_id, 0) as owner_id,
        call_source(call) as source, counted.*
      from call cross join lateral nodes_of_call(call) counted
      where ${ofDay} and call.plan_id is not null and not exists (select from call_uncounted waiting
        where waiting.merchant_id = call.merchant_id and waiting.call_id = call.id)
      union all select ${keys}, -n from node_hour
        where merchant_id = ${merchantId} and hour >= ${since} and hour < ${until}) known
    where not exists (select from call join call_transcript said
        on said.merchant_id = call.merchant_id and said.call_id = call.id
      where ${ofDay} and call.turns > 0 and said.path = '[]' and said.lines = '[]')
    group by ${keys} having sum(n) <> 0 order by ${keys}
    on conflict (merchant_id, ${keys}) do update set n = node_hour.n + excluded.n`.execute(db);
};
