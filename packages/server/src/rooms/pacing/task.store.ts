import type { TaskBecause, TaskStanding } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { TaskLease } from './marks.ts';

/** As it is told of: its name, who made it, and what time it is. */
export const namedTask = async (tx: UnscopedDb, { merchantId, taskId }: Pick<TaskLease, 'merchantId' | 'taskId'>) =>
  (await tx
    .selectFrom('task')
    .select(['name', 'createdBy', sql<Date>`now()`.as('now')])
    .where('merchantId', '=', merchantId)
    .where('id', '=', taskId)
    .executeTakeFirst()) ?? null;

/** The task comes to a new state by itself; its history says so. A task that nobody has to run any more is let go. */
export const moveTask = async (
  tx: UnscopedDb,
  { merchantId, taskId }: TaskLease,
  { state, because }: TaskStanding,
): Promise<void> => {
  const isOver = state === 'finished' || state === 'stopped';
  await tx
    .updateTable('task')
    .set({
      state,
      because,
      // They were called: whoever resumes it wants the others.
      ...(because === 'firstCalls' && { firstCalls: null }),
      ...(isOver && { endedAt: sql<Date>`now()`, owner: null, leasedUntil: null }),
    })
    .where('merchantId', '=', merchantId)
    .where('id', '=', taskId)
    .execute();
  await noteTaskEvent(tx, { merchantId, taskId }, state, because);
};

/** What happened to a task without a person: a key of the contract's `taskEventKinds`. */
export const noteTaskEvent = async (
  tx: UnscopedDb,
  { merchantId, taskId }: Pick<TaskLease, 'merchantId' | 'taskId'>,
  kind: string,
  because: TaskBecause,
): Promise<void> => {
  await tx
    .insertInto('taskEvent')
    .values({
      merchantId,
      taskId,
      kind,
      detail: JSON.stringify(because === '' ? {} : { because }),
      byEmployee: null,
    })
    .execute();
};
