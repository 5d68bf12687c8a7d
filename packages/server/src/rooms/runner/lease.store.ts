import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { LEASE_IS_OVER, OWNER_IS_DEAD } from '../dialler/index.ts';
import type { TaskLease } from '../pacing/index.ts';

const LEASE = sql`interval '30 seconds'`;
/** Tasks that run, and those that go on by themselves when what they lack is back. */
const RUNS = sql`removed_at is null and state in ('waiting', 'running', 'paused')
  and (state <> 'paused' or because in ('balance', 'noPort', 'diskFull'))`;

/**
 * Leases up to `limit` tasks that nobody runs: new ones, those of dead nodes, those whose lease ran out; with `ownToo`
 * also what `owner` held in its earlier life.
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
      select id from task
      where ${RUNS} and (owner is null
        or (owner = ${owner} and (${ownToo}::boolean or ${LEASE_IS_OVER}))
        or (owner <> ${owner} and (${LEASE_IS_OVER} or ${OWNER_IS_DEAD})))
      order by id limit ${limit} for update skip locked))
    returning merchant_id, id as task_id, fence`.execute(db);
  return rows;
};

/** Keeps the leases of `tasks`; the answer names those that are still held. */
export const renewTasks = async (
  db: UnscopedDb,
  owner: string,
  tasks: readonly TaskLease[],
): Promise<ReadonlySet<string>> => {
  if (tasks.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    update task set leased_until = now() + ${LEASE}
    from unnest(${tasks.map(task => task.taskId)}::bigint[], ${tasks.map(task => task.fence)}::int[]) held(id, fence)
    where task.id = held.id and task.fence = held.fence and owner = ${owner}
      and removed_at is null and state in ('waiting', 'running', 'paused')
    returning task.id`.execute(db);
  return new Set(rows.map(row => row.id));
};

/** Nobody's again: the next node takes it at once. */
export const releaseTasks = async (db: UnscopedDb, owner: string, tasks: readonly string[]): Promise<void> => {
  if (tasks.length === 0) return;
  await sql`
    update task set owner = null, leased_until = null
    where owner = ${owner} and id = any(${[...tasks]}::bigint[])`.execute(db);
};
