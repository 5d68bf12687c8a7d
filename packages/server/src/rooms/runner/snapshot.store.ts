import type { Lane, RetryRules, TaskBecause, TaskState, WeekWindows } from '@lianxian/core';
import { sql } from 'kysely';
import type { HouseDb } from '../../platform/db/index.ts';
import type { TaskLease } from './lease.store.ts';

/** What a tick reads, all under the merchant's pacing lock: few statements, each by an index and bounded. */

export interface LeasedTask {
  /** Whose the task is, and so its calls. */
  readonly createdBy: string;
  readonly planId: string;
  readonly planVersion: number;
  readonly planName: string;
  readonly concurrency: number;
  readonly ringTimeoutMs: number;
  readonly windows: WeekWindows;
  readonly retries: RetryRules;
  readonly state: TaskState;
  readonly because: TaskBecause;
  readonly zone: string;
}

/** Locks the task until the end of the transaction; null when the lease is another's by now, or the task is gone. */
export const lockTask = async (tx: HouseDb, owner: string, lease: TaskLease): Promise<LeasedTask | null> => {
  const { rows } = await sql<LeasedTask>`
    select task.created_by as "createdBy", plan_id as "planId", plan_version as "planVersion", plan_name as "planName", concurrency,
      ring_timeout_s * 1000 as "ringTimeoutMs", windows, retries, state, because, merchant.zone
    from task join merchant on merchant.id = task.merchant_id
    where task.merchant_id = ${lease.merchantId} and task.id = ${lease.taskId} and task.removed_at is null
      and task.owner = ${owner} and task.fence = ${lease.fence}
    for no key update of task`.execute(tx);
  return rows[0] ?? null;
};

export interface TaskCounts {
  readonly total: number;
  readonly fresh: number;
  readonly retrying: number;
  readonly calling: number;
  readonly paceBecause: string;
}

export const countsOf = async (tx: HouseDb, { merchantId, taskId }: TaskLease): Promise<TaskCounts> =>
  tx
    .selectFrom('task_count')
    .select(['total', 'fresh', 'retrying', 'calling', 'pace_because as paceBecause'])
    .where('merchant_id', '=', merchantId)
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow();

export interface TaskPort {
  readonly id: string;
  readonly lineId: string;
  readonly lineName: string;
  readonly practice: boolean;
  readonly removed: boolean;
  /** Its own; empty: one of the line's. */
  readonly callerNumber: string;
  /** Calls that the numbers it may call with can still make today; null: no cap, or no numbers at all. */
  readonly callersLeft: number | null;
  /** Switched on by its owner. */
  readonly enabled: boolean;
  readonly isDown: boolean;
  /** It stands with its carrier, or its gateway with us, where that is how it is reached. */
  readonly isRegistered: boolean;
  /** The line's own hours; null: any. */
  readonly windows: WeekWindows | null;
  readonly taskChannels: number;
  readonly channels: number;
  readonly lineChannels: number;
  /** Fewer while its carrier is congested. */
  readonly callsPerSecond: number;
  /** Ten-thousandths of a yuan a minute; a practice line is free. */
  readonly price: number;
  /** How long the line's rate has let a call start; negative: not yet. */
  readonly idleMs: number;
}

/** A registration is renewed before it ends, and its new end is written with the next looks at lines. */
const WRITTEN_LATE = sql`interval '30 seconds'`;

/** Ports of a task with their lines; removed ones too, so that it is known what the task was meant for. */
export const portsOfTask = async (tx: HouseDb, { merchantId, taskId }: TaskLease): Promise<readonly TaskPort[]> => {
  const { rows } = await sql<TaskPort>`
    select p.id, p.line_id as "lineId", l.name as "lineName", l.practice,
      (p.removed_at is not null or l.removed_at is not null) as removed,
      p.caller_number as "callerNumber", callers.left as "callersLeft", l.enabled, l.windows,
      coalesce(h.state = 'down', false) as "isDown",
      l.practice or l.access = 'address'
        or coalesce(h.state <> 'unknown' and h.registered_until > now() - ${WRITTEN_LATE}, false) as "isRegistered",
      tp.channels as "taskChannels", p.channels, l.channels as "lineChannels",
      least(l.calls_per_second, coalesce(h.slowed_to, l.calls_per_second))::float8 as "callsPerSecond",
      (case when l.practice then 0 else l.price_per_minute * 10000 end)::float8 as price,
      (extract(epoch from clock_timestamp() - greatest(l.paced_until, clock_timestamp() - interval '10 seconds')) * 1000
        )::float8 as "idleMs"
    from task_port tp
      join port p on p.merchant_id = tp.merchant_id and p.id = tp.port_id
      join line l on l.merchant_id = p.merchant_id and l.id = p.line_id
      join merchant m on m.id = tp.merchant_id
      left join line_health h on h.merchant_id = l.merchant_id and h.line_id = l.id
      cross join lateral (
        select case when bool_or(n.enabled and n.daily_cap = 0) then null
            when count(*) > 0 then coalesce(sum(greatest(0, n.daily_cap
              - case when n.used_on between (now() at time zone m.zone)::date and (now() at time zone m.zone)::date + 1 then n.used else 0 end)) filter (where n.enabled), 0)
          end::int as left
        from line_number n
        where n.merchant_id = l.merchant_id and n.line_id = l.id and n.removed_at is null
          and p.caller_number in ('', n.number)) callers
    where tp.merchant_id = ${merchantId} and tp.task_id = ${taskId}
    order by p.id`.execute(tx);
  return rows;
};

