import type { BlacklistName, CalleeBecause, CallState, CallsOfNumber, Lane, RetryRule, RuleSaid } from '@lianxian/core';
import { sql } from 'kysely';
import { givenRows, LIVE_IDS, type LinkedWrite, type UnscopedDb, type Write } from '../../platform/db/index.ts';
import { blacklistOf, isWhite } from '../blacklist/index.ts';
import { consents } from '../consents/index.ts';
import { deciding, decidingOfTasks, decisionCodes } from '../decisions/index.ts';
import { callsOfNumber } from '../rules/index.ts';
import { provinceOf } from '../segments/index.ts';
import { freshFrom, promisedFrom, retriesFrom, type WantedLane, wantedLanes } from './due.store.ts';
import type { LeasedTask } from './lock.store.ts';
import type { TaskLease } from './marks.ts';
import type { TaskPort } from './ports.store.ts';

/** What a round claims and writes: one statement for the numbers, one for all that is written, however many there are. */
export interface Candidate {
  /** Of the lanes it was wanted for. */
  readonly group: number;
  readonly taskId: string;
  readonly id: string;
  readonly phone: string;
  readonly lane: Lane;
  /** A retry that is due; otherwise a fresh number. */
  readonly isRetry: boolean;
  /** A call that was promised for this time. */
  readonly isAppointed: boolean;
  /** The outcome whose rule brought it back. */
  readonly retryOf: CallState | null;
  /** Of a further number of a person that was not called yet: 1 for the second. */
  readonly place: number | null;
  /** Of its last call; null: it had none. */
  readonly portId: string | null;
  readonly caller: string | null;
  /** Which list says no; null: none. */
  readonly list: BlacklistName | null;
  /** Exempt from caps. */
  readonly isWhite: boolean;
  readonly hasConsent: boolean;
  readonly calls: CallsOfNumber;
  /** Null: nobody knows. */
  readonly province: string | null;
}

/** Of a merchant, whose zone it is. */
interface Whose {
  readonly merchantId: string;
  readonly zone: string;
}

/**
 * Locks numbers of these lanes that may be dialled now, at most as many of a group as it wants: promised calls first, then retries
 * that are due, then fresh ones, with what may speak against each. Those that a call of the merchant is at, whoever wanted it, are not among them.
 */
export const lockCandidates = async (
  tx: UnscopedDb,
  { merchantId, zone }: Whose,
  wanted: readonly WantedLane[],
): Promise<readonly Candidate[]> => {
  if (wanted.length === 0) return [];
  const isFree = sql`and c.phone not in (
    select phone from call where merchant_id = ${merchantId} and stage <> 'ended' and id >= ${LIVE_IDS})`;
  const most = sql`wanted.most`;
  const again = sql`c.id, c.phone, c.lane, c.due_at, c.is_appointed, c.retry_of, c.port_id, c.caller,
    case when c.tried = '{}' then nullif(c.place, 0) end as place`;
  const isDue = sql`and not c.is_appointed and c.due_at <= now() ${isFree}`;
  const { rows } = await sql<Candidate>`
    with due as (
      select * from (
        select wanted.grp, wanted.task, wanted.most, c.*, row_number() over (
          partition by wanted.grp order by c.is_appointed desc, c.due_at, c.id) as turn
        from ${wantedLanes(wanted)} cross join lateral (
          select * from (${promisedFrom(merchantId, again, isFree)} for update skip locked) promised
          union all select * from (${retriesFrom(merchantId, again, most, isDue)} for update skip locked) redials) c) d
      where turn <= most),
    fresh as (
      select f.* from (
        select wanted.grp, wanted.task, wanted.most, c.*, row_number() over (partition by wanted.grp order by wanted.nth, c.rank, c.id) as turn
        from ${wantedLanes(wanted)} cross join lateral (
          ${freshFrom(merchantId, sql`c.id, c.phone, c.lane, c.rank`, isFree)} for update skip locked) c) f
        left join (select grp, count(*) as n from due group by grp) taken on taken.grp = f.grp
      where turn <= most - coalesce(taken.n, 0)),
    found as (
      select grp, task, id, phone, lane, true as retry, due_at, is_appointed, retry_of, port_id, caller, place, ''::bytea as rank from due
      union all select grp, task, id, phone, lane, false, null, false, null, null, null, null, rank from fresh)
    select found.grp as group, found.task as task_id, found.id, found.phone, found.lane, found.retry as is_retry, found.is_appointed,
      found.retry_of, found.port_id, found.caller, found.place,
      ${provinceOf(sql`found.phone`)} as province, ${callsOfNumber({ merchantId, phone: sql`found.phone`, zone })} as calls,
      ${blacklistOf({ merchant: merchantId, task: sql`found.task` }, sql`found.phone`)} as list,
      ${isWhite(merchantId, sql`found.phone`)} as is_white, ${consents('m', sql`found.phone`)} as has_consent
    from found join merchant m on m.id = ${merchantId}
    order by found.grp, found.is_appointed desc, found.retry desc, found.due_at, found.lane, found.rank, found.id`.execute(
    tx,
  );
  return rows;
};

