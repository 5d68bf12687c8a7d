import { failureSums, judgeFailures } from '@lianxian/core';
import { inTransaction, type UnscopedDb } from '../../platform/db/index.ts';
import { lockTasks, move, type TaskLease } from '../pacing/index.ts';
import { failuresOf } from './failures.store.ts';

/**
 * Pauses those of a merchant's tasks whose calls suddenly fail, and says so (core's `judgeFailures`); their ids. Where a line is to
 * be blamed it looks after itself, and nothing is said twice.
 */
export const breakTasks = async (
  db: UnscopedDb,
  owner: string,
  merchantId: string,
  leases: readonly TaskLease[],
): Promise<readonly string[]> => {
  const seen = await failuresOf(
    db,
    merchantId,
    leases.map(({ taskId }) => taskId),
  );
  const broken = new Set(
    seen
      .filter(({ lately, past, isLineUnwell }) => {
        const sums = { lately: failureSums(lately), past: failureSums(past) };
        return judgeFailures({ ...sums, isLineUnwell }) === 'task';
      })
      .map(({ taskId }) => taskId),
  );
  const wanted = leases.filter(({ taskId }) => broken.has(taskId));
  if (wanted.length === 0) return [];
  return inTransaction(db, async tx => {
    const paused: string[] = [];
    for (const task of await lockTasks(tx, owner, merchantId, wanted)) {
      const lease = wanted.find(({ taskId }) => taskId === task.taskId)!;
      const standing = await move(tx, lease, task, ['failuresJumped']);
      if (standing.because === 'failures') paused.push(task.taskId);
    }
    return paused;
  });
};
