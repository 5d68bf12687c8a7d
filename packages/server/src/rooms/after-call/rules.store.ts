import type { AfterCallRule } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** Rules after a call, of a task or (null) of the merchant; the newest version holds, the others stay. */
const of = (db: MerchantDb, taskId: string | null) => {
  const rows = db.selectFrom('afterCallRules');
  return taskId === null
    ? rows.where('afterCallRules.taskId', 'is', null)
    : rows.where('afterCallRules.taskId', '=', taskId);
};

const MOST_VERSIONS = 20;

/** Newest first, with who saved them. */
export const versionsOf = (db: MerchantDb, taskId: string | null) =>
  of(db, taskId)
    .innerJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'afterCallRules.merchantId')
        .onRef('employee.id', '=', 'afterCallRules.savedBy'),
    )
    .select(['afterCallRules.version', 'afterCallRules.savedAt', 'employee.name as by'])
    .orderBy('afterCallRules.version', 'desc')
    .limit(MOST_VERSIONS)
    .execute();

export const rulesOf = async (
  db: MerchantDb,
  taskId: string | null,
): Promise<{ readonly version: number; readonly rules: readonly AfterCallRule[] }> =>
  (await of(db, taskId)
    .select(['afterCallRules.version', 'afterCallRules.rules'])
    .orderBy('afterCallRules.version', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? { version: 0, rules: [] };

interface NewRules {
  readonly taskId: string | null;
  readonly rules: readonly AfterCallRule[];
  readonly version: number;
  readonly savedBy: string;
}

/** False when that version was saved by somebody else meanwhile. */
export const insertRules = async (tx: MerchantDb, { taskId, rules, version, savedBy }: NewRules): Promise<boolean> => {
  const rows = await tx
    .insertInto('afterCallRules', { taskId, version, rules: JSON.stringify(rules), savedBy })
    .onConflict(conflict => conflict.columns(['merchantId', 'taskId', 'version']).doNothing())
    .returning('afterCallRules.version')
    .execute();
  return rows.length > 0;
};

/** A task made from another has its rules. */
export const copyRules = async (
  tx: MerchantDb,
  { from, to, savedBy }: { readonly from: string; readonly to: string; readonly savedBy: string },
): Promise<void> => {
  const { rules } = await rulesOf(tx, from);
  if (rules.length > 0) await insertRules(tx, { taskId: to, rules, version: 1, savedBy });
};

/** Looked for by name, for actions that lead to people. */
const MOST_PEOPLE = 500;
export const peopleToTell = (db: MerchantDb) =>
  db
    .selectFrom('employee')
    .select(['employee.id', 'employee.name'])
    .where('employee.active', '=', true)
    .orderBy('employee.id')
    .limit(MOST_PEOPLE)
    .execute();

/** The newest calls that are over, with what rules ask of them; those by hand are nobody's task. */
export const lastCalls = (db: MerchantDb, taskId: string | null, most: number) => {
  const calls = db
    .selectFrom('call')
    .leftJoin('callTranscript', join =>
      join.onRef('callTranscript.merchantId', '=', 'call.merchantId').onRef('callTranscript.callId', '=', 'call.id'),
    )
    .select(['call.id', 'call.phone', 'call.state', 'call.level', 'call.tags', 'call.endedAt', 'callTranscript.facts'])
    .where('call.stage', '=', 'ended')
    .where('call.state', 'is not', null)
    .orderBy('call.listedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(most);
  return (
    taskId === null
      ? calls.where(sql<boolean>`(call.task_id is not null or call.direction = 'in')`)
      : calls.where('call.taskId', '=', taskId)
  ).execute();
};

/** Is it the merchant's task, in the scope of who looks, and there? */
export const seesTask = async (db: MerchantDb, id: string): Promise<string | null> =>
  (
    await db
      .selectFrom('task')
      .select('task.name')
      .where('task.id', '=', id)
      .where('task.removedAt', 'is', null)
      .executeTakeFirst()
  )?.name ?? null;
