import type { TaskBecause, TaskState } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
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

interface TargetStanding {
  readonly state: TaskState;
  readonly because: TaskBecause;
  /** Some people on its list have several numbers. */
  readonly hasPeople: boolean;
}

/**
 * Holds the task until the transaction ends: a tick of its runner comes before all of a chunk or after all of it. The
 * lock is the weakest that a tick and an action by hand wait for. The commit is not waited for on the disk: should the
 * database die, the last chunks are gone with the cursor that counts them, and come again; whoever calls one of their
 * numbers commits behind them, and then they are there.
 */
export const lockTarget = async (tx: UnscopedDb, { merchantId, taskId }: TaskKey): Promise<TargetStanding | null> => {
  const { rows } = await sql<TargetStanding>`
    select state, because, set_config('synchronous_commit', 'off', true), exists (
        select from callee_number n where n.merchant_id = ${merchantId} and n.task_id = ${taskId}) as has_people
    from task
    where merchant_id = ${merchantId} and id = ${taskId} and removed_at is null
    for no key update`.execute(tx);
  return rows[0] ?? null;
};

/** Adds numbers as they came and counts them; answers those that were not in the task before. */
export const insertCallees = async (
  tx: UnscopedDb,
  { merchantId, taskId }: TaskKey,
  callees: readonly NewCallee[],
  importId: string,
): Promise<ReadonlySet<string>> => {
  if (callees.length === 0) return new Set();
  const numbers = callees
    .filter(({ further }) => further.length > 0)
    .flatMap(({ phone: first, lane, further }) =>
      [{ phone: first, lane }, ...further].map((number, place) => ({ first, place, ...number })),
    );
  const { rows } = await sql<{ phone: string }>`
    with added as (
      insert into callee (merchant_id, task_id, phone, name, variables, lane, import_id, numbers, rank)
      select ${merchantId}, ${taskId}, phone, name, variables::jsonb, lane, ${importId}, numbers, decode(rank, 'hex')
      from unnest(${callees.map(one => one.phone)}::text[], ${callees.map(one => one.name)}::text[],
        ${callees.map(one => JSON.stringify(one.variables))}::text[], ${callees.map(one => one.lane)}::smallint[],
        ${callees.map(({ further }) => further.length + 1)}::smallint[],
        ${callees.map(({ rank }) => Buffer.from(rank).toString('hex'))}::text[])
        as made(phone, name, variables, lane, numbers, rank)
      on conflict (merchant_id, task_id, phone) do nothing
      returning id, phone),
    numbered as (
      insert into callee_number (merchant_id, task_id, phone, callee_id, place, lane)
      select ${merchantId}, ${taskId}, own.phone, added.id, own.place, own.lane
      from unnest(${numbers.map(one => one.first)}::text[], ${numbers.map(one => one.phone)}::text[],
        ${numbers.map(one => one.place)}::smallint[], ${numbers.map(one => one.lane)}::smallint[])
        own (first, phone, place, lane) join added on added.phone = own.first),
    counted as (
      update task_count set total = total + n, fresh = fresh + n from (select count(*)::int as n from added) as new
      where merchant_id = ${merchantId} and task_id = ${taskId})
    select phone from added`.execute(tx);
  return new Set(rows.map(row => row.phone));
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
