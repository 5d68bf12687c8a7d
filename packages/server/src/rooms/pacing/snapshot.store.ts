import {
  type AbroadWay,
  type BillUnit,
  type Calendar,
  type Lane,
  lanes,
  type TaskBecause,
  type TaskState,
  type WeekWindows,
} from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import { LIVE_IDS, NODE_LIVES, pacingLock, rowAsJson, rowsAsJson, type UnscopedDb } from '../../platform/db/index.ts';
import { availableQuery, type BudgetLeft, budgetQuery } from '../billing/index.ts';
import { isDead } from '../lines/index.ts';
import { type CallingRules, calendarOfTask, callingRulesQuery } from '../rules/index.ts';
import type { TaskLease } from './lease.ts';
import type { FoundInLane, Marks } from './marks.ts';

/**
 * What a tick reads, all under the merchant's pacing lock, in two statements: the lock with the task's row, and everything
 * else. Each part is by an index and bounded, whatever of the list was dialled.
 */

export interface LeasedTask {
  /** Whose the task is, and so its calls. */
  readonly createdBy: string;
  readonly planId: string;
  readonly planVersion: number;
  readonly planName: string;
  readonly concurrency: number;
  readonly ringTimeoutMs: number;
  readonly calendar: Calendar;
  readonly state: TaskState;
  readonly because: TaskBecause;
  readonly zone: string;
  /** When it begins; null: it was begun by hand. */
  readonly startsAt: Date | null;
  /** The last day on which it calls, of the merchant's calendar. */
  readonly endsOn: string | null;
}

/**
 * Takes the merchant's pacing lock, then the task's row, until the end of the transaction; null when the lease is another's
 * by now, or the task is gone. A list is dialled while statistics of it are old, or there are none: what this transaction
 * reads it reads by indexes, whatever the planner takes the list for (and compiles nothing for it).
 */
export const lockTask = async (tx: UnscopedDb, owner: string, lease: TaskLease): Promise<LeasedTask | null> => {
  const { rows } = await sql<LeasedTask>`
    with pacing as materialized (
      select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), ${pacingLock(lease.merchantId)})
    select task.created_by, plan_id, plan_version, plan_name, concurrency, ring_timeout_s * 1000 as ring_timeout_ms,
      ${calendarOfTask} as calendar, state, because, merchant.zone, starts_at, ends_on::text as ends_on
    from task join merchant on merchant.id = task.merchant_id cross join pacing
    where task.merchant_id = ${lease.merchantId} and task.id = ${lease.taskId} and task.removed_at is null
      and task.owner = ${owner} and task.fence = ${lease.fence}
    for no key update of task`.execute(tx);
  return rows[0] ?? null;
};

interface TaskCounts {
  readonly total: number;
  readonly fresh: number;
  readonly retrying: number;
  readonly calling: number;
  readonly paceBecause: string;
}

const countsQuery = ({ merchantId, taskId }: TaskLease) => sql`
  select total, fresh, retrying, calling, pace_because as "paceBecause"
  from task_count where merchant_id = ${merchantId} and task_id = ${taskId}`;

export interface TaskPort {
  readonly id: string;
  readonly lineId: string;
  readonly lineName: string;
  readonly practice: boolean;
  /** How its line dials numbers of other countries. */
  readonly abroad: AbroadWay;
  readonly removed: boolean;
  /** Its own; empty: one of the line's. */
  readonly callerNumber: string;
  /** Calls that the numbers it may call with can still make today; null: no cap, or no numbers at all. */
  readonly callersLeft: number | null;
  /** Its line has numbers of its own, one of which makes each call. */
  readonly hasNumbers: boolean;
  /** Switched on by its owner. */
  readonly enabled: boolean;
  readonly isDown: boolean;
  /** It refused every call and is left alone for so long (decision 55); null: it is not. */
  readonly restsForMs: number | null;
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
  readonly unitS: BillUnit;
  /** How long the line's rate has let a call start; negative: not yet. */
  readonly idleMs: number;
}

type TaskKey = Pick<TaskLease, 'merchantId' | 'taskId'>;

/** A registration is renewed before it ends, and its new end is written with the next looks at lines. */
const WRITTEN_LATE = sql`interval '30 seconds'`;

