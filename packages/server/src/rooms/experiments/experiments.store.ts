import { randomInt } from 'node:crypto';
import type { ComparedVoice, Goal } from '@lianxian/core';
import { sql } from 'kysely';
import { latestVersion, type MerchantDb } from '../../platform/db/index.ts';

/** A comparison of plans as its pages read and write it; each write in the transaction that holds the task's row. */
export const findExperiment = (db: MerchantDb, task: string) =>
  db
    .selectFrom('taskExperiment')
    .select(['taskExperiment.goal', 'taskExperiment.taken', 'taskExperiment.endedAt'])
    .where('taskExperiment.taskId', '=', task)
    .executeTakeFirst();

/** A, B, C; of a draft with the versions that a start would take. */
export const variantsOf = (db: MerchantDb, task: string) =>
  db
    .selectFrom('taskVariant')
    .innerJoin('task', join =>
      join.onRef('task.merchantId', '=', 'taskVariant.merchantId').onRef('task.id', '=', 'taskVariant.taskId'),
    )
    .select([
      'taskVariant.nth',
      'taskVariant.planId',
      'taskVariant.planName',
      'taskVariant.synthesis',
      'taskVariant.share',
      'taskVariant.called',
      'taskVariant.reached',
      sql<number>`case when task.state = 'draft'
        then ${latestVersion('taskVariant.merchantId', 'taskVariant.planId')} else task_variant.plan_version end`.as(
        'planVersion',
      ),
    ])
    .where('taskVariant.taskId', '=', task)
    .orderBy('taskVariant.nth')
    .execute();
export type VariantRow = Awaited<ReturnType<typeof variantsOf>>[number];

/** A call of the task was placed. */
export const hasCalled = async (db: MerchantDb, task: string): Promise<boolean> =>
  (await db.whole
    .selectFrom('call')
    .select(sql`1`.as('one'))
    .where('call.taskId', '=', task)
    .limit(1)
    .executeTakeFirst()) !== undefined;

interface NewVariant {
  readonly planId: string;
  readonly planVersion: number;
  readonly planName: string;
  readonly synthesis: ComparedVoice | null;
  readonly share: number;
}

/** These plans and no others, dealt anew. */
export const putExperiment = async (
  tx: MerchantDb,
  task: string,
  { goal, variants }: { readonly goal: Goal; readonly variants: readonly NewVariant[] },
): Promise<void> => {
  const dealKey = randomInt(-(2 ** 31), 2 ** 31);
  await tx.insertInto('taskExperiment', { taskId: task, dealKey, goal: JSON.stringify(goal) }).execute();
  const rows = variants.map(({ synthesis, ...variant }, nth) => ({
    ...{ taskId: task, nth, ...variant },
    synthesis: synthesis && JSON.stringify(synthesis),
  }));
  await tx.insertInto('taskVariant', rows).execute();
};

/** From now on the task calls with this plan alone. */
export const takeVariant = async (
  tx: MerchantDb,
  task: string,
  { nth, planId, planVersion, planName, synthesis }: VariantRow,
): Promise<void> => {
  await tx
    .updateTable('taskExperiment')
    .set({ taken: nth, endedAt: sql<Date>`now()` })
    .where('taskExperiment.taskId', '=', task)
    .execute();
  await tx
    .updateTable('task')
    .set({ planId, planVersion, planName, synthesis: synthesis && JSON.stringify(synthesis) })
    .where('task.id', '=', task)
    .execute();
};

const MOST_NODES = 200;

/** Names of nodes that each of these plans has in its newest version. */
export const nodesInAll = async (db: MerchantDb, plans: readonly string[]): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('planVersion')
    .innerJoin(
      sql<{ name: string }>`lateral (select distinct node ->> 'name' as name
        from jsonb_array_elements(plan_version.graph -> 'flows') flow, jsonb_array_elements(flow -> 'nodes') node)`.as(
        'node',
      ),
      join => join.onTrue(),
    )
    .select('node.name')
    .where('planVersion.planId', 'in', [...plans])
    .where('planVersion.version', '=', latestVersion('planVersion.merchantId', 'planVersion.planId').$notNull())
    .groupBy('node.name')
    .having(sql<boolean>`count(*) = ${plans.length}`)
    .orderBy('node.name')
    .limit(MOST_NODES)
    .execute();
  return rows.map(({ name }) => name);
};