type NextNumber = Pick<Candidate, 'group' | 'taskId' | 'id' | 'phone' | 'isRetry' | 'province'>;

/** Locks the next numbers of these lanes that were promised nothing, fresh ones and retries that are due, whatever speaks against them: where they live. */
export const lockNext = async (
  tx: UnscopedDb,
  merchantId: string,
  wanted: readonly WantedLane[],
): Promise<readonly NextNumber[]> => {
  const { rows } = await sql<NextNumber>`
    with due as (
      select wanted.grp, wanted.task, c.* from ${wantedLanes(wanted)} cross join lateral (
        ${retriesFrom(merchantId, sql`c.id, c.phone`, sql`wanted.most`, sql`and not c.is_appointed and c.due_at <= now()`)} for update skip locked) c),
    fresh as (
      select wanted.grp, wanted.task, c.* from ${wantedLanes(wanted)} cross join lateral (
        ${freshFrom(merchantId, sql`c.id, c.phone`)} for update skip locked) c)
    select grp as group, task as task_id, id, phone, true as is_retry, ${provinceOf(sql`due.phone`)} as province from due
    union all select grp, task, id, phone, false, ${provinceOf(sql`fresh.phone`)} from fresh`.execute(tx);
  return rows;
};

export interface PutAside {
  readonly taskId: string;
  readonly id: string;
  readonly because: CalleeBecause;
  /** Looked at again after so long; null: settled for good. */
  readonly afterMinutes: number | null;
  readonly rule: RuleSaid;
}

