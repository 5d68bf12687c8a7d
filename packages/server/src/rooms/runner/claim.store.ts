import type { CalleeBecause, Lane } from '@lianxian/core';
import { sql } from 'kysely';
import type { HouseDb } from '../../platform/db/index.ts';
import type { TaskLease } from './lease.store.ts';
import type { LeasedTask, TaskPort } from './snapshot.store.ts';

/** What a tick writes: one statement a step, however many numbers it is for. */

export interface Candidate {
  readonly id: string;
  readonly phone: string;
  readonly lane: Lane;
  /** A retry that is due; otherwise a fresh number. */
  readonly isRetry: boolean;
}

/** Locks up to `limit` numbers of these lanes that may be dialled now: retries that are due first, then fresh ones. */
export const lockCandidates = async (
  tx: HouseDb,
  { merchantId, taskId }: TaskLease,
  lanes: readonly Lane[],
  limit: number,
): Promise<readonly Candidate[]> => {
  if (lanes.length === 0 || limit <= 0) return [];
  const ofLane = sql`callee.merchant_id = ${merchantId} and callee.task_id = ${taskId} and callee.lane = wanted.lane`;
  const wanted = sql`unnest(${[...lanes]}::smallint[]) with ordinality wanted(lane, rank)`;
  const { rows } = await sql<Candidate>`
    with due as (
      select c.* from ${wanted} cross join lateral (
        select id, phone, lane, due_at from callee where ${ofLane} and state = 'retry' and due_at <= now()
        order by due_at, id limit ${limit} for update skip locked) c
      order by c.due_at, c.id limit ${limit}),
    fresh as (
      select c.* from ${wanted} cross join lateral (
        select id, phone, lane from callee where ${ofLane} and state = 'fresh'
        order by id limit ${limit} for update skip locked) c
      order by wanted.rank, c.id limit greatest(0, ${limit} - (select count(*) from due)))
    select id, phone, lane, true as "isRetry" from due union all select id, phone, lane, false from fresh`.execute(tx);
  return rows;
};

export interface CallCount {
  readonly phone: string;
  readonly day: number;
  readonly week: number;
}

/**
 * How often tasks have called these numbers over ordinary lines since the merchant's midnight, and on seven days. What
 * was never dialled does not count; what lives does.
 */
export const recentCalls = async (
  tx: HouseDb,
  merchantId: string,
  zone: string,
  phones: readonly string[],
): Promise<ReadonlyMap<string, CallCount>> => {
  if (phones.length === 0) return new Map();
  const { rows } = await sql<CallCount>`
    with today as (select date_trunc('day', now() at time zone ${zone}) at time zone ${zone} as began)
    select phone, (count(*) filter (where placed_at >= today.began))::int as day, count(*)::int as week
    from call, today
    where merchant_id = ${merchantId} and phone = any(${[...phones]}::text[]) and task_id is not null and not practice
      and placed_at >= today.began - interval '6 days' and not (coalesce(state, '') = 'cancelled' and dialled_at is null)
    group by phone`.execute(tx);
  return new Map(rows.map(row => [row.phone, row]));
};

/** Which of these phones a call of the merchant is at now, whoever wanted it. */
export const phonesInCall = async (
  tx: HouseDb,
  merchantId: string,
  phones: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (phones.length === 0) return new Set();
  const { rows } = await sql<{ phone: string }>`
    select distinct phone from call
    where merchant_id = ${merchantId} and stage <> 'ended' and phone = any(${[...phones]}::text[])`.execute(tx);
  return new Set(rows.map(({ phone }) => phone));
};

export interface PutAside {
  readonly id: string;
  readonly because: CalleeBecause;
  /** Looked at again after so long; null: settled for good. */
  readonly afterMinutes: number | null;
}

/** Numbers that may not be dialled now, or never. */
export const putAside = async (
  tx: HouseDb,
  { merchantId, taskId }: TaskLease,
  numbers: readonly PutAside[],
): Promise<void> => {
  if (numbers.length === 0) return;
  await sql`
    update callee set because = n.because, changed_at = now(),
      state = case when n.minutes is null then 'settled' else 'retry' end, due_at = now() + make_interval(mins => n.minutes)
    from unnest(${numbers.map(n => n.id)}::bigint[], ${numbers.map(n => n.because)}::text[],
      ${numbers.map(n => n.afterMinutes)}::int[]) n(id, because, minutes)
    where merchant_id = ${merchantId} and task_id = ${taskId} and callee.id = n.id`.execute(tx);
};

export interface Placing {
  readonly callee: string;
  readonly port: TaskPort;
  /** The number that calls. */
  readonly caller: string;
  /** Held of the balance, in ten-thousandths of a yuan. */
  readonly hold: number;
}

/** Numbers become `calling` and their calls are placed: from the commit on any node may dial them. */
export const placeCalls = async (
  tx: HouseDb,
  { merchantId, taskId }: TaskLease,
  task: LeasedTask,
  calls: readonly Placing[],
): Promise<void> => {
  if (calls.length === 0) return;
  const ports = [...new Map(calls.map(({ port, hold }) => [port.id, { port, hold }])).values()].map(
    ({ port, hold }) => ({
      port: port.id,
      line: port.lineId,
      line_name: port.lineName,
      practice: port.practice,
      price: port.price / 10_000,
      hold: hold / 10_000,
    }),
  );
  await sql`
    with wanted as (
      select * from unnest(${calls.map(call => call.callee)}::bigint[], ${calls.map(call => call.port.id)}::bigint[],
        ${calls.map(call => call.caller)}::text[]) w(id, port, caller)),
    claimed as (
      update callee set state = 'calling', attempts = attempts + 1, due_at = null, because = '', changed_at = now()
      from wanted where merchant_id = ${merchantId} and task_id = ${taskId} and callee.id = wanted.id
      returning callee.id, wanted.port, wanted.caller, phone, name, variables, attempts)
    insert into call (merchant_id, owner_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number,
      variables, task_id, callee_id, attempt, port_id, callee_name, ring_timeout_ms, price_per_minute, reserved)
    select ${merchantId}, ${task.createdBy}, ${task.planId}, ${task.planVersion}, ${task.planName}, p.line, p.line_name, p.practice,
      c.phone, c.caller, c.variables, ${taskId}, c.id, c.attempts, p.port, c.name, ${task.ringTimeoutMs}, p.price, p.hold
    from claimed c join jsonb_to_recordset(${JSON.stringify(ports)}::jsonb)
      p(port bigint, line bigint, line_name text, practice boolean, price numeric, hold numeric)
      on p.port = c.port
    order by c.id`.execute(tx);
};

export interface CountChange {
  readonly fresh: number;
  readonly retrying: number;
  readonly calling: number;
  readonly settled: number;
}

export const changeCounts = async (
  tx: HouseDb,
  { merchantId, taskId }: TaskLease,
  by: CountChange,
  paceBecause: string,
): Promise<void> => {
  await sql`
    update task_count set fresh = fresh + ${by.fresh}, retrying = retrying + ${by.retrying},
      calling = calling + ${by.calling}, settled = settled + ${by.settled}, pace_because = ${paceBecause}
    where merchant_id = ${merchantId} and task_id = ${taskId}`.execute(tx);
};
