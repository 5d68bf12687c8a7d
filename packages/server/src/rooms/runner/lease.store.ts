import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { LEASE_IS_OVER, OWNER_IS_DEAD } from '../dialler/index.ts';
import type { TaskLease } from '../pacing/index.ts';

const LEASE = sql`interval '30 seconds'`;
/** Tasks that run, and those that go on by themselves when what they lack is back. */
const RUNS = sql`removed_at is null and state in ('waiting', 'running', 'paused')
  and (state <> 'paused' or because in ('balance', 'budget', 'dayBudget', 'noPort', 'diskFull'))`;

/** Nobody runs it: a new one, one of a dead node, one whose lease ran out; with `ownToo` also what `owner` held before. */
const isFree = (owner: string, ownToo = false) => sql`(owner is null
  or (owner = ${owner} and (${ownToo}::boolean or ${LEASE_IS_OVER}))
  or (owner <> ${owner} and (${LEASE_IS_OVER} or ${OWNER_IS_DEAD})))`;

/**
 * What `owner` runs or could run, each with its turn among its merchant's, what runs already first. By turns every merchant has
 * one task run before anybody has a second: whoever starts thousands waits for himself.
 */
const byTurns = (owner: string) => sql`(
  select id as task_id, owner = ${owner} as is_held,
    row_number() over (partition by merchant_id order by owner is distinct from ${owner}, id) as turn
  from task where ${RUNS} and (owner = ${owner} or ${isFree(owner)}))`;

/**
 * Leases up to `limit` tasks that nobody runs, by turns of merchants; with `ownToo` also what `owner` held in its earlier
 * life.
 */
export const takeTasks = async (
  db: UnscopedDb,
  owner: string,
  limit: number,
  ownToo: boolean,
): Promise<readonly TaskLease[]> => {
  const { rows } = await sql<TaskLease>`
    update task set owner = ${owner}, fence = fence + 1, leased_until = now() + ${LEASE}
    where ${RUNS} and id = any(array(
      select id from task join ${byTurns(owner)} wanted on wanted.task_id = task.id
      where ${RUNS} and ${isFree(owner, ownToo)}
      order by wanted.turn, id limit ${limit} for no key update of task skip locked))
    returning merchant_id, id as task_id, fence`.execute(db);
  return rows;
};

/** Of a full node: what it runs beyond its merchants' turns while others wait for theirs. */
export const tasksToYield = async (db: UnscopedDb, owner: string, most: number): Promise<readonly string[]> => {
  const { rows } = await sql<{ taskId: string }>`
    select task_id from (
      select task_id, is_held from ${byTurns(owner)} wanted
      order by turn, is_held is distinct from true, task_id offset ${most}) beyond
    where is_held`.execute(db);
  return rows.map(({ taskId }) => taskId);
};

/** Keeps the leases of `tasks`; the answer names those that are still held. Rows are locked in the order of a round (by id). */
export const renewTasks = async (
  db: UnscopedDb,
  owner: string,
  tasks: readonly TaskLease[],
): Promise<ReadonlySet<string>> => {
  if (tasks.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    with ours as materialized (
      select task.id from unnest(${tasks.map(task => task.taskId)}::bigint[], ${tasks.map(task => task.fence)}::int[]) held(id, fence)
        join task on task.id = held.id and task.fence = held.fence
      where owner = ${owner} and removed_at is null and state in ('waiting', 'running', 'paused')
      order by task.id for no key update of task)
    update task set leased_until = now() + ${LEASE} from ours where task.id = ours.id
    returning task.id`.execute(db);
  return new Set(rows.map(row => row.id));
};

/** Nobody's again: the next node takes it at once. */
export const releaseTasks = async (db: UnscopedDb, owner: string, tasks: readonly string[]): Promise<void> => {
  if (tasks.length === 0) return;
  await sql`
    with ours as materialized (
      select id from task where owner = ${owner} and id = any(${[...tasks]}::bigint[]) order by id for no key update)
    update task set owner = null, leased_until = null from ours where task.id = ours.id`.execute(db);
};
