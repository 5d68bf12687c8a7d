import type { Bus } from '../../platform/bus.ts';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { createKeyedQueue } from '../../platform/keyed-queue.ts';
import type { Log } from '../../platform/log.ts';
import type { Clock } from '../../platform/time.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/work-loop.ts';
import { DIALLER_CHANNEL } from '../dialler/index.ts';
import { createMarks, type Marks, notOurs, type TaskLease, tick } from '../pacing/index.ts';
import type { NumberKey } from '../rules/index.ts';
import { releaseTasks, renewTasks, takeTasks, tasksToYield } from './lease.store.ts';
import type { TaskNews } from './news.ts';

/**
 * Runs the tasks that this node leases: one mailbox a task, in which one tick goes at a time. A task is looked at when it
 * says so itself, when a call of its merchant has ended, when web or an import wakes it over the bus, and every two
 * seconds whatever happens.
 *
 * Invariants: a task is ticked under a lease and its fence (lease.store.ts), so two nodes never both call for it; the
 * ticks of one merchant wait for each other here, not on a database connection; what is placed is told to the diallers
 * after the commit.
 */
export interface Runner {
  /** A call of this task or, with null, of a person has ended: there is room for others of the merchant. */
  readonly roomFor: (merchantId: string, taskId: string | null) => void;
  readonly tasks: () => readonly string[];
  /** Lets all tasks go; resolves when no tick is under way. */
  readonly close: () => Promise<void>;
}

interface RunnerParts {
  readonly db: UnscopedDb;
  readonly bus: Bus;
  readonly log: Log;
  readonly clock: Clock;
  readonly owner: string;
  readonly news: TaskNews;
  readonly isDiskFull: () => Promise<boolean>;
  readonly numberKey: NumberKey;
  /** Tests look more often, and run fewer. */
  readonly lookEveryMs?: number;
  readonly mostTasks?: number;
}

/** Wakes runners; the payload is the id of a task, {@link tasksOf} a merchant, or of nothing for a look at what may be leased. */
export const TASKS_CHANNEL = 'tasks';
/** All tasks of a merchant: one of its lines is another by now. */
export const tasksOf = (merchantId: string): string => `of ${merchantId}`;

const LOOK_EVERY_MS = 1_000;
const RENEW_EVERY_MS = 5_000;
/** A node that runs so many leaves the rest to others; by turns of merchants, so that nobody's thousand stop another's one. */
const MOST_TASKS = 500;
/** Ticks at once, each on a connection: calls need the others of the pool. */
const TICKS_AT_ONCE = 3;
const RETRY_MS = 1_000;

interface Held {
  readonly lease: TaskLease;
  readonly marks: Marks;
  readonly loop: WorkLoop;
  /** When it last placed a call: who waited longest is looked at first. */
  placedOn: number;
  /** Another call's end is what it waits for. */
  waitsForRoom: boolean;
}

export const openRunner = (parts: RunnerParts): Runner => {
  const { db, bus, log, owner, news, mostTasks = MOST_TASKS } = parts;
  const held = new Map<string, Held>();
  const queue = createKeyedQueue(TICKS_AT_ONCE);
  let renewedOn = performance.now();
  let isClosed = false;
  let isFirst = true;

  const drop = (taskId: string): void => {
    held.get(taskId)?.loop.stop();
    held.delete(taskId);
  };

  const lookAt = async (task: Held): Promise<number> => {
    const { merchantId, taskId } = task.lease;
    const ticked = await queue(merchantId, async () => {
      if (held.get(taskId) !== task) return notOurs;
      return tick(parts, task.lease, task.marks);
    });
    task.waitsForRoom = ticked.waitsForRoom;
    if (ticked.changed) news.changed(merchantId, taskId);
    if (ticked.placed > 0) {
      task.placedOn = performance.now();
      bus.notify(DIALLER_CHANNEL, '').catch(error => log.warn({ err: error }, 'diallers were not woken'));
    }
    if (ticked.isLeft && held.get(taskId) === task) {
      drop(taskId);
      await releaseTasks(db, owner, [taskId]);
    }
    return ticked.nextMs;
  };

  const hold = (lease: TaskLease): void => {
    drop(lease.taskId);
    const task: Held = {
      lease,
      marks: createMarks(),
      placedOn: 0,
      waitsForRoom: false,
      loop: startWorkLoop(
        () => lookAt(task),
        RETRY_MS,
        error => log.warn({ err: error, task: lease.taskId }, 'a task could not be looked at'),
      ),
    };
    held.set(lease.taskId, task);
    task.loop.wake();
  };

  const renew = async (): Promise<void> => {
    if (performance.now() - renewedOn < RENEW_EVERY_MS) return;
    const mine = [...held.values()].map(({ lease }) => lease);
    const kept = await renewTasks(db, owner, mine);
    renewedOn = performance.now();
    for (const { taskId, fence } of mine)
      if (!kept.has(taskId) && held.get(taskId)?.lease.fence === fence) drop(taskId);
  };

  const makeRoom = async (): Promise<void> => {
    const yielded = await tasksToYield(db, owner, mostTasks);
    for (const taskId of yielded) drop(taskId);
    await releaseTasks(db, owner, yielded);
  };

  const look = async (): Promise<number> => {
    await renew();
    if (held.size >= mostTasks) await makeRoom();
    const room = mostTasks - held.size;
    if (room > 0 && !isClosed) for (const lease of await takeTasks(db, owner, room, isFirst)) hold(lease);
    isFirst = false;
    return parts.lookEveryMs ?? LOOK_EVERY_MS;
  };

  const leases = startWorkLoop(look, RETRY_MS, error => log.warn({ err: error }, 'no tasks could be leased'));
  const listening = bus.listen(TASKS_CHANNEL, payload => {
    const task = held.get(payload);
    const named = task ? [task] : [...held.values()].filter(({ lease }) => payload === tasksOf(lease.merchantId));
    for (const { loop } of named) loop.wake();
    if (task === undefined) leases.wake();
  });
  listening.catch(error => log.warn({ err: error }, 'the runner does not hear wake-ups yet'));
  bus.onBack(leases.wake);
  leases.wake();

  return {
    roomFor: (merchantId, taskId) => {
      const waiting = [...held.values()].filter(task => task.lease.merchantId === merchantId && task.waitsForRoom);
      for (const { loop } of waiting.sort((a, b) => a.placedOn - b.placedOn)) loop.wake();
      if (taskId === null) return;
      const mine = held.get(taskId);
      if (mine) return mine.loop.wake();
      bus.notify(TASKS_CHANNEL, taskId).catch(error => log.warn({ err: error, task: taskId }, 'a task was not woken'));
    },
    tasks: () => [...held.keys()],
    close: async () => {
      isClosed = true;
      leases.stop();
      void listening.then(stop => stop()).catch(() => undefined);
      await leases.idle();
      const mine = [...held.values()];
      for (const { loop } of mine) loop.stop();
      await Promise.all(mine.map(({ loop }) => loop.idle()));
      held.clear();
      await releaseTasks(
        db,
        owner,
        mine.map(({ lease }) => lease.taskId),
      ).catch(error => log.warn({ err: error }, 'tasks were not let go; their leases run out'));
    },
  };
};
