import type { BlacklistName, CalleeBecause, CallsOfNumber, Lane, RuleSaid } from '@lianxian/core';
import { sql } from 'kysely';
import { givenRows, LIVE_IDS, type LinkedWrite, type UnscopedDb, type Write } from '../../platform/db/index.ts';
import { blacklistOf, isWhite } from '../blacklist/index.ts';
import { consents } from '../consents/index.ts';
import { deciding, decisionCodes } from '../decisions/index.ts';
import { callsOfNumber } from '../rules/index.ts';
import { provinceOf } from '../segments/index.ts';
import type { TaskLease } from './lease.ts';
import type { Marks } from './marks.ts';
import { freshFrom, type LeasedTask, retriesFrom, type TaskPort, wantedLanes } from './snapshot.store.ts';

/** What a tick claims and writes: one statement for the numbers, one for all that is written, however many there are. */

export interface Candidate {
  readonly id: string;
  readonly phone: string;
  readonly lane: Lane;
  /** A retry that is due; otherwise a fresh number. */
  readonly isRetry: boolean;
  /** Which list says no; null: none. */
  readonly list: BlacklistName | null;
  /** Exempt from caps. */
  readonly isWhite: boolean;
  readonly hasConsent: boolean;
  readonly calls: CallsOfNumber;
  /** Null: nobody knows. */
  readonly province: string | null;
}

/**
 * Locks up to `limit` numbers of these lanes that may be dialled now: retries that are due first, then fresh ones, with
 * what may speak against each. Those that a call of the merchant is at, whoever wanted it, are not among them.
 */
export const lockCandidates = async (
  tx: UnscopedDb,
  lease: TaskLease,
  wanted: { readonly lanes: readonly Lane[]; readonly limit: number; readonly zone: string },
  marks: Marks,
): Promise<readonly Candidate[]> => {
  const { lanes, limit, zone } = wanted;
  if (lanes.length === 0 || limit <= 0) return [];
  const { merchantId } = lease;
  const isFree = sql`and c.phone not in (
    select phone from call where merchant_id = ${merchantId} and stage <> 'ended' and id >= ${LIVE_IDS})`;
  const { rows } = await sql<Candidate>`
    with due as (
      select c.* from ${wantedLanes(lanes, marks)} cross join lateral (
        ${retriesFrom(lease, sql`c.id, c.phone, c.lane, c.due_at`, limit, sql`and c.due_at <= now() ${isFree}`)}
        for update skip locked) c
      order by c.due_at, c.id limit ${limit}),
    fresh as (
      select c.* from ${wantedLanes(lanes, marks)} cross join lateral (
        ${freshFrom(lease, sql`c.id, c.phone, c.lane, c.rank`, limit, isFree)} for update skip locked) c
      order by wanted.nth, c.rank, c.id limit greatest(0, ${limit} - (select count(*) from due))),
    found as (
      select id, phone, lane, true as retry, due_at, ''::bytea as rank from due
      union all select id, phone, lane, false, null, rank from fresh)
    select found.id, found.phone, found.lane, found.retry as is_retry, ${provinceOf(sql`found.phone`)} as province,
      ${callsOfNumber({ merchantId, phone: sql`found.phone`, zone })} as calls,
      ${blacklistOf({ merchant: merchantId, task: lease.taskId }, sql`found.phone`)} as list,
      ${isWhite(merchantId, sql`found.phone`)} as is_white, ${consents('m', sql`found.phone`)} as has_consent
    from found join merchant m on m.id = ${merchantId}
    order by found.retry desc, found.due_at, found.lane, found.rank, found.id`.execute(tx);
  return rows;
};

/**
 * Locks the next numbers of these lanes, whatever speaks against them: who they are and where they live, of up to `limit` fresh
 * ones and as many retries that are due.
 */
