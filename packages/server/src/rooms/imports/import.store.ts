import { type Lane, lanesOfLines, type TaskBecause, type TaskState } from '@lianxian/core';
import { sql } from 'kysely';
import { copyRows, lockAdding, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { abroadOf } from '../lines/index.ts';
import type { TaskKey } from '../task-numbers/index.ts';
import type { NewCallee } from './judge.policy.ts';

/** A task, or the list of a series, as its import sees it; undefined when it is gone. */
export const findTarget = async (db: MerchantDb, id: string) =>
  db
    .selectFrom('task')
    .select(['task.id', 'task.name', 'task.state', 'task.planId', 'task.planVersion'])
    .select(['task.skipRecentDays', 'task.skipOtherTasks', 'task.skipDeadDays'])
    .where('task.id', '=', id)
    .where('task.removedAt', 'is', null)
    .where(
      sql<boolean>`(not task.is_template or exists (select from task_series s
        where s.merchant_id = task.merchant_id and s.task_id = task.id and s.people = 'list'))`,
    )
    .executeTakeFirst();

/** What the ports of a task dial. */
export const lanesOfTask = async (db: MerchantDb, id: string): Promise<readonly Lane[]> => {
  const lines = await db
    .selectFrom('taskPort')
    .innerJoin('port', join =>
      join.onRef('port.merchantId', '=', 'taskPort.merchantId').onRef('port.id', '=', 'taskPort.portId'),
    )
    .innerJoin('line', join =>
      join.onRef('line.merchantId', '=', 'port.merchantId').onRef('line.id', '=', 'port.lineId'),
    )
    .innerJoin('line as root', join =>
      join.onRef('root.merchantId', '=', 'line.rootMerchantId').onRef('root.id', '=', 'line.rootId'),
    )
    .select(['line.practice', abroadOf(sql`line`, sql`root`).as('abroad')])
    .where('taskPort.taskId', '=', id)
    .execute();
  return lanesOfLines(lines);
};

/**
 * Begins a chunk: others who add to the task wait until it is over, its ticks do not. The commit is not waited for on the
 * disk: should the database die, the last chunks are gone with the cursor that counts them, and come again; whoever calls
 * one of their numbers commits behind them, and then they are there.
 */
export const beginAdding = async (tx: UnscopedDb, { merchantId, taskId }: TaskKey): Promise<{ hasPeople: boolean }> => {
  await lockAdding(tx, taskId);
  const { rows } = await sql<{ hasPeople: boolean }>`
    select set_config('synchronous_commit', 'off', true), exists (
      select from callee_number n where n.merchant_id = ${merchantId} and n.task_id = ${taskId}) as has_people`.execute(
    tx,
  );
  return { hasPeople: rows[0]!.hasPeople };
};

interface TargetStanding {
  readonly state: TaskState;
  readonly because: TaskBecause;
}

/**
 * Holds the task until the transaction ends, and counts what was added: a tick of its runner comes before all of a chunk or
 * after all of it. The lock is the weakest that a tick and an action by hand wait for, and comes last: they wait for no rows.
 */
export const countAdded = async (
  tx: UnscopedDb,
  { merchantId, taskId }: TaskKey,
  added: number,
): Promise<TargetStanding | null> => {
  const { rows } = await sql<TargetStanding>`
    with held as (
      select state, because from task
      where merchant_id = ${merchantId} and id = ${taskId} and removed_at is null
      for no key update),
    counted as (
      update task_count set total = total + ${added}::int, fresh = fresh + ${added}::int
      where merchant_id = ${merchantId} and task_id = ${taskId} and exists (select from held))
    select state, because from held`.execute(tx);
  return rows[0] ?? null;
};

const CALLEE = 'callee (merchant_id, task_id, phone, name, variables, lane, import_id, numbers, rank)';

/** Adds numbers as they came. @throws {@link isTaken} one is in the task already. */
export const insertCallees = async (
  tx: UnscopedDb,
  key: TaskKey,
  callees: readonly NewCallee[],
  importId: string,
): Promise<void> => {
  if (callees.length === 0) return;
  const { merchantId, taskId } = key;
  const made = ({ phone, name, variables, lane, further, rank }: NewCallee) =>
    [merchantId, taskId, phone, name, JSON.stringify(variables), lane, importId, further.length + 1, rank] as const;
  await copyRows(tx, CALLEE, callees.map(made));
  await insertNumbers(tx, key, callees);
};

/** All numbers of those people who have several. */
const insertNumbers = async (
  tx: UnscopedDb,
  { merchantId, taskId }: TaskKey,
  callees: readonly NewCallee[],
): Promise<void> => {
  const numbers = callees
    .filter(({ further }) => further.length > 0)
    .flatMap(({ phone: first, lane, further }) =>
      [{ phone: first, lane }, ...further].map((number, place) => ({ first, place, ...number })),
    );
  if (numbers.length === 0) return;
  await sql`
    insert into callee_number (merchant_id, task_id, phone, callee_id, place, lane)
    select ${merchantId}, ${taskId}, own.phone, (select c.id from callee c
        where c.merchant_id = ${merchantId} and c.task_id = ${taskId} and c.phone = own.first), own.place, own.lane
    from unnest(${numbers.map(one => one.first)}::text[], ${numbers.map(one => one.phone)}::text[],
      ${numbers.map(one => one.place)}::smallint[], ${numbers.map(one => one.lane)}::smallint[])
      own (first, phone, place, lane)`.execute(tx);
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
