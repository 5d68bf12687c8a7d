import type { Bus } from '../../platform/bus.ts';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { KeyedQueue } from '../../platform/keyed-queue.ts';
import type { Log } from '../../platform/log.ts';
import type { Clock } from '../../platform/time.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/work-loop.ts';
import { breakTasks } from '../breaker/index.ts';
import { DIALLER_CHANNEL } from '../dialler/index.ts';
import { createFairness, type HeldTask, round } from '../pacing/index.ts';
import type { NumberKey } from '../rules/index.ts';
import { releaseTasks } from './lease.store.ts';
import type { TaskNews } from './news.ts';

/** A merchant with tasks that this node leases: its mailbox, in which one round over them goes at a time. */
export interface MerchantRun {
  readonly merchantId: string;
  readonly tasks: Map<string, HeldTask>;
  readonly loop: WorkLoop;
  /** Another call's end is what one of them waits for. */
  readonly waitsForRoom: () => boolean;
}

export interface RunParts {
  readonly db: UnscopedDb;
  readonly bus: Bus;
  readonly log: Log;
  readonly clock: Clock;
  readonly owner: string;
  readonly news: TaskNews;
  readonly isDiskFull: () => Promise<boolean>;
  readonly numberKey: NumberKey;
}

interface Shared {
  /** Rounds at once of all merchants. */
  readonly queue: KeyedQueue;
  /** This node runs the task no more. */
  readonly drop: (taskId: string) => void;
}

export const RETRY_MS = 1_000;
const LOOK_AT_LEAST_MS = 2_000;
const FAILURES_EVERY_MS = 10_000;
/** Tasks that throw one after the other: it is not they. */
const MOST_FAILED = 3;

export const openRun = (parts: RunParts, merchantId: string, { queue, drop }: Shared): MerchantRun => {
  const { db, bus, log, owner, news } = parts;
  const tasks = new Map<string, HeldTask>();
  const fairness = createFairness();
  let judgedOn = performance.now();
  let waitsForRoom = false;
  /** The last round threw: each is looked at by itself once, so that the others go on. */
  let hasFailed = false;

  const letGo = async (left: readonly string[]): Promise<void> => {
    for (const taskId of left) drop(taskId);
    await releaseTasks(db, owner, left);
  };

  const lookAt = async (held: readonly HeldTask[]): Promise<number> => {
    const looked = await round(parts, merchantId, held, fairness);
    const left: string[] = [];
    for (const { lease } of held) {
      const of = looked.get(lease.taskId);
      if (of?.changed) news.changed(merchantId, lease.taskId);
      if (of?.isLeft && tasks.get(lease.taskId)?.lease === lease) left.push(lease.taskId);
    }
    const all = [...looked.values()];
    waitsForRoom = all.some(each => each.waitsForRoom);
    if (all.some(({ placed }) => placed > 0))
      bus.notify(DIALLER_CHANNEL, '').catch(error => log.warn({ err: error }, 'diallers were not woken'));
    await letGo(left);
    return Math.min(LOOK_AT_LEAST_MS, ...all.map(({ nextMs }) => nextMs));
  };

  /** One by one, until the database itself seems to be what throws. */
  const lookAtEach = async (): Promise<number> => {
    let failed = 0;
    for (const task of [...tasks.values()]) {
      try {
        await lookAt([task]);
      } catch (error) {
        failed += 1;
        log.warn({ err: error, task: task.lease.taskId }, 'a task could not be looked at');
        if (failed >= MOST_FAILED) throw error;
      }
    }
    return RETRY_MS;
  };

  /** Whether calls of its tasks suddenly fail: now and then, for it is seen over minutes. */
  const lookForFailures = async (): Promise<void> => {
    const now = performance.now();
    if (now - judgedOn < FAILURES_EVERY_MS) return;
    judgedOn = now;
    const held = [...tasks.values()].map(({ lease }) => lease);
    const broken = await breakTasks(db, owner, merchantId, held);
    for (const taskId of broken) news.changed(merchantId, taskId);
    await letGo(broken);
  };

  const look = async (): Promise<number> => {
    if (tasks.size === 0) return RETRY_MS;
    const isApart = hasFailed;
    hasFailed = !isApart;
    if (isApart) return lookAtEach();
    const nextMs = await lookAt([...tasks.values()]);
    await lookForFailures();
    hasFailed = false;
    return nextMs;
  };

  const loop = startWorkLoop(
    () => queue(merchantId, look),
    RETRY_MS,
    error => log.warn({ err: error, merchant: merchantId }, 'tasks could not be looked at'),
  );
  return { merchantId, tasks, loop, waitsForRoom: () => waitsForRoom };
};