export const lockNext = async (
  tx: UnscopedDb,
  lease: TaskLease,
  wanted: { readonly lanes: readonly Lane[]; readonly limit: number },
  marks: Marks,
): Promise<readonly Pick<Candidate, 'id' | 'phone' | 'isRetry' | 'province'>[]> => {
  const { lanes, limit } = wanted;
  const { rows } = await sql<Pick<Candidate, 'id' | 'phone' | 'isRetry' | 'province'>>`
    with due as (
      select c.* from ${wantedLanes(lanes, marks)} cross join lateral (
        ${retriesFrom(lease, sql`c.id, c.phone`, limit, sql`and c.due_at <= now()`)} for update skip locked) c),
    fresh as (
      select c.* from ${wantedLanes(lanes, marks)} cross join lateral (
        ${freshFrom(lease, sql`c.id, c.phone`, limit)} for update skip locked) c)
    select id, phone, true as is_retry, ${provinceOf(sql`due.phone`)} as province from due
    union all select id, phone, false, ${provinceOf(sql`fresh.phone`)} from fresh`.execute(tx);
  return rows;
};

export interface PutAside {
  readonly id: string;
  readonly because: CalleeBecause;
  /** Looked at again after so long; null: settled for good. */
  readonly afterMinutes: number | null;
  readonly rule: RuleSaid;
}

/** Numbers that may not be dialled now, or never. What waits on for the same reason is no new decision. */
export const puttingAside = (lease: TaskLease, numbers: readonly PutAside[]): readonly [Write, Write] => {
  const { merchantId, taskId } = lease;
  const codes = numbers.map(n => decisionCodes(n.afterMinutes === null ? 'leftOut' : 'putOff', n.because, n.rule));
  const aside = sql`unnest(${numbers.map(n => n.id)}::bigint[], ${numbers.map(n => n.because)}::text[],
    ${numbers.map(n => n.afterMinutes)}::int[], ${codes.map(code => code.kind)}::smallint[],
    ${codes.map(code => code.because)}::smallint[], ${codes.map(code => code.rule)}::smallint[],
    ${codes.map(code => code.version)}::smallint[]) n(id, because, minutes, kind, code, rule, version)`;
  return [
    turn => sql`
      update callee set because = n.because, changed_at = now(),
        state = case when n.minutes is null then 'settled' else 'retry' end, due_at = date_trunc('minute', now()) + make_interval(mins => n.minutes)
      from ${aside} where merchant_id = ${merchantId} and task_id = ${taskId} and callee.id = n.id and ${turn}`,
    turn =>
      deciding(
        lease,
        sql`select c.phone, n.kind, n.code, n.rule, n.version, 0::bigint, coalesce(n.minutes, 0)
        from ${aside} join callee c on c.merchant_id = ${merchantId} and c.task_id = ${taskId} and c.id = n.id
        where c.because <> n.because and ${turn}`,
      ),
  ];
};

/**
 * The next numbers of a task whose last day is over: they are called no more. What they leave of the list is counted with
 * them; how many they are.
 */
