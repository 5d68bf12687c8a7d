import type { ComparedVoice, RetryRules, TaskBecause, TaskRules, TaskState } from '@lianxian/core';
import { sql } from 'kysely';
import { pacingLock, sharedLineLocks, type UnscopedDb } from '../../platform/db/index.ts';
import { rulesOfTask } from '../rules/index.ts';
import type { TaskLease } from './marks.ts';

export interface LeasedTask {
  readonly taskId: string;
  /** Whose the task is, and so its calls. */
  readonly createdBy: string;
  readonly planId: string;
  readonly planVersion: number;
  readonly planName: string;
  /** Who speaks in place of the plan's own voice. */
  readonly synthesis: ComparedVoice | null;
  readonly concurrency: number;
  readonly weight: number;
  readonly guaranteed: number;
  readonly retries: RetryRules;
  readonly ringTimeoutMs: number;
  readonly own: TaskRules;
  readonly state: TaskState;
  readonly because: TaskBecause;
  readonly zone: string;
  /** When it begins; null: it was begun by hand. */
  readonly startsAt: Date | null;
  /** The last day on which it calls, of the merchant's calendar. */
  readonly endsOn: string | null;
}

/** Lines that these tasks call over; asked for when the merchant's lock is had. */
const linesOf = (merchantId: string, leases: readonly TaskLease[]) => sql`line.merchant_id = ${merchantId}
  and line.id in (select port.line_id from pacing cross join task_port tp
    join port on port.merchant_id = tp.merchant_id and port.id = tp.port_id
    where tp.merchant_id = ${merchantId} and tp.task_id = any(${leases.map(({ taskId }) => taskId)}::bigint[]))`;

/**
 * Takes the merchant's pacing lock, then those of lent lines, then the rows of its tasks in the order of their ids, until the end of the transaction; those
 * whose lease is another's by now, or that are gone, are not among them. A list is dialled while statistics of it are old, or
 * there are none: what this transaction reads it reads by indexes, whatever the planner takes the list for (and compiles nothing
 * for it).
 */
export const lockTasks = async (
  tx: UnscopedDb,
  owner: string,
  merchantId: string,
  leases: readonly TaskLease[],
): Promise<readonly LeasedTask[]> => {
  const { rows } = await sql<LeasedTask>`
    with pacing as materialized (
      select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), ${pacingLock(merchantId)}),
    lines as materialized (${sharedLineLocks(linesOf(merchantId, leases))})
    select task.id as task_id, task.created_by, plan_id, plan_version, plan_name, synthesis, concurrency, weight, guaranteed, retries,
      ring_timeout_s * 1000 as ring_timeout_ms, ${rulesOfTask} as own, state, because, merchant.zone, starts_at,
      ends_on::text as ends_on
    from unnest(${leases.map(({ taskId }) => taskId)}::bigint[], ${leases.map(({ fence }) => fence)}::int[]) held(id, fence)
      join task on task.merchant_id = ${merchantId} and task.id = held.id and task.fence = held.fence
      join merchant on merchant.id = task.merchant_id cross join pacing cross join lines
    where task.removed_at is null and task.owner = ${owner}
    order by task.id for no key update of task`.execute(tx);
  return rows;
};