/** Ports of a task with their lines; removed ones too, so that it is known what the task was meant for. */
const portsQuery = ({ merchantId, taskId }: TaskKey) => sql`
    select p.id::text, p.line_id::text as "lineId", l.name as "lineName", l.practice, l.abroad,
      (p.removed_at is not null or l.removed_at is not null) as removed,
      p.caller_number as "callerNumber", callers.left as "callersLeft",
      exists (select from line_number n where n.merchant_id = l.merchant_id and n.line_id = l.id and n.removed_at is null)
        as "hasNumbers", l.enabled, l.windows,
      ${isDead(sql`h`)} as "isDown",
      case when h.rests_until > now() then (extract(epoch from h.rests_until - now()) * 1000)::float8 end as "restsForMs",
      l.practice or l.access = 'address'
        or coalesce(h.state <> 'unknown' and h.registered_until > now() - ${WRITTEN_LATE}, false) as "isRegistered",
      tp.channels as "taskChannels", p.channels,
      -- After a rest one call tries it, before many do.
      case when coalesce(h.rests, 0) > 0 then 1 else l.channels end as "lineChannels",
      least(l.calls_per_second, coalesce(h.slowed_to, l.calls_per_second))::float8 as "callsPerSecond",
      (case when l.practice then 0 else l.price_per_minute * 10000 end)::float8 as price, l.bill_unit_s as "unitS",
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
    order by p.id`;

/** The same as a tick sees them, for who only looks. */
export const portsNow = async (db: UnscopedDb, task: TaskKey): Promise<readonly TaskPort[]> =>
  (await sql<TaskPort>`${portsQuery(task)}`.execute(db)).rows;

export interface LiveCount {
  readonly taskId: string | null;
  readonly portId: string | null;
  readonly lineId: string;
  readonly calls: number;
}

/** All calls of a merchant that are placed or live, one that is handed over counted twice: it takes two channels. */
const liveQuery = (merchantId: string) => sql`
  select task_id::text as "taskId", port_id::text as "portId", line_id::text as "lineId", sum(legs)::int as calls
  from call where merchant_id = ${merchantId} and stage <> 'ended' and id >= ${LIVE_IDS}
  group by task_id, port_id, line_id`;

/**
 * Calls that living nodes have room for, those that are placed and not taken yet counted off. Another merchant's tick may
 * take it meanwhile: it is asked again right before the commit (`calls_fit_nodes`, migration 0031).
 */
const nodeRoomQuery = sql`
  select greatest(0, coalesce((select sum(capacity) from calls_node where not draining
      and ${NODE_LIVES}), 0)
    - (select count(*) from call where stage <> 'ended' and id >= ${LIVE_IDS}
        and not exists (select from calls_node n where n.id = call.owner and n.draining)))::int`;

/** Calls that are left of those to be looked at first; one that was taken back undialled is none. */
const firstLeftQuery = ({ merchantId, taskId }: TaskLease) => sql`
  select case when t.first_calls is not null then t.first_calls - (
    select count(*) from call c where c.merchant_id = ${merchantId} and c.task_id = ${taskId}
      and not (coalesce(c.state, '') = 'cancelled' and c.dialled_at is null))::int end
  from task t where t.merchant_id = ${merchantId} and t.id = ${taskId}`;

/** What waits in a lane; `nextMs`: until the first retry is due, null where there is none. */
export interface LaneDue extends FoundInLane {
  /** Numbers that may be dialled now, fresh ones and retries, each counted to the bound. */
  readonly due: number;
  /** Any number waits in this lane, due or not. */
  readonly any: boolean;
}

/**
 * Fresh numbers of a lane from its mark on, in the order of the list. The lane stands in the order and not in an equation:
 * so no index but `callee_fresh` has that order, and nothing that is not fresh, or of another lane, is ever read.
 */
export const freshFrom = (lease: TaskLease, columns: RawBuilder<unknown>, limit: number, also = sql``) => sql`
  select ${columns} from callee c
  where c.merchant_id = ${lease.merchantId} and c.task_id = ${lease.taskId} and c.state = 'fresh'
    and (c.lane, c.rank, c.id) >= (wanted.lane, wanted.rank_from, wanted.id_from)
    and (c.lane, c.rank, c.id) < (wanted.lane + 1, ''::bytea, 0) ${also}
  order by c.lane, c.rank, c.id limit ${limit}`;

