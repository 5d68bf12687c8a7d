import { sql } from 'kysely';
import { latestVersion, type MerchantDb } from '../../platform/db/index.ts';

/** How far the first run is: one row of each kind, by an index. */

const lineStep = (db: MerchantDb) =>
  db
    .selectFrom('line')
    .select(['line.practice', 'line.channels'])
    .where('line.removedAt', 'is', null)
    .where('line.enabled', '=', true)
    .orderBy('line.practice', 'desc')
    .orderBy('line.id')
    .limit(1)
    .executeTakeFirst();

/** The newest plan that can be called with. */
const planStep = (db: MerchantDb) =>
  db
    .selectFrom('plan')
    .innerJoin('planVersion', join =>
      join
        .onRef('planVersion.merchantId', '=', 'plan.merchantId')
        .onRef('planVersion.planId', '=', 'plan.id')
        .on('planVersion.version', '=', latestVersion('plan.merchantId', 'plan.id').$notNull()),
    )
    .select(['plan.name', 'planVersion.nodes'])
    .where('plan.removedAt', 'is', null)
    .orderBy('plan.id', 'desc')
    .limit(1)
    .executeTakeFirst();

const tasks = (db: MerchantDb) =>
  db.selectFrom('task').where('task.removedAt', 'is', null).where('task.isTemplate', '=', false);

/** The newest task that has numbers; `refused`: rows that its last import left out. */
const numbersStep = (db: MerchantDb) =>
  tasks(db)
    .innerJoin('taskCount', join =>
      join.onRef('taskCount.merchantId', '=', 'task.merchantId').onRef('taskCount.taskId', '=', 'task.id'),
    )
    .select([
      'task.id',
      'taskCount.total',
      sql<number>`coalesce((select (detail ->> 'refused')::int from task_event
        where task_event.merchant_id = task.merchant_id and task_event.task_id = task.id and kind = 'imported'
        order by id desc limit 1), 0)`.as('refused'),
    ])
    .where('taskCount.total', '>', 0)
    .orderBy('task.id', 'desc')
    .limit(1)
    .executeTakeFirst();

const testCallStep = (db: MerchantDb) =>
  db
    .selectFrom('call')
    .select('call.id')
    .where('call.taskId', 'is', null)
    .where('call.direction', '=', 'out')
    .where('call.state', '=', 'answered')
    .orderBy('call.listedAt', 'desc')
    .limit(1)
    .executeTakeFirst();

/** One that was started, else the newest. */
const taskStep = (db: MerchantDb) =>
  tasks(db)
    .select(['task.id', 'task.name', sql<boolean>`task.started_at is not null`.as('started')])
    .orderBy(sql`task.started_at is not null`, 'desc')
    .orderBy('task.id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findSteps = async (db: MerchantDb) => {
  const [line, plan, numbers, testCall, task] = await Promise.all([
    lineStep(db),
    planStep(db),
    numbersStep(db),
    testCallStep(db),
    taskStep(db),
  ]);
  return {
    line: line ?? null,
    plan: plan ?? null,
    numbers: numbers ? { taskId: numbers.id, added: numbers.total, refused: numbers.refused } : null,
    testCall: testCall?.id ?? null,
    task: task ?? null,
  };
};