export interface LiveCount {
  readonly taskId: string | null;
  readonly portId: string | null;
  readonly lineId: string;
  readonly calls: number;
}

/** All calls of a merchant that are placed or live, one that is handed over counted twice: it takes two channels. */
export const liveCounts = async (tx: HouseDb, merchantId: string): Promise<readonly LiveCount[]> => {
  const { rows } = await sql<LiveCount>`
    select task_id as "taskId", port_id as "portId", line_id as "lineId", sum(legs)::int as calls
    from call where merchant_id = ${merchantId} and stage <> 'ended'
    group by task_id, port_id, line_id`.execute(tx);
  return rows;
};

/** Calls that living nodes have room for, those that are placed and not taken yet counted off. */
export const nodeRoom = async (tx: HouseDb): Promise<number> => {
  const { rows } = await sql<{ room: number }>`
    select (coalesce((select sum(capacity) from calls_node where not draining
          and heartbeat_at between now() - interval '15 seconds' and now() + interval '15 seconds'), 0)
        - (select count(*) from call where stage <> 'ended'))::int as room`.execute(tx);
  return Math.max(0, rows[0]?.room ?? 0);
};

export interface LaneDue {
  readonly lane: Lane;
  /** Numbers that may be dialled now, fresh ones and retries, each counted to the bound. */
  readonly due: number;
  /** Any number waits in this lane, due or not. */
  readonly any: boolean;
  /** Until the first retry is due; null where there is none. */
  readonly nextMs: number | null;
}

export const dueByLane = async (
  tx: HouseDb,
  { merchantId, taskId }: TaskLease,
  bound: number,
): Promise<readonly LaneDue[]> => {
  const waiting = (state: 'fresh' | 'retry') =>
    sql`select 1 from callee c where c.merchant_id = ${merchantId} and c.task_id = ${taskId} and c.lane = lanes.lane
      and c.state = ${sql.lit(state)}`;
  const { rows } = await sql<LaneDue>`
    select lanes.lane, (fresh.n + retries.n)::int as due, (fresh.n > 0 or first.ms is not null) as any, first.ms as "nextMs"
    from unnest(array[0, 1, 2]::smallint[]) lanes(lane)
      cross join lateral (select count(*) as n from (${waiting('fresh')} limit ${bound}) counted) fresh
      cross join lateral (select count(*) as n from (${waiting('retry')} and c.due_at <= now() limit ${bound}) counted) retries
      cross join lateral (select (extract(epoch from min(c.due_at) - now()) * 1000)::float8 as ms from callee c
        where c.merchant_id = ${merchantId} and c.task_id = ${taskId} and c.lane = lanes.lane and c.state = 'retry') first
    order by lanes.lane`.execute(tx);
  return rows;
};

/** The longest talk of a published version, in ms. */
export const longestTalk = async (
  tx: HouseDb,
  merchantId: string,
  planId: string,
  version: number,
): Promise<number> => {
  const { rows } = await sql<{ ms: number }>`
    select (graph #>> '{defaults,longestMs}')::int as ms from plan_version
    where merchant_id = ${merchantId} and plan_id = ${planId} and version = ${version}`.execute(tx);
  return rows[0]?.ms ?? 0;
};

/** An import into the task goes on: what is settled now is not the end. */
export const isBeingFilled = async (tx: HouseDb, { merchantId, taskId }: TaskLease): Promise<boolean> => {
  const { rows } = await sql`
    select from batch
    where merchant_id = ${merchantId} and kind = 'callees.import' and state = 'running' and input ->> 'taskId' = ${taskId}
    limit 1`.execute(tx);
  return rows.length > 0;
};