/** Retries of a lane, what is due soonest first: the order of `callee_retry` alone. */
export const retriesFrom = (lease: TaskLease, columns: RawBuilder<unknown>, limit: number, also = sql``) => sql`
  select ${columns} from callee c
  where c.merchant_id = ${lease.merchantId} and c.task_id = ${lease.taskId} and c.lane = wanted.lane and c.state = 'retry'
    and c.due_at >= wanted.retry ${also}
  order by c.due_at, c.id limit ${limit}`;

/** Lanes with their marks, in this order, as `wanted (lane, rank_from, id_from, retry, nth)`. */
export const wantedLanes = (of: readonly Lane[], marks: Marks) => sql`
  (select lane, decode(rank_hex, 'hex') as rank_from, id_from, retry, nth from unnest(${[...of]}::smallint[],
    ${of.map(lane => marks.freshOf(lane).rank)}::text[], ${of.map(lane => marks.freshOf(lane).id)}::bigint[],
    ${of.map(lane => marks.retryOf(lane))}::timestamptz[]) with ordinality given (lane, rank_hex, id_from, retry, nth)) wanted`;

const dueQuery = (lease: TaskLease, marks: Marks, bound: number) => sql`
  select wanted.lane, fresh.n as fresh, fresh.n + retries.n as due, (fresh.n > 0 or first.due_at is not null) as any,
    fresh.first as "firstFresh", first.due_at as "firstRetryAt",
    (extract(epoch from first.due_at - now()) * 1000)::float8 as "nextMs"
  from ${wantedLanes(Object.values(lanes), marks)}
    cross join lateral (
      select count(*)::int as n,
        (array_agg(json_build_object('rank', encode(rank, 'hex'), 'id', id::text) order by rank, id))[1] as first
      from (${freshFrom(lease, sql`c.rank, c.id`, bound)}) counted) fresh
    cross join lateral (
      select count(*)::int as n from (${retriesFrom(lease, sql`c.id`, bound, sql`and c.due_at <= now()`)}) counted) retries
    cross join lateral (select min(due_at) as due_at from (${retriesFrom(lease, sql`c.due_at`, 1)}) counted) first
  order by wanted.lane`;

/** Every number has its outcome; an import into the task that goes on may bring more. */
const isSettledQuery = ({ merchantId, taskId }: TaskLease) => sql`
  select total > 0 and fresh + retrying + calling = 0 and not exists (
      select from batch where merchant_id = ${merchantId} and kind = 'callees.import' and state = 'running'
        and input ->> 'taskId' = ${taskId})
  from task_count where merchant_id = ${merchantId} and task_id = ${taskId}`;

/** What a tick sees of the rows. */
export interface Seen {
  readonly counts: TaskCounts;
  /** No number is left, and none is being imported. */
  readonly isSettled: boolean;
  readonly ports: readonly TaskPort[];
  readonly rules: CallingRules;
  readonly due: readonly LaneDue[];
  /** Calls left until it pauses to be looked at; null: it goes on. */
  readonly firstLeft: number | null;
  readonly nodeRoom: number;
  /** Balance minus what is held, in ten-thousandths of a yuan. */
  readonly available: number;
  /** Null: it spends as the balance lasts. */
  readonly budget: BudgetLeft | null;
  readonly live: readonly LiveCount[];
}

/** All of it at one moment, which is after both locks were had: one statement. */
export const see = async (tx: UnscopedDb, lease: TaskLease, marks: Marks, bound: number): Promise<Seen> => {
  const { merchantId } = lease;
  const { rows } = await sql<Seen>`
    select ${rowAsJson(countsQuery(lease))} as counts, (${isSettledQuery(lease)}) as "isSettled", ${rowsAsJson(portsQuery(lease))} as ports,
      ${rowAsJson(callingRulesQuery(merchantId))} as rules, ${rowsAsJson(dueQuery(lease, marks, bound))} as due,
      (${firstLeftQuery(lease)}) as "firstLeft", (${nodeRoomQuery}) as "nodeRoom", ${availableQuery(merchantId)} as available,
      ${rowAsJson(budgetQuery(lease))} as budget, ${rowsAsJson(liveQuery(merchantId))} as live`.execute(tx);
  const [seen] = rows;
  if (seen === undefined) throw new Error('a statement without a table gave no row');
  return seen;
};
