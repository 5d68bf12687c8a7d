import type { TaskStanding } from '@lianxian/core';
import { sql } from 'kysely';
import { LIVE_IDS, type MerchantDb } from '../../platform/db/index.ts';

/** What starting, pausing and stopping write. Each in the transaction that holds the task's row. */
export const setStanding = async (tx: MerchantDb, id: string, { state, because }: TaskStanding): Promise<void> => {
  const ended = state === 'stopped' ? { endedAt: sql<Date>`now()` } : {};
  await tx
    .updateTable('task')
    .set({ state, because, ...ended })
    .where('task.id', '=', id)
    .execute();
};

interface StartOfTask {
  readonly id: string;
  readonly planVersion: number;
  readonly planName: string;
  readonly employeeId: string;
  readonly firstCalls: number | null;
  /** When it begins by itself; null: now. */
  readonly at: Date | null;
}

/** From here on it keeps this version of its plan. */
export const noteStart = async (tx: MerchantDb, start: StartOfTask): Promise<void> => {
  await tx
    .updateTable('task')
    .set({
      planVersion: start.planVersion,
      planName: start.planName,
      startedBy: start.employeeId,
      firstCalls: start.firstCalls,
      startsAt: start.at,
      startedAt: start.at ?? sql<Date>`now()`,
    })
    .where('task.id', '=', start.id)
    .execute();
};

/** It waits for its time no longer: somebody began it before. */
export const beginNow = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx
    .updateTable('task')
    .set({ startsAt: null, startedAt: sql<Date>`least(started_at, now())` })
    .where('task.id', '=', id)
    .execute();
};

/** A minute of its merchant's clock. */
export const instantOf = async (db: MerchantDb, id: string, wall: string): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('task')
      .innerJoin('merchant', 'merchant.id', 'task.merchantId')
      .select(sql<Date>`${wall}::timestamp at time zone merchant.zone`.as('at'))
      .where('task.id', '=', id)
      .executeTakeFirst()
  )?.at;

/** The last day of its calendar is over. */
export const isPastEnd = async (db: MerchantDb, id: string, at: Date): Promise<boolean> =>
  (await db
    .selectFrom('task')
    .innerJoin('merchant', 'merchant.id', 'task.merchantId')
    .select('task.id')
    .where('task.id', '=', id)
    .where(sql<boolean>`task.ends_on < (${at}::timestamptz at time zone merchant.zone)::date`)
    .executeTakeFirst()) !== undefined;

/** Who started it, and when by the merchant's clock: the day is said when it was not today. */
export const whoStarted = (db: MerchantDb, id: string) =>
  db
    .selectFrom('task')
    .innerJoin('merchant', 'merchant.id', 'task.merchantId')
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'task.merchantId').onRef('employee.id', '=', 'task.startedBy'),
    )
    .select([
      'employee.name as who',
      sql<string>`to_char(task.started_at at time zone merchant.zone, case
        when (task.started_at at time zone merchant.zone)::date = (now() at time zone merchant.zone)::date
        then 'HH24:MI' else 'YYYY-MM-DD HH24:MI' end)`.as('when'),
    ])
    .where('task.id', '=', id)
    .executeTakeFirst();

/** Numbers that may still be called. */
export const numbersLeft = async (db: MerchantDb, id: string): Promise<number> => {
  const row = await db
    .selectFrom('taskCount')
    .select(['taskCount.fresh', 'taskCount.retrying'])
    .where('taskCount.taskId', '=', id)
    .executeTakeFirstOrThrow();
  return row.fresh + row.retrying;
};

/** Calls of a task that nobody has dialled yet end undialled. */
export const withdrawPlaced = async (tx: MerchantDb, task: string): Promise<void> => {
  await tx
    .updateTable('call')
    .set({ hangUpWantedAt: sql<Date>`coalesce(call.hang_up_wanted_at, now())` })
    .where('call.taskId', '=', task)
    .where('call.stage', '=', 'placed')
    .execute();
};

/** Tasks of the merchant that call, wait, or may go on; nobody else changes them until the transaction ends. */
export const lockStarted = (tx: MerchantDb) =>
  tx
    .selectFrom('task')
    .select(['task.id', 'task.state', 'task.because'])
    .where('task.removedAt', 'is', null)
    .where('task.state', 'in', ['running', 'waiting', 'paused'])
    .orderBy('task.id')
    .forNoKeyUpdate()
    .execute();

/** The same standing for all of these. */
export const setStandings = async (
  tx: MerchantDb,
  ids: readonly string[],
  { state, because }: TaskStanding,
): Promise<void> => {
  await tx
    .updateTable('task')
    .set({ state, because })
    .where('task.id', 'in', [...ids])
    .execute();
};

/** Ends every call of the merchant that is not over, or those nobody has dialled yet; how many were asked for now. */
export const hangUp = async (tx: MerchantDb, which: 'all' | 'undialled'): Promise<number> => {
  const calls = tx
    .updateTable('call')
    .set({ hangUpWantedAt: sql<Date>`now()` })
    .where('call.id', '>=', LIVE_IDS)
    .where('call.hangUpWantedAt', 'is', null);
  const { numUpdatedRows } = await (which === 'all'
    ? calls.where('call.stage', '<>', 'ended')
    : calls.where('call.stage', '=', 'placed')
  ).executeTakeFirst();
  return Number(numUpdatedRows);
};
