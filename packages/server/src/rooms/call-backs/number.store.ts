import { type CalleeEvent, type CalleeProgress, type RetryRules, stepAttempt } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { deciding, decisionCodes } from '../decisions/index.ts';

/** Numbers of lists that calls are promised to, moved by core's machine alone; the caller holds the merchant's pacing lock. */
export interface NumberKey {
  readonly merchantId: string;
  readonly taskId: string;
  readonly calleeId: string;
}

interface LockedNumber extends Omit<CalleeProgress, 'dueInMinutes'> {
  readonly phone: string;
  readonly retries: RetryRules;
  readonly taskState: string;
}

export const lockNumber = async (
  tx: UnscopedDb,
  { merchantId, taskId, calleeId }: NumberKey,
): Promise<LockedNumber | undefined> => {
  const { rows } = await sql<LockedNumber>`
    select callee.phone, callee.state, attempts, tried, callee.because, last_state, last_level, numbers - 1 - place as further,
      is_appointed, retry_of, task.retries, task.state as task_state
    from callee join task on task.merchant_id = callee.merchant_id and task.id = callee.task_id
    where callee.merchant_id = ${merchantId} and callee.task_id = ${taskId} and callee.id = ${calleeId}
    for no key update of callee`.execute(tx);
  return rows[0];
};

const decisionOf = (event: CalleeEvent['type']) => {
  if (event === 'appointed') return decisionCodes('redial', 'appointed');
  return event === 'letGo'
    ? decisionCodes('putOff', 'appointmentTakenBack')
    : decisionCodes('leftOut', 'appointmentMissed');
};

/** The number, its task's counts and the ledger as core's machine has them; false: the event does not move it. */
export const moveNumber = async (
  tx: UnscopedDb,
  key: NumberKey,
  { retries, phone, taskState: _, ...progress }: LockedNumber,
  event: CalleeEvent,
): Promise<boolean> => {
  const step = stepAttempt({ ...progress, dueInMinutes: null }, event, retries);
  if (step.kind !== 'moved') return false;
  const { merchantId, taskId, calleeId } = key;
  const { state, because, dueInMinutes, isAppointed, retryOf } = step.state;
  const told = decisionOf(event.type);
  const decided = sql`select ${phone}::text, ${told.kind}::smallint, ${told.because}::smallint, ${told.rule}::smallint,
    0::smallint, 0::bigint, ${dueInMinutes ?? 0}::int from moved`;
  const changeOf = (of: CalleeProgress['state']) => Number(state === of) - Number(progress.state === of);
  await sql`
    with moved as (
      update callee set state = ${state}, because = ${because}, is_appointed = ${isAppointed}, retry_of = ${retryOf},
        due_at = date_trunc('minute', now()) + make_interval(mins => ${dueInMinutes}::int), changed_at = now()
      where merchant_id = ${merchantId} and task_id = ${taskId} and id = ${calleeId} returning 1),
    told as (${deciding(key, decided)})
    update task_count set fresh = fresh + ${changeOf('fresh')}, retrying = retrying + ${changeOf('retry')},
      settled = settled + ${changeOf('settled')}
    from moved where merchant_id = ${merchantId} and task_id = ${taskId}`.execute(tx);
  return true;
};

/** The call whose number is to be called again; of one of a list its place there. */
export const numberOfCall = (db: MerchantDb, id: string) =>
  db
    .selectFrom('call')
    .innerJoin('merchant', 'merchant.id', 'call.merchantId')
    .select(['call.phone', 'call.calleeName as name', 'call.ownerId', 'call.taskId', 'call.calleeId', 'merchant.zone'])
    .where('call.id', '=', id)
    .where('call.removedAt', 'is', null)
    .executeTakeFirst();

export const numberOfList = (db: MerchantDb, taskId: string, calleeId: string) =>
  db
    .selectFrom('task')
    .innerJoin('callee', join =>
      join.onRef('callee.merchantId', '=', 'task.merchantId').onRef('callee.taskId', '=', 'task.id'),
    )
    .innerJoin('merchant', 'merchant.id', 'task.merchantId')
    .select([
      'callee.phone',
      'callee.name',
      'task.createdBy as ownerId',
      'task.id as taskId',
      'callee.id as calleeId',
      'merchant.zone',
    ])
    .where('task.id', '=', taskId)
    .where('task.removedAt', 'is', null)
    .where('callee.id', '=', calleeId)
    .executeTakeFirst();

/** What was promised, and to which number; undefined: it is no promise, or not the viewer's. */
export const findPromise = (db: MerchantDb, id: string) =>
  db
    .selectFrom('todo')
    .select(['todo.taskId', 'todo.calleeId'])
    .where('todo.id', '=', id)
    .where('todo.state', '=', 'promised')
    .$narrowType<{ taskId: string; calleeId: string }>()
    .executeTakeFirst();
