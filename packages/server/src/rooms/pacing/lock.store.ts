import type { Calendar, RetryRules, TaskBecause, TaskState } from '@lianxian/core';
import { sql } from 'kysely';
import { pacingLock, type UnscopedDb } from '../../platform/db/index.ts';
import { calendarOfTask } from '../rules/index.ts';
import type { TaskLease } from './lease.ts';

export interface LeasedTask {
  readonly taskId: string;
  /** Whose the task is, and so its calls. */
  readonly createdBy: string;
  readonly planId: string;
  readonly planVersion: number;
  readonly planName: string;
  readonly concurrency: number;
  readonly weight: number;
  readonly guaranteed: number;
  readonly retries: RetryRules;
  readonly ringTimeoutMs: number;
  readonly calendar: Calendar;
  readonly state: TaskState;
  readonly because: TaskBecause;
  readonly zone: string;
  /** When it begins; null: it was begun by hand. */
  readonly startsAt: Date | null;
  /** The last day on which it calls, of the merchant's calendar. */
  readonly endsOn: string | null;
}

/**
 * Takes the merchant's pacing lock, then the rows of its tasks in the order of their ids, until the end of the transaction; those
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
      select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), ${pacingLock(merchantId)})
    select task.id as task_id, task.created_by, plan_id, plan_version, plan_name, concurrency, weight, guaranteed, retries,
      ring_timeout_s * 1000 as ring_timeout_ms, ${calendarOfTask} as calendar, state, because, merchant.zone, starts_at,
      ends_on::text as ends_on
    from unnest(${leases.map(({ taskId }) => taskId)}::bigint[], ${leases.map(({ fence }) => fence)}::int[]) held(id, fence)
      join task on task.merchant_id = ${merchantId} and task.id = held.id and task.fence = held.fence
      join merchant on merchant.id = task.merchant_id cross join pacing
    where task.removed_at is null and task.owner = ${owner}
    order by task.id for no key update of task`.execute(tx);
  return rows;
};
