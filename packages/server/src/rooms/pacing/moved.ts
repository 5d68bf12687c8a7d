import { stepTask, type TaskBecause, type TaskEvent, type TaskStanding } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { ringBell } from '../bell/index.ts';
import { tellEndpoints } from '../webhooks/index.ts';
import type { LeasedTask } from './lock.store.ts';
import type { TaskLease } from './marks.ts';
import { moveTask, namedTask } from './task.store.ts';

/** A person did it, who knows; what stops a whole merchant is said by whoever stops it. */
const unrung: ReadonlySet<TaskBecause> = new Set(['byUser', 'stoppedAll', 'merchantOff', 'restored', 'appended']);
/** What all tasks of a merchant pause for at once is one line of the bell. */
const shared: ReadonlySet<TaskBecause> = new Set(['balance', 'diskFull']);

/** A task is finished or paused: the merchant's own systems hear of it, and by the bell whom it concerns. */
export const tellMoved = async (
  tx: UnscopedDb,
  key: Pick<TaskLease, 'merchantId' | 'taskId'>,
  { state, because }: TaskStanding,
): Promise<void> => {
  if (state !== 'finished' && state !== 'paused') return;
  const task = await namedTask(tx, key);
  if (task === null) return;
  const { merchantId, taskId } = key;
  const { name, now: at, createdBy: ownerId } = task;
  const event = state === 'finished' ? 'task.finished' : 'task.paused';
  await tellEndpoints(tx, { merchantId, event, subject: `task:${taskId}`, at, data: { id: taskId, name, because } });
  if (state === 'finished')
    await ringBell(tx, { merchantId, kind: 'taskFinished', about: taskId, taskId, ownerId, facts: { name } });
  else if (because === 'failures')
    await ringBell(tx, { merchantId, kind: 'breaker', about: taskId, taskId, ownerId, facts: { name } });
  else if (!unrung.has(because)) {
    const about = shared.has(because) ? because : taskId;
    await ringBell(tx, { merchantId, kind: 'taskPaused', about, taskId, ownerId, facts: { name, because } });
  }
};

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
