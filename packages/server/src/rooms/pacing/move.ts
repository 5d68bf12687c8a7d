import { stepTask, type TaskEvent, type TaskStanding } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { TaskLease } from './lease.ts';
import type { LeasedTask } from './lock.store.ts';
import { tellMoved } from './moved.ts';
import { moveTask } from './task.store.ts';

/** A task as the world leaves it. */
export const move = async (
  tx: UnscopedDb,
  lease: TaskLease,
  before: Pick<LeasedTask, 'state' | 'because'>,
  events: readonly TaskEvent[],
): Promise<TaskStanding> => {
  const standing = events.reduce<TaskStanding>(
    (from, event) => {
      const step = stepTask(from, event);
      return step.kind === 'moved' ? step.state : from;
    },
    { state: before.state, because: before.because },
  );
  if (standing.state === before.state && standing.because === before.because) return standing;
  await moveTask(tx, lease, standing);
  await tellMoved(tx, lease, standing);
  return standing;
};
