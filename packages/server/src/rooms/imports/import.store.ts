import type { TaskBecause, TaskState } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import type { TaskKey } from '../task-numbers/index.ts';
import type { NewCallee } from './judge.policy.ts';

/** A task as its import sees it; undefined when it is gone. */
export const findTarget = async (db: MerchantDb, id: string) =>
  db
    .selectFrom('task')
    .select(['task.id', 'task.name', 'task.state', 'task.planId', 'task.planVersion', 'task.skipRecentDays'])
    .where('task.id', '=', id)
    .where('task.removedAt', 'is', null)
    .executeTakeFirst();

/** Is each port of a task a practice one? */
export const practiceOfPorts = async (db: MerchantDb, id: string): Promise<readonly boolean[]> => {
  const rows = await db
    .selectFrom('taskPort')
    .innerJoin('port', join =>
      join.onRef('port.merchantId', '=', 'taskPort.merchantId').onRef('port.id', '=', 'taskPort.portId'),
    )
    .innerJoin('line', join =>
      join.onRef('line.merchantId', '=', 'port.merchantId').onRef('line.id', '=', 'port.lineId'),
    )
    .select('line.practice')
    .where('taskPort.taskId', '=', id)
    .execute();
  return rows.map(({ practice }) => practice);
};

/**
 * Holds the task until the transaction ends: a tick of its runner comes before all of a chunk or after all of it. The
 * lock is the weakest that a tick and an action by hand wait for. The commit is not waited for on the disk: should the
 * database die, the last chunks are gone with the cursor that counts them, and come again; whoever calls one of their
 * numbers commits behind them, and then they are there.
 */
export const lockTarget = async (
  tx: UnscopedDb,
  { merchantId, taskId }: TaskKey,
): Promise<{ readonly state: TaskState; readonly because: TaskBecause } | null> => {
  const { rows } = await sql<{ state: TaskState; because: TaskBecause }>`
    select state, because, set_config('synchronous_commit', 'off', true) from task
    where merchant_id = ${merchantId} and id = ${taskId} and removed_at is null
    for no key update`.execute(tx);
  return rows[0] ?? null;
};

/** Those of `phones` that calls were placed to in the last days; what was never dialled does not count. */
export const recentlyCalled = async (
  db: MerchantDb,
  phones: readonly string[],
  days: number,
): Promise<ReadonlySet<string>> => {
  if (days === 0) return new Set();
  const rows = await db.whole
    .selectFrom('call')
    .select('call.phone')
    .distinct()
    .where(sql<boolean>`call.phone = any(${phones}::text[])`)
    .where(sql<boolean>`call.placed_at > now() - make_interval(days => ${days})`)
    .where(sql<boolean>`(call.dialled_at is not null or call.state is distinct from 'cancelled')`)
    .execute();
  return new Set(rows.map(row => row.phone));
};

/** Those of `phones` that the task has already. */
export const inTask = async (
  db: MerchantDb,
  taskId: string,
  phones: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db.whole
    .selectFrom('callee')
    .select('callee.phone')
    .where('callee.taskId', '=', taskId)
    .where(sql<boolean>`callee.phone = any(${phones}::text[])`)
    .execute();
  return new Set(rows.map(row => row.phone));
};

/** Tasks whose numbers are looked at: each is one more search for every number. */
const MOST_TASKS = 20;

/** Those of `phones` that wait to be called in the newest other tasks that may still call. */
export const waitingElsewhere = async (
  db: MerchantDb,
  taskId: string,
  phones: readonly string[],
): Promise<ReadonlySet<string>> => {
  const tasks = await db.whole
    .selectFrom('task')
    .select('task.id')
    .where('task.id', '<>', taskId)
    .where('task.removedAt', 'is', null)
    .where('task.state', 'in', ['waiting', 'running', 'paused'])
    .orderBy('task.id', 'desc')
    .limit(MOST_TASKS)
    .execute();
  if (tasks.length === 0) return new Set();
  const rows = await db.whole
    .selectFrom('callee')
    .select('callee.phone')
    .distinct()
    .where(sql<boolean>`callee.task_id = any(${tasks.map(({ id }) => id)}::bigint[])`)
    .where(sql<boolean>`callee.phone = any(${phones}::text[])`)
    .where('callee.state', '<>', 'settled')
    .execute();
  return new Set(rows.map(row => row.phone));
};

/** Adds numbers as they came and counts them; answers those that were not in the task before. */
export const insertCallees = async (
  tx: UnscopedDb,
  { merchantId, taskId }: TaskKey,
  callees: readonly NewCallee[],
  importId: string,
): Promise<ReadonlySet<string>> => {
  if (callees.length === 0) return new Set();
  const { rows } = await sql<{ phone: string }>`
    with added as (
      insert into callee (merchant_id, task_id, phone, name, variables, lane, import_id)
      select ${merchantId}, ${taskId}, phone, name, variables::jsonb, lane, ${importId}
      from unnest(${callees.map(one => one.phone)}::text[], ${callees.map(one => one.name)}::text[],
        ${callees.map(one => JSON.stringify(one.variables))}::text[], ${callees.map(one => one.lane)}::smallint[])
        as made(phone, name, variables, lane)
      on conflict (merchant_id, task_id, phone) do nothing
      returning phone),
    counted as (
      update task_count set total = total + n, fresh = fresh + n from (select count(*)::int as n from added) as new
      where merchant_id = ${merchantId} and task_id = ${taskId})
    select phone from added`.execute(tx);
  return new Set(rows.map(row => row.phone));
};

/** New numbers in a finished task: it stands as `state` and `because` from now on. */
export const reopenTask = async (
  tx: UnscopedDb,
  { merchantId, taskId }: TaskKey,
  { state, because }: { readonly state: TaskState; readonly because: TaskBecause },
): Promise<void> => {
  await tx
    .updateTable('task')
    .set({ state, because, endedAt: null })
    .where('merchantId', '=', merchantId)
    .where('id', '=', taskId)
    .execute();
};

/** What the import came to, in the history of its task. */
export const noteImport = async (
  tx: UnscopedDb,
  { merchantId, taskId }: TaskKey,
  detail: { readonly added: number; readonly refused: number },
  employeeId: string,
): Promise<void> => {
  await tx
    .insertInto('taskEvent')
    .values({
      merchantId,
      taskId,
      kind: 'imported',
      detail: JSON.stringify(detail),
      byEmployee: employeeId,
    })
    .execute();
};

/** Many new rows: the plans of whoever reads them are made of what is known of the table. */
export const analyseCallees = async (db: UnscopedDb): Promise<void> => {
  await sql`analyze callee`.execute(db);
};
