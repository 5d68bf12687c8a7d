import { type CalleeProgress, type CallState, isLineFault, type Level, type RetryRules } from '@lianxian/core';
import { sql } from 'kysely';
import { LIVE_IDS, type UnscopedDb } from '../../platform/db/index.ts';
import { type Codes, deciding } from '../decisions/index.ts';
import type { Replaced } from '../dialler/index.ts';

/** Statements of the end of an attempt; always inside its transaction. */

export interface AttemptKey {
  readonly merchantId: string;
  readonly taskId: string;
  readonly calleeId: string;
  readonly attempt: number;
}

interface LockedCallee extends Omit<CalleeProgress, 'dueInMinutes'> {
  readonly retries: RetryRules;
  readonly before: string | null;
  readonly minute: number;
  readonly retriesVersion: number;
}

interface LockedNumber {
  readonly callee: CalleeProgress;
  readonly rules: RetryRules;
  /** Its last call, where the line refused that one, and the task gives up who is refused alone. */
  readonly refusedBefore: string | null;
  /** Of the merchant's day. */
  readonly minute: number;
  /** Of what the task tries again. */
  readonly retriesVersion: number;
}

/** The number that this attempt is at, locked; null when it is not at it any more (removed, or settled before). */
export const lockCallee = async (tx: UnscopedDb, key: AttemptKey): Promise<LockedNumber | null> => {
  const { rows } = await sql<LockedCallee>`
    select callee.state, attempts, tried, callee.because, last_state, last_level, numbers - 1 - place as further,
      is_appointed, retry_of, task.retries, task.retries_version, minute_of_day(now(), merchant.zone) as minute,
      case when task.fault_alone_ends then last_call_id end as before
    from callee join task on task.merchant_id = callee.merchant_id and task.id = callee.task_id
      join merchant on merchant.id = callee.merchant_id
    where callee.merchant_id = ${key.merchantId} and callee.task_id = ${key.taskId} and callee.id = ${key.calleeId}
      and callee.state = 'calling' and callee.attempts = ${key.attempt}
    for no key update of callee`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { retries, before, minute, retriesVersion, ...progress } = row;
  const refusedBefore = isLineFault(progress.lastState) ? before : null;
  return { callee: { ...progress, dueInMinutes: null }, rules: retries, refusedBefore, minute, retriesVersion };
};

/**
 * Whether a line that refuses a number now refuses it alone for the second time: its last call on the line and the one before for
 * others came through since that call. A call of more than a month ago says nothing.
 */
export const isRefusedAlone = async (
  tx: UnscopedDb,
  { merchantId, call, lineId }: { readonly merchantId: string; readonly call: string; readonly lineId: string },
): Promise<boolean> => {
  const { rows } = await sql`
    select from call join line on line.merchant_id = call.merchant_id and line.id = ${lineId}
      join line_health h on h.merchant_id = line.root_merchant_id and h.line_id = line.root_id
    where call.merchant_id = ${merchantId} and call.id = ${call} and call.id >= ${LIVE_IDS}
      and h.faults = 0 and h.carried_at > call.ended_at`.execute(tx);
  return rows.length > 0;
};

/** A number as its call has left it. */
interface CalledNumber {
  /** Of the call. */
  readonly phone: string;
  readonly call: string;
  readonly decided: Codes;
}

/**
 * The number as it stands after this call, and what was decided about it. Where the next number of the same person is called, the row
 * is that number's from now on.
 */
export const saveCallee = async (
  tx: UnscopedDb,
  key: AttemptKey,
  { dueInMinutes, further, ...callee }: CalleeProgress,
  { phone, call, decided }: CalledNumber,
): Promise<void> => {
  const { state, tried, because, lastState, lastLevel, isAppointed, retryOf } = callee;
  // A promise is kept to the minute.
  const from = isAppointed ? sql`date_trunc('minute', now())` : sql`now()`;
  if (because === 'nextNumber') await toNextNumber(tx, key, further);
  const told = sql`select ${phone}::text, ${decided.kind}::smallint, ${decided.because}::smallint, ${decided.rule}::smallint,
    ${decided.version}::smallint, ${call}::bigint, ${dueInMinutes ?? 0}::int from saved`;
  await sql`
    with saved as (
    update callee set state = ${state}, tried = ${JSON.stringify(tried)}::jsonb, because = ${because},
      due_at = ${from} + make_interval(mins => ${dueInMinutes}::int), is_appointed = ${isAppointed}, retry_of = ${retryOf}, last_state = ${lastState}, last_level = ${lastLevel},
      last_call_id = ${call}, changed_at = now()
    where merchant_id = ${key.merchantId} and task_id = ${key.taskId} and id = ${key.calleeId}
    returning 1)
    ${deciding(key, told)}`.execute(tx);
};

/** `further`: numbers of the person that are left after it. */
const toNextNumber = async (tx: UnscopedDb, { merchantId, taskId, calleeId }: AttemptKey, further: number) => {
  await sql`
    update callee set phone = next.phone, lane = next.lane, place = next.place
    from callee_number next
    where callee.merchant_id = ${merchantId} and callee.task_id = ${taskId} and callee.id = ${calleeId}
      and next.merchant_id = ${merchantId} and next.task_id = ${taskId} and next.callee_id = ${calleeId}
      and next.place = callee.numbers - 1 - ${further}::int`.execute(tx);
};

