import { type Dealing, type Goal, isVoiceGone, meetsGoal } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import { latestVersion, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { voicesHeld } from '../speech/index.ts';

/**
 * The plans that the numbers of a task are dealt to (docs/tasks.md#two-plans-compared), as those who call and file know them.
 * Once a comparison has ended, the task calls with its own plan again, and nothing more is counted.
 */
interface TaskKey {
  readonly merchantId: string;
  readonly taskId: string;
}

interface DealingKey {
  readonly merchantId: string;
  readonly taskId: string | RawBuilder<unknown>;
}

/** How the numbers of a task are dealt, as core's `Dealing`; no row: they are all its own plan's. */
export const dealingQuery = ({ merchantId, taskId }: DealingKey) => sql`
  select e.deal_key as key, (select json_agg(v.share order by v.nth) from task_variant v
    where v.merchant_id = e.merchant_id and v.task_id = e.task_id) as shares
  from task_experiment e where e.merchant_id = ${merchantId} and e.task_id = ${taskId} and e.ended_at is null`;
export type DealingRead = Dealing;

/** A call of a dealt number, as it ended. */
interface DealtCall {
  readonly variant: number;
  /** The number has its first outcome. */
  readonly isFirst: boolean;
  readonly talk: Parameters<typeof meetsGoal>[1];
}

/** Counts what came of it, while its task compares. The row is locked after the counts of the task (attempts/settle.ts). */
export const countVariant = async (
  tx: UnscopedDb,
  { merchantId, taskId }: TaskKey,
  { variant, isFirst, talk }: DealtCall,
): Promise<void> => {
  const { rows } = await sql<{ goal: Goal }>`
    select goal from task_experiment where merchant_id = ${merchantId} and task_id = ${taskId} and ended_at is null`.execute(
    tx,
  );
  const goal = rows[0]?.goal;
  if (goal === undefined) return;
  const reached = Number(meetsGoal(goal, talk));
  if (!isFirst && reached === 0) return;
  await sql`
    update task_variant set called = called + ${Number(isFirst)}, reached = reached + ${reached}
    where merchant_id = ${merchantId} and task_id = ${taskId} and nth = ${variant}`.execute(tx);
};

/** From the start on they keep the versions of that moment. @returns false: a plan of them is gone. */
export const fixVersions = async (tx: MerchantDb, taskId: string): Promise<boolean> => {
  const gone = await tx
    .selectFrom('taskVariant')
    .innerJoin('plan', join =>
      join.onRef('plan.merchantId', '=', 'taskVariant.merchantId').onRef('plan.id', '=', 'taskVariant.planId'),
    )
    .select('plan.id')
    .where('taskVariant.taskId', '=', taskId)
    .where('plan.removedAt', 'is not', null)
    .executeTakeFirst();
  if (gone !== undefined) return false;
  await tx
    .updateTable('taskVariant')
    .set({ planVersion: latestVersion('taskVariant.merchantId', 'taskVariant.planId').$notNull() })
    .where('taskVariant.taskId', '=', taskId)
    .execute();
  return true;
};

/** A voice that is compared and is gone since, by its name. */
export const goneVoice = async (tx: MerchantDb, taskId: string): Promise<string | null> => {
  const rows = await tx
    .selectFrom('taskVariant')
    .select('taskVariant.synthesis')
    .where('taskVariant.taskId', '=', taskId)
    .execute();
  const named = rows.flatMap(({ synthesis }) => synthesis ?? []);
  if (named.length === 0) return null;
  const there = await voicesHeld(tx);
  return named.find(voice => isVoiceGone(voice, there))?.name ?? null;
};

/** A draft that has another plan compares nothing any more. */
export const dropExperiment = async (tx: MerchantDb, taskId: string): Promise<void> => {
  await tx.deleteFrom('taskExperiment').where('taskExperiment.taskId', '=', taskId).execute();
};
