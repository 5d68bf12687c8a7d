import type { WhatIf } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import type { TaskKey } from '../task-board/index.ts';

/** What was told of a task, and what came of it so far. */
export const isUnderWay = async (db: UnscopedDb, { merchantId, taskId }: TaskKey): Promise<boolean> =>
  (await db
    .selectFrom('task')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('id', '=', taskId)
    .where('removedAt', 'is', null)
    .where('state', 'in', ['running', 'waiting', 'paused'])
    // What begins later is told of when somebody changes it once it has begun.
    .where('because', '<>', 'startsLater')
    .executeTakeFirst()) !== undefined;

interface SoFar {
  readonly calls: number;
  readonly answered: number;
}

/** All that ended of it. */
export const endedOf = async (db: UnscopedDb, { merchantId, taskId }: TaskKey): Promise<SoFar> => {
  const { rows } = await sql<SoFar>`
    select coalesce(sum(calls), 0)::int as calls, coalesce(sum(calls) filter (where state = 'answered'), 0)::int as answered
    from task_minute where merchant_id = ${merchantId} and task_id = ${taskId}`.execute(db);
  return rows[0] ?? { calls: 0, answered: 0 };
};

interface Foretold extends SoFar {
  readonly at: string;
  readonly numbers: number;
  readonly told: WhatIf;
  readonly spent: string;
}

export const keepForetold = async (
  db: UnscopedDb,
  { merchantId, taskId }: TaskKey,
  { told, ...row }: Foretold,
): Promise<void> => {
  await db
    .insertInto('taskForetold')
    .values({ merchantId, taskId, ...row, at: new Date(row.at), told: JSON.stringify(told) })
    .onConflict(clash => clash.doNothing())
    .execute();
};

/** What was told last. */
export const lastForetold = (db: MerchantDb, task: string) =>
  db
    .selectFrom('taskForetold')
    .innerJoin('task', join =>
      join.onRef('task.merchantId', '=', 'taskForetold.merchantId').onRef('task.id', '=', 'taskForetold.taskId'),
    )
    .select(['taskForetold.at', 'taskForetold.numbers', 'taskForetold.told', 'taskForetold.calls'])
    .select(['taskForetold.answered', 'taskForetold.spent', 'task.endedAt'])
    .where('taskForetold.taskId', '=', task)
    .orderBy('taskForetold.at', 'desc')
    .limit(1)
    .executeTakeFirst();