/** One number less is being called, one more is what it came to; the counts of its task keep their sum. */
export const countSettled = async (
  tx: UnscopedDb,
  { merchantId, taskId }: AttemptKey,
  to: CalleeProgress['state'],
  isAnswered: boolean,
): Promise<void> => {
  await sql`
    update task_count set calling = calling - 1, fresh = fresh + ${Number(to === 'fresh')},
      retrying = retrying + ${Number(to === 'retry')}, settled = settled + ${Number(to === 'settled')},
      answered = answered + ${Number(isAnswered)}
    where merchant_id = ${merchantId} and task_id = ${taskId}`.execute(tx);
};

/** The ending goes into its minute, for the board's columns. */
export const countMinute = async (
  tx: UnscopedDb,
  { merchantId, taskId }: AttemptKey,
  ended: { readonly at: string; readonly state: CallState; readonly level: Level | null; readonly talkMs: number },
): Promise<void> => {
  await sql`
    insert into task_minute (merchant_id, task_id, minute, state, level, calls, talk_ms)
    values (${merchantId}, ${taskId}, date_trunc('minute', ${ended.at}::timestamptz), ${ended.state}, ${ended.level ?? ''},
      1, ${ended.talkMs})
    on conflict (merchant_id, task_id, minute, state, level)
    do update set calls = task_minute.calls + 1, talk_ms = task_minute.talk_ms + excluded.talk_ms`.execute(tx);
};

/**
 * A call of a task has another level from now on: on its number where it is the last one, and in the minute it ended in.
 * Locks as an ending does: the number, then the minute. @returns its task; null for a call of none.
 */
export const regrade = async (
  tx: UnscopedDb,
  { merchantId, call }: { readonly merchantId: string; readonly call: string },
  from: Level | null,
  to: Level,
): Promise<string | null> => {
  const { rows } = await sql<{ taskId: string; calleeId: string; minute: Date; state: CallState; talkMs: number }>`
    select task_id, callee_id, date_trunc('minute', ended_at) as minute, state, talk_ms::float8 as talk_ms from call
    where merchant_id = ${merchantId} and id = ${call} and task_id is not null`.execute(tx);
  const [ended] = rows;
  if (ended === undefined) return null;
  const { taskId, calleeId, minute, state, talkMs } = ended;
  await sql`update callee set last_level = ${to}
    where merchant_id = ${merchantId} and task_id = ${taskId} and id = ${calleeId} and last_call_id = ${call}`.execute(
    tx,
  );
  await sql`
    with less as (
      update task_minute set calls = calls - 1, talk_ms = talk_ms - ${talkMs}
      where merchant_id = ${merchantId} and task_id = ${taskId} and minute = ${minute} and state = ${state}
        and level = ${from ?? ''} and calls > 0
      returning 1)
    insert into task_minute (merchant_id, task_id, minute, state, level, calls, talk_ms)
    select ${merchantId}, ${taskId}, ${minute}::timestamptz, ${state}, ${to}, 1, ${talkMs} from less
    on conflict (merchant_id, task_id, minute, state, level)
    do update set calls = task_minute.calls + 1, talk_ms = task_minute.talk_ms + excluded.talk_ms`.execute(tx);
  return taskId;
};

/**
 * The ending that was settled in its stead counts no longer: the number is being called again (unless it has been, since),
 * taken off the list if it was, and the board's minute has a call less.
 */
export const takeBack = async (
  tx: UnscopedDb,
  { merchantId, taskId, calleeId, attempt }: AttemptKey,
  call: string,
  replaced: Replaced,
): Promise<void> => {
  const { state, level, talkMs, endedAt } = replaced;
  await sql`
    with was as (
      select id, state from callee
      where merchant_id = ${merchantId} and task_id = ${taskId} and id = ${calleeId} and attempts = ${attempt}
        and last_call_id = ${call} and state in ('retry', 'settled')
        -- Somebody promised a call since, and that stands.
        and not is_appointed
      for no key update
    ), again as (
      update callee set state = 'calling', due_at = null,
        because = case when callee.because = 'takenOut' then 'takenOut' else '' end,
        tried = case when (callee.tried->>${state})::int > 1
          then jsonb_set(callee.tried, array[${state}], to_jsonb((callee.tried->>${state})::int - 1))
          else callee.tried - ${state}::text end
      from was
      where callee.merchant_id = ${merchantId} and callee.task_id = ${taskId} and callee.id = was.id
      returning was.state
    )
    update task_count set calling = calling + 1, retrying = retrying - (again.state = 'retry')::int,
      settled = settled - (again.state = 'settled')::int
    from again where merchant_id = ${merchantId} and task_id = ${taskId}`.execute(tx);
  await sql`
    update task_minute set calls = calls - 1, talk_ms = talk_ms - ${talkMs}
    where merchant_id = ${merchantId} and task_id = ${taskId} and minute = date_trunc('minute', ${endedAt}::timestamptz)
      and state = ${state} and level = ${level ?? ''} and calls > 0`.execute(tx);
};

export const saveCost = async (tx: UnscopedDb, merchantId: string, call: string, cost: number): Promise<void> => {
  await tx
    .updateTable('call')
    .set({ cost: sql<string>`${cost}::bigint / 10000.0` })
    .where('merchantId', '=', merchantId)
    .where('id', '=', call)
    .execute();
};