/** Numbers that may not be dialled now, or never. What waits on for the same reason is no new decision. */
export const puttingAside = (merchantId: string, numbers: readonly PutAside[]): readonly [Write, Write] => {
  const codes = numbers.map(n => decisionCodes(n.afterMinutes === null ? 'leftOut' : 'putOff', n.because, n.rule));
  const aside = sql`unnest(${numbers.map(n => n.taskId)}::bigint[], ${numbers.map(n => n.id)}::bigint[],
    ${numbers.map(n => n.because)}::text[], ${numbers.map(n => n.afterMinutes)}::int[],
    ${codes.map(code => code.kind)}::smallint[], ${codes.map(code => code.because)}::smallint[],
    ${codes.map(code => code.rule)}::smallint[], ${codes.map(code => code.version)}::smallint[])
    n(task, id, because, minutes, kind, code, rule, version)`;
  return [
    turn => sql`
      update callee set because = n.because, is_appointed = false, changed_at = now(),
        state = case when n.minutes is null then 'settled' else 'retry' end, due_at = date_trunc('minute', now()) + make_interval(mins => n.minutes)
      from ${aside} where merchant_id = ${merchantId} and task_id = n.task and callee.id = n.id and ${turn}`,
    turn =>
      decidingOfTasks(
        merchantId,
        sql`select n.task, c.phone, n.kind, n.code, n.rule, n.version, 0::bigint, coalesce(n.minutes, 0)
        from ${aside} join callee c on c.merchant_id = ${merchantId} and c.task_id = n.task and c.id = n.id
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
      update callee set state = 'settled', because = 'pastEnd', due_at = null, is_appointed = false, changed_at = now() from chosen
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
  readonly task: LeasedTask;
  readonly callee: string;
  readonly port: TaskPort;
  /** The number that calls. */
  readonly caller: string;
  readonly isAppointed: boolean;
  readonly place: Candidate['place'];
  /** Of the rule that brought it back; null: none, or it names no plan. A number that was dealt to a plan keeps that one. */
  readonly plan: RetryRule['plan'] | null;
  /** Held of the balance, in ten-thousandths of a yuan. */
  readonly hold: number;
  /** The plan it was dealt to, by its place; null: the task's own. */
  readonly variant: number | null;
}

/** Numbers become `calling` and their calls are placed: from the commit on any node may dial them. */
export const placing = (merchantId: string, calls: readonly Placing[]): readonly [Write, LinkedWrite, LinkedWrite] => {
  const wanted = sql`unnest(${calls.map(call => call.task.taskId)}::bigint[], ${calls.map(call => call.callee)}::bigint[],
    ${calls.map(call => call.port.id)}::bigint[], ${calls.map(call => call.caller)}::text[],
    ${calls.map(call => call.variant)}::smallint[], ${calls.map(call => call.plan?.id ?? null)}::bigint[],
    ${calls.map(call => call.plan?.version ?? null)}::int[], ${calls.map(call => call.plan?.name ?? null)}::text[])
    wanted (task, id, port, caller, variant, plan_id, plan_version, plan_name)`;
  return [
    turn => sql`
      update callee set state = 'calling', attempts = attempts + 1, due_at = null, because = '', port_id = wanted.port,
        caller = wanted.caller, changed_at = now()
      from ${wanted} where merchant_id = ${merchantId} and task_id = wanted.task and callee.id = wanted.id and ${turn}`,
    // Reads the numbers as they were before the claim, as every part of a statement does.
    {
      gives: sql`task_id, id, phone, attempt, callee_id`,
      write: turn => sql`
      insert into call (merchant_id, owner_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number,
        variables, task_id, callee_id, attempt, port_id, callee_name, ring_timeout_ms, price_per_minute, bill_unit_s, reserved, use_rates, variant, synthesis)
      select ${merchantId}, t.created_by, coalesce(v.plan_id, wanted.plan_id, t.plan_id),
        coalesce(v.plan_version, wanted.plan_version, t.plan_version), coalesce(v.plan_name, wanted.plan_name, t.plan_name), p.line, p.line_name, p.practice,
        c.phone, wanted.caller, c.variables, wanted.task, c.id, c.attempts + 1, p.port, c.name, t.ring_timeout_ms, p.price, p.unit_s, p.hold,
        case when p.practice or coalesce(v.plan_id, wanted.plan_id, t.plan_id) = t.plan_id then p.use_rates
          else plan_rates(p.use_rates, ${merchantId}, coalesce(v.plan_id, wanted.plan_id)) end, v.nth,
        case when v.nth is not null then v.synthesis when wanted.plan_id is null then t.synthesis end
      from ${wanted} join callee c on c.merchant_id = ${merchantId} and c.task_id = wanted.task and c.id = wanted.id
        join ${givenRows(tasksOf(calls), taskColumns, 't')} on t.task_id = wanted.task
        join ${givenRows(portsOf(calls), portColumns, 'p')} on p.port = wanted.port and p.of_task = wanted.task
        left join task_variant v on v.merchant_id = ${merchantId} and v.task_id = wanted.task and v.nth = wanted.variant
      where ${turn} order by wanted.task, c.rank, c.id`,
    },
    { write: (turn, placed) => decidingOfTasks(merchantId, sql`${dialled(calls)} from ${placed} where ${turn}`) },
  ];
};

const turns = {
  first: decisionCodes('dialled', 'firstTry'),
  again: decisionCodes('dialled', 'redialDue'),
  promised: decisionCodes('dialled', 'appointmentDue'),
  second: decisionCodes('dialled', 'secondNumber'),
  third: decisionCodes('dialled', 'thirdNumber'),
};
/** What is decided about a number whose call is placed. */
const dialled = (calls: readonly Placing[]) => {
  const whose = (isSo: (call: Placing) => boolean) => calls.filter(isSo).map(({ callee }) => callee);
  const promised = whose(({ isAppointed }) => isAppointed);
  const [second, third] = [1, 2].map(at => whose(({ place }) => place === at));
  const of = (code: 'kind' | 'because' | 'rule') => sql`case when callee_id = any(${promised}::bigint[])
    then ${turns.promised[code]}::smallint when callee_id = any(${second}::bigint[]) then ${turns.second[code]}::smallint
    when callee_id = any(${third}::bigint[]) then ${turns.third[code]}::smallint
    when attempt = 1 then ${turns.first[code]}::smallint else ${turns.again[code]}::smallint end`;
  return sql`select task_id, phone, ${of('kind')}, ${of('because')}, ${of('rule')}, 0::smallint, id, attempt::int`;
};

/** What the calls of a task have of it. */
const taskColumns = {
  taskId: 'bigint',
  createdBy: 'bigint',
  planId: 'bigint',
  planVersion: 'int',
  planName: 'text',
  synthesis: 'jsonb',
  ringTimeoutMs: 'int',
} as const;
const tasksOf = (calls: readonly Placing[]) => [...new Set(calls.map(({ task }) => task))];

const portColumns = {
  ofTask: 'bigint',
  port: 'bigint',
  line: 'bigint',
  lineName: 'text',
  practice: 'boolean',
  price: 'numeric',
  unitS: 'smallint',
  hold: 'numeric',
  useRates: 'jsonb',
} as const;
const portsOf = (calls: readonly Placing[]) =>
  [...new Map(calls.map(call => [`${call.task.taskId} ${call.port.id}`, call])).values()].map(
    ({ task, port, hold }) => ({
      ofTask: task.taskId,
      port: port.id,
      line: port.lineId,
      lineName: port.lineName,
      practice: port.practice,
      price: port.price / 10_000,
      unitS: port.unitS,
      hold: hold / 10_000,
      useRates: port.useRates,
    }),
  );

export interface CountChange {
  readonly taskId: string;
  readonly fresh: number;
  readonly retrying: number;
  readonly calling: number;
  readonly settled: number;
  readonly paceBecause: string;
}

export const changingCounts =
  (merchantId: string, by: readonly CountChange[]): Write =>
  turn =>
    sql`
    update task_count n set fresh = n.fresh + by.fresh, retrying = n.retrying + by.retrying,
      calling = n.calling + by.calling, settled = n.settled + by.settled, pace_because = by.pace_because
    from ${givenRows(by, countColumns, 'by')}
    where n.merchant_id = ${merchantId} and n.task_id = by.task_id and ${turn}`;

const countColumns = {
  taskId: 'bigint',
  fresh: 'int',
  retrying: 'int',
  calling: 'int',
  settled: 'int',
  paceBecause: 'text',
} as const;

/** Whether all that lives fits the living nodes; rounds of all merchants ask it one after the other, until they commit. */
export const fitsNodes = sql<boolean>`calls_fit_nodes()`;
