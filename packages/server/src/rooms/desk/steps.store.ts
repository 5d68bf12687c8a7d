import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** How far the first run is: one row of each kind, by an index. */

const lineStep = (db: MerchantDb) =>
  db
    .selectFrom('line')
    .select(['line.practice', 'line.channels'])
    .where('line.removed_at', 'is', null)
    .where('line.enabled', '=', true)
    .orderBy('line.practice', 'desc')
    .orderBy('line.id')
    .limit(1)
    .executeTakeFirst();

/** The newest plan that can be called with. */
const planStep = (db: MerchantDb) =>
  db
    .selectFrom('plan')
    .innerJoin('plan_version', join =>
      join.onRef('plan_version.merchant_id', '=', 'plan.merchant_id').onRef('plan_version.plan_id', '=', 'plan.id'),
    )
    .select(['plan.name', 'plan_version.nodes'])
    .where('plan.removed_at', 'is', null)
    .orderBy('plan.id', 'desc')
    .orderBy('plan_version.version', 'desc')
    .limit(1)
    .executeTakeFirst();

const tasks = (db: MerchantDb) => db.selectFrom('task').where('task.removed_at', 'is', null);

/** The newest task that has numbers; `refused`: rows that its last import left out. */
const numbersStep = (db: MerchantDb) =>
  tasks(db)
    .innerJoin('task_count', join =>
      join.onRef('task_count.merchant_id', '=', 'task.merchant_id').onRef('task_count.task_id', '=', 'task.id'),
    )
    .select([
      'task.id',
      'task_count.total',
      sql<number>`coalesce((select (detail ->> 'refused')::int from task_event
        where task_event.merchant_id = task.merchant_id and task_event.task_id = task.id and kind = 'imported'
        order by id desc limit 1), 0)`.as('refused'),
    ])
    .where('task_count.total', '>', 0)
    .orderBy('task.id', 'desc')
    .limit(1)
    .executeTakeFirst();

const testCallStep = (db: MerchantDb) =>
  db
    .selectFrom('call')
    .select('call.id')
    .where('call.task_id', 'is', null)
    .where('call.direction', '=', 'out')
    .where('call.state', '=', 'answered')
    .orderBy('call.listed_at', 'desc')
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
