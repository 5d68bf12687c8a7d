import { createKeyedQueue } from '../../platform/keyed-queue.ts';
import { startWorkLoop } from '../../platform/work-loop.ts';
import { createMarks, type TaskLease } from '../pacing/index.ts';
import { releaseTasks, renewTasks, takeTasks, tasksToYield } from './lease.store.ts';
import { type MerchantRun, openRun, RETRY_MS, type RunParts } from './merchant-run.ts';

/**
 * Runs the tasks that this node leases: one mailbox a merchant, in which one round over its tasks goes at a time. A merchant is
 * looked at when one of its tasks says so itself, when a call of it has ended, when web or an import wakes it over the bus, and
 * every two seconds whatever happens.
 *
 * Invariants: a task is looked at under a lease and its fence (lease.store.ts), so two nodes never both call for it; the
 * rounds of one merchant wait for each other here, not on a database connection; what is placed is told to the diallers
 * after the commit; a task at which a round throws stops no other one of its merchant for long.
 */
export interface Runner {
  /** A call of this task or, with null, of a person has ended: there is room for others of the merchant. */
  readonly roomFor: (merchantId: string, taskId: string | null) => void;
  readonly tasks: () => readonly string[];
  /** Lets all tasks go; resolves when no tick is under way. */
  readonly close: () => Promise<void>;
}

interface RunnerParts extends RunParts {
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
/** Rounds at once, each on a connection: calls need the others of the pool. */
const ROUNDS_AT_ONCE = 3;

export const openRunner = (parts: RunnerParts): Runner => {
  const { db, bus, log, owner, mostTasks = MOST_TASKS } = parts;
  const runs = new Map<string, MerchantRun>();
  const merchantOf = new Map<string, string>();
  const queue = createKeyedQueue(ROUNDS_AT_ONCE);
  let renewedOn = performance.now();
  let isClosed = false;
  let isFirst = true;

  const runOf = (taskId: string): MerchantRun | undefined => runs.get(merchantOf.get(taskId) ?? '');
  const leases = (): readonly TaskLease[] =>
    [...runs.values()].flatMap(({ tasks }) => [...tasks.values()].map(({ lease }) => lease));

  const drop = (taskId: string): void => {
    const run = runOf(taskId);
    merchantOf.delete(taskId);
    run?.tasks.delete(taskId);
    if (run === undefined || run.tasks.size > 0) return;
    run.loop.stop();
    runs.delete(run.merchantId);
  };

  const hold = (lease: TaskLease): void => {
    drop(lease.taskId);
    const { merchantId, taskId } = lease;
    const run = runs.get(merchantId) ?? openRun(parts, merchantId, { queue, drop });
    runs.set(merchantId, run);
    merchantOf.set(taskId, merchantId);
    run.tasks.set(taskId, { lease, marks: createMarks() });
    run.loop.wake();
  };

  const renew = async (): Promise<void> => {
    if (performance.now() - renewedOn < RENEW_EVERY_MS) return;
    const mine = leases();
    const kept = await renewTasks(db, owner, mine);
    renewedOn = performance.now();
    for (const { taskId, fence } of mine)
      if (!kept.has(taskId) && runOf(taskId)?.tasks.get(taskId)?.lease.fence === fence) drop(taskId);
  };

  const makeRoom = async (): Promise<void> => {
    const yielded = await tasksToYield(db, owner, mostTasks);
    for (const taskId of yielded) drop(taskId);
    await releaseTasks(db, owner, yielded);
  };

  const look = async (): Promise<number> => {
    await renew();
    if (merchantOf.size >= mostTasks) await makeRoom();
    const room = mostTasks - merchantOf.size;
    if (room > 0 && !isClosed) for (const lease of await takeTasks(db, owner, room, isFirst)) hold(lease);
    isFirst = false;
    return parts.lookEveryMs ?? LOOK_EVERY_MS;
  };

  const leasing = startWorkLoop(look, RETRY_MS, error => log.warn({ err: error }, 'no tasks could be leased'));
  const listening = bus.listen(TASKS_CHANNEL, payload => {
    const task = runOf(payload);
    const named = task ? [task] : [...runs.values()].filter(({ merchantId }) => payload === tasksOf(merchantId));
    for (const { loop } of named) loop.wake();
    if (task === undefined) leasing.wake();
  });
  listening.catch(error => log.warn({ err: error }, 'the runner does not hear wake-ups yet'));
  bus.onBack(leasing.wake);
  leasing.wake();

  return {
    roomFor: (merchantId, taskId) => {
      const run = runs.get(merchantId);
      const isHere = taskId !== null && run?.tasks.has(taskId) === true;
      if (run && (isHere || run.waitsForRoom())) run.loop.wake();
      if (taskId === null || isHere) return;
      bus.notify(TASKS_CHANNEL, taskId).catch(error => log.warn({ err: error, task: taskId }, 'a task was not woken'));
    },
    tasks: () => [...merchantOf.keys()],
    close: async () => {
      isClosed = true;
      leasing.stop();
      void listening.then(stop => stop()).catch(() => undefined);
      await leasing.idle();
      const mine = leases();
      for (const { loop } of runs.values()) loop.stop();
      await Promise.all([...runs.values()].map(({ loop }) => loop.idle()));
      runs.clear();
      merchantOf.clear();
      await releaseTasks(
        db,
        owner,
        mine.map(({ taskId }) => taskId),
      ).catch(error => log.warn({ err: error }, 'tasks were not let go; their leases run out'));
    },
  };
};
