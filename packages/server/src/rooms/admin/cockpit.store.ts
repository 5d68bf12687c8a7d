import { type RawBuilder, sql } from 'kysely';
import { NODE_LIVES, type UnscopedDb } from '../../platform/db/index.ts';
import { isDead } from '../lines/index.ts';

/** Of each list; who has more to look after begins with these. */
const SHOWN = 10;
/** Younger calls than this tell how a task does now. */
const LATELY = sql`interval '15 minutes'`;
/** Fewer may fail by chance. */
const FEWEST_CALLS = 10;

interface Owned {
  readonly merchantId: string;
  readonly merchantNumber: string;
  readonly merchantName: string;
  /** The platform has nothing of its own here. */
  readonly merchantKind: 'merchant' | 'reseller';
}
/** Rows with how many there are in all. */
interface Some<Row> {
  readonly total: number;
  readonly list: readonly Row[];
}

const keptBy = (resellerId: string | null) =>
  resellerId === null ? sql`m.kind <> 'platform'` : sql`m.kind = 'merchant' and m.reseller_id = ${resellerId}`;
const owned = sql`m.id as merchant_id, m.number as merchant_number, m.name as merchant_name, m.kind as merchant_kind,
  (count(*) over ())::int as total`;

const some = async <Row extends object>(
  db: UnscopedDb,
  query: RawBuilder<Row & Owned & { readonly total: number }>,
): Promise<Some<Row & Owned>> => {
  const { rows } = await query.execute(db);
  return { total: rows[0]?.total ?? 0, list: rows.map(({ total: _, ...row }) => row as unknown as Row & Owned) };
};

/** Calls of tasks in each of the last sixty minutes, the one that runs last; as in the overview none of what resellers have of their own. */
export const callsByMinute = async (db: UnscopedDb, resellerId: string | null): Promise<readonly number[]> => {
  const { rows } = await sql<{ calls: number }>`
    select coalesce(sum(found.calls), 0)::int as calls
    from generate_series(0, 59) as at (minute)
      left join (
        select 59 - floor(extract(epoch from date_trunc('minute', now()) + interval '1 minute' - lately.listed_at) / 60)
          as minute, count(*) as calls
        from merchant m
          cross join lateral (
            select listed_at from call where call.merchant_id = m.id and task_id is not null
              and listed_at >= date_trunc('minute', now()) - interval '59 minutes' and listed_at <= now()) lately
        where ${keptBy(resellerId)} and m.kind = 'merchant'
        group by 1) found on found.minute = at.minute
    group by at.minute order by at.minute`.execute(db);
  return rows.map(row => row.calls);
};

interface DeadLine {
  readonly name: string;
  readonly since: Date;
}
/** Lines that do not answer, and lines that refuse every call and rest (decision 55): since they last carried one. */
export const deadLines = (db: UnscopedDb, resellerId: string | null): Promise<Some<DeadLine & Owned>> =>
  some<DeadLine>(
    db,
    sql`select ${owned}, line.name,
        case when health.state = 'down' then health.since else coalesce(health.carried_at, health.since) end as since
      from merchant m
        join line on line.merchant_id = m.id and line.enabled and line.removed_at is null
        join line_health health on health.merchant_id = line.merchant_id and health.line_id = line.id
      where ${keptBy(resellerId)} and m.active and ${isDead(sql`health`)}
      order by since, line.id limit ${SHOWN}`,
  );

interface LowBalance {
  readonly available: string;
  readonly lastDay: string;
}
/** Who calls over lines that cost, and has less left than the last day did. */
export const lowBalances = (db: UnscopedDb, resellerId: string | null): Promise<Some<LowBalance & Owned>> =>
  some<LowBalance>(
    db,
    sql`select ${owned}, trim_scale(coalesce(b.amount - b.reserved, 0))::text as available,
        trim_scale(day.cost)::text as last_day
      from merchant m
        left join balance b on b.merchant_id = m.id
        cross join lateral (
          select coalesce(sum(cost), 0) as cost from call
          where call.merchant_id = m.id and listed_at >= now() - interval '1 day') day
      where ${keptBy(resellerId)} and m.active
        and exists (select from line where line.merchant_id = m.id and line.enabled and line.removed_at is null
          and line.price_per_minute > 0)
        and coalesce(b.amount - b.reserved, 0) <= day.cost
      order by coalesce(b.amount - b.reserved, 0), m.id limit ${SHOWN}`,
  );

interface FailingTask {
  readonly name: string;
  readonly calls: number;
  readonly failed: number;
}
/** Running tasks of whose last calls more than half failed by a line or by us. */
export const failingTasks = (db: UnscopedDb, resellerId: string | null): Promise<Some<FailingTask & Owned>> =>
  some<FailingTask>(
    db,
    sql`select ${owned}, task.name, lately.calls, lately.failed
      from merchant m
        join task on task.merchant_id = m.id and task.state = 'running' and task.removed_at is null
        cross join lateral (
          select count(*)::int as calls, (count(*) filter (where fault in ('carrier', 'us')))::int as failed
          from call where call.merchant_id = m.id and call.task_id = task.id and call.stage = 'ended'
            and call.listed_at >= now() - ${LATELY}) lately
      where ${keptBy(resellerId)} and m.active
        and lately.calls >= ${FEWEST_CALLS} and lately.failed * 2 > lately.calls
      order by lately.failed desc, task.id limit ${SHOWN}`,
  );

interface Node {
  readonly id: string;
  readonly address: string;
  readonly version: string;
  readonly calls: number;
  readonly capacity: number;
  readonly state: 'alive' | 'draining' | 'silent';
}
/** Nodes that showed themselves within a day; one that is silent should be looked at. */
export const nodes = async (db: UnscopedDb): Promise<readonly Node[]> => {
  const { rows } = await sql<Node>`
    select id, address, version, calls, capacity,
      case when not ${NODE_LIVES} then 'silent' when draining then 'draining' else 'alive'
      end as state
    from calls_node where heartbeat_at > now() - interval '1 day'
    order by heartbeat_at desc, id limit 50`.execute(db);
  return rows;
};