export const endNumbers = async (tx: UnscopedDb, { merchantId, taskId }: TaskLease, limit: number): Promise<number> => {
  const own = sql`merchant_id = ${merchantId} and task_id = ${taskId}`;
  const codes = decisionCodes('leftOut', 'pastEnd');
  const over = sql`select phone, ${codes.kind}::smallint, ${codes.because}::smallint, ${codes.rule}::smallint, 0::smallint, 0::bigint, 0
    from ended`;
  const waits = (state: string) =>
    sql`(select id, state from callee where ${own} and state = ${sql.lit(state)} limit ${limit} for update)`;
  const { rows } = await sql<{ ended: number }>`
    with chosen as (select id, state from ${waits('fresh')} fresh union all select id, state from ${waits('retry')} due),
    ended as (
      update callee set state = 'settled', because = 'pastEnd', due_at = null, changed_at = now() from chosen
      where callee.merchant_id = ${merchantId} and callee.task_id = ${taskId} and callee.id = chosen.id
      returning callee.phone, chosen.state as was),
    told as (${deciding({ merchantId, taskId }, over)}),
    figures as (select count(*)::int as ended, (count(*) filter (where was = 'fresh'))::int as fresh from ended),
    counted as (
      update task_count set fresh = task_count.fresh - f.fresh, retrying = retrying - (f.ended - f.fresh),
        settled = settled + f.ended
      from figures f where merchant_id = ${merchantId} and task_id = ${taskId})
    select ended from figures`.execute(tx);
  return rows[0]?.ended ?? 0;
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
export const placing = (
  lease: TaskLease,
  task: LeasedTask,
  calls: readonly Placing[],
): readonly [Write, LinkedWrite, LinkedWrite] => {
  const { merchantId, taskId } = lease;
  const wanted = sql`unnest(${calls.map(call => call.callee)}::bigint[], ${calls.map(call => call.port.id)}::bigint[],
    ${calls.map(call => call.caller)}::text[]) wanted (id, port, caller)`;
  return [
    turn => sql`
      update callee set state = 'calling', attempts = attempts + 1, due_at = null, because = '', changed_at = now()
      from ${wanted} where merchant_id = ${merchantId} and task_id = ${taskId} and callee.id = wanted.id and ${turn}`,
    // Reads the numbers as they were before the claim, as every part of a statement does.
    {
      gives: sql`id, phone, attempt`,
      write: turn => sql`
      insert into call (merchant_id, owner_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number,
        variables, task_id, callee_id, attempt, port_id, callee_name, ring_timeout_ms, price_per_minute, bill_unit_s, reserved)
      select ${merchantId}, ${task.createdBy}, ${task.planId}, ${task.planVersion}, ${task.planName}, p.line, p.line_name, p.practice,
        c.phone, wanted.caller, c.variables, ${taskId}, c.id, c.attempts + 1, p.port, c.name, ${task.ringTimeoutMs}, p.price, p.unit_s, p.hold
      from ${wanted} join callee c on c.merchant_id = ${merchantId} and c.task_id = ${taskId} and c.id = wanted.id
        join ${givenRows(portsOf(calls), portColumns, 'p')} on p.port = wanted.port
      where ${turn} order by c.rank, c.id`,
    },
    { write: (turn, placed) => deciding(lease, sql`${dialled} from ${placed} where ${turn}`) },
  ];
};

const [first, again] = [decisionCodes('dialled', 'firstTry'), decisionCodes('dialled', 'redialDue')];
const ofAttempt = (code: 'kind' | 'because' | 'rule') =>
  sql`case when attempt = 1 then ${first[code]}::smallint else ${again[code]}::smallint end`;
/** What is decided about a number whose call is placed. */
const dialled = sql`select phone, ${ofAttempt('kind')}, ${ofAttempt('because')}, ${ofAttempt('rule')}, 0::smallint, id,
  attempt::int`;

const portColumns = {
  port: 'bigint',
  line: 'bigint',
  lineName: 'text',
  practice: 'boolean',
  price: 'numeric',
  unitS: 'smallint',
  hold: 'numeric',
} as const;
const portsOf = (calls: readonly Placing[]) =>
  [...new Map(calls.map(({ port, hold }) => [port.id, { port, hold }])).values()].map(({ port, hold }) => ({
    port: port.id,
    line: port.lineId,
    lineName: port.lineName,
    practice: port.practice,
    price: port.price / 10_000,
    unitS: port.unitS,
    hold: hold / 10_000,
  }));

interface CountChange {
  readonly fresh: number;
  readonly retrying: number;
  readonly calling: number;
  readonly settled: number;
}

export const changingCounts =
  ({ merchantId, taskId }: TaskLease, by: CountChange, paceBecause: string): Write =>
  turn =>
    sql`
    update task_count set fresh = fresh + ${by.fresh}, retrying = retrying + ${by.retrying},
      calling = calling + ${by.calling}, settled = settled + ${by.settled}, pace_because = ${paceBecause}
    where merchant_id = ${merchantId} and task_id = ${taskId} and ${turn}`;

/** Whether all that lives fits the living nodes; ticks of all merchants ask it one after the other, until they commit. */
export const fitsNodes = sql<boolean>`calls_fit_nodes()`;
