import type { Lane, LocalMinute, PacingBecause, TaskEvent, TaskStanding } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { momentIn } from '../../platform/local-time.ts';
import type { Clock } from '../../platform/time.ts';
import { LINE_BURST_MS } from '../lines/index.ts';
import type { NumberKey } from '../rules/index.ts';
import { endNumbers } from './claim.store.ts';
import { lockTasks } from './lock.store.ts';
import type { HeldTask, TaskLease } from './marks.ts';
import { createFairness, type Fairness, isBehind } from './marks.ts';
import { move } from './moved.ts';
import { eventsOf, isWanted, type TaskNow, tasksNow } from './pace.ts';
import type { TaskPort } from './ports.store.ts';
import { type Ran, RoomTaken, run } from './run.ts';
import { type Seen, see } from './snapshot.store.ts';

/**
 * One look at all tasks of a merchant that a node holds (decisions 9, 90), all in one transaction: the merchant's pacing lock →
 * snapshot → core decides → numbers are claimed, money held, calls placed → commit. Only then may anybody dial. Each arrow is
 * one round trip to the database, however many tasks there are: a round lasts as long as those, and while it lasts nobody else
 * starts a call of the merchant.
 *
 * Invariants: nothing is placed under a lease that is another's by now; no limit of task, port, line, merchant, node or
 * balance is exceeded over all nodes; the counts of a task go with its numbers; what keeps a task from calling is
 * written where its board reads it.
 */
interface RoundParts {
  readonly db: UnscopedDb;
  readonly owner: string;
  /** For the hours of the merchant; everything else goes by the database's clock. */
  readonly clock: Clock;
  readonly isDiskFull: () => Promise<boolean>;
  readonly numberKey: NumberKey;
}

/** How a round leaves a task. */
interface Looked {
  /** Nobody has to run it any more, or another does. */
  readonly isLeft: boolean;
  readonly placed: number;
  /** Its board shows something else now. */
  readonly changed: boolean;
  /** Channels, money or nodes that other calls have: the end of one is worth a look. */
  readonly waitsForRoom: boolean;
  /** When to look again, should nothing wake it. */
  readonly nextMs: number;
}

/** Numbers of a lane that a round counts as due, fresh ones and retries each; beyond it looks again at once. */
const MOST_AT_ONCE = 100;
/** Of many tasks each is counted less far: no round reads more than that of ten. */
const MOST_OF_ALL = 1_000;
const LEAST_AT_ONCE = 5;
const boundOf = (tasks: number): number =>
  Math.max(LEAST_AT_ONCE, Math.min(MOST_AT_ONCE, Math.floor(MOST_OF_ALL / tasks)));
/** Numbers of a task past its last day that one round settles, fresh ones and retries each. */
const MOST_ENDED = 5_000;
/** Ends of calls, people and imports wake a task; this is for what nobody tells: hours, rows of other nodes, the clock. */
const LOOK_EVERY_MS = 2_000;
const SOONEST_MS = 20;
/** A line makes up for a pause of its burst: who looks twice as often loses nothing to the round's own time, or a late timer. */
const PACE_LOOK_MS = LINE_BURST_MS / 2;

const idle: Looked = { isLeft: false, placed: 0, changed: false, waitsForRoom: false, nextMs: LOOK_EVERY_MS };
/** Nothing was done: the lease is another's, or nobody has to run the task any more. */
const notOurs: Looked = { ...idle, isLeft: true };

/** By the ids of its tasks. @param fairness of this merchant, kept from round to round. */
export const round = async (
  parts: RoundParts,
  merchantId: string,
  held: readonly HeldTask[],
  fairness: Fairness = createFairness(),
): Promise<ReadonlyMap<string, Looked>> => {
  const isDiskFull = await parts.isDiskFull();
  const leases = held.map(({ lease }) => lease);
  const all = (looked: Looked) => new Map(leases.map(({ taskId }) => [taskId, looked]));
  return parts.db
    .transaction()
    .execute(async tx => {
      const tasks = await lockTasks(tx, parts.owner, merchantId, leases);
      const looked = all(notOurs);
      const [first] = tasks;
      if (first === undefined) return looked;
      const ours = new Set(tasks.map(({ taskId }) => taskId));
      const seen = await seeAll(
        tx,
        merchantId,
        held.filter(({ lease }) => ours.has(lease.taskId)),
      );
      const at = parts.clock.now();
      const moved: Moved[] = [];
      for (const now of tasksNow(seen, held, tasks, at)) moved.push(await moveOne(tx, now, seen, isDiskFull));
      const running = moved.filter(({ goesOn }) => goesOn).map(({ now }) => now);
      const keyOverMerchants = running[0]?.rules.platform.rules.overMerchants ? parts.numberKey : null;
      const dealing = { merchantId, zone: first.zone, moment: momentIn(first.zone, at), keyOverMerchants };
      const ran = running.length > 0 ? await run(tx, dealing, { seen, fairness }, running) : [];
      for (const { now, looked: as } of moved) looked.set(now.task.taskId, as);
      for (const of of ran) {
        const { taskId } = of.now.task;
        const as = await afterRun(tx, of, dealing.moment.local, boundOf(tasks.length));
        looked.set(taskId, { ...as, changed: as.changed || looked.get(taskId)?.changed === true });
      }
      return looked;
    })
    .catch((error: unknown) => {
      if (!(error instanceof RoomTaken)) throw error;
      return all({ ...idle, waitsForRoom: true, nextMs: SOONEST_MS });
    });
};

/** What the rows say; once more from the beginning of a list where numbers came back that were passed already. */
const seeAll = async (tx: UnscopedDb, merchantId: string, held: readonly HeldTask[]): Promise<Seen> => {
  const bound = boundOf(held.length);
  const seen = await see(tx, merchantId, held, bound);
  const due = Map.groupBy(seen.due, ({ taskId }) => taskId);
  const fresh = new Map(seen.tasks.map(task => [task.taskId, task.fresh]));
  const behind = held.filter(({ lease: { taskId } }) => isBehind(due.get(taskId) ?? [], fresh.get(taskId) ?? 0, bound));
  for (const { marks } of behind) marks.forget();
  const again = behind.length > 0 ? await see(tx, merchantId, held, bound) : seen;
  const found = Map.groupBy(again.due, ({ taskId }) => taskId);
  for (const { lease, marks } of held) marks.note(found.get(lease.taskId) ?? []);
  return again;
};

interface Moved {
  readonly now: TaskNow;
  /** It runs, and its last day is not over. */
  readonly goesOn: boolean;
  readonly looked: Looked;
}

/** The task as the world leaves it, before any call. */
const moveOne = async (
  tx: UnscopedDb,
  now: TaskNow,
  { available }: Pick<Seen, 'available'>,
  isDiskFull: boolean,
): Promise<Moved> => {
  const { task, held } = now;
  const standing = await move(tx, held.lease, task, eventsOf(now, available, isDiskFull));
  const changed = standing.state !== task.state || standing.because !== task.because;
  if (!isToRun(standing)) return { now, goesOn: false, looked: { ...notOurs, changed } };
  if (now.isPastEnd) return { now, goesOn: false, looked: await endList(tx, held.lease, changed) };
  const waitsForRoom = standing.state !== 'running' && standing.because === 'balance';
  return { now, goesOn: standing.state === 'running', looked: { ...idle, changed, waitsForRoom } };
};

/** Its last day is over: what still waits is called no more, what talks goes on to its end. */
const endList = async (tx: UnscopedDb, lease: TaskLease, isMoved: boolean): Promise<Looked> => {
  const ended = await endNumbers(tx, lease, MOST_ENDED);
  return { ...idle, changed: isMoved || ended > 0, nextMs: ended > 0 ? SOONEST_MS : LOOK_EVERY_MS };
};

/** It runs, or goes on by itself. */
const isToRun = ({ state, because }: TaskStanding): boolean =>
  state === 'running' || state === 'waiting' || (state === 'paused' && passing.has(because));
const passing: ReadonlySet<string> = new Set(['balance', 'budget', 'dayBudget', 'noPort', 'diskFull']);

const roomBecauses: ReadonlySet<string> = new Set([
  'portsFull',
  'linesFull',
  'merchantFull',
  'nodesFull',
  'lent',
  'balance',
  'budget',
  'dayBudget',
]);

/** Who can start no call for it, and has none under way, is paused. */
const brokeBy: Readonly<Partial<Record<PacingBecause, TaskEvent>>> = {
  balance: 'balanceOut',
  budget: 'budgetOut',
  dayBudget: 'dayBudgetOut',
};

/** @param bound up to which its numbers were counted. */
const afterRun = async (tx: UnscopedDb, ran: Ran, local: LocalMinute, bound: number): Promise<Looked> => {
  const { now, calls, aside, decided, slow, because, live } = ran;
  const broke = calls.length === 0 && live === 0 ? brokeBy[decided] : undefined;
  if (broke !== undefined) await move(tx, now.held.lease, { state: 'running', because: '' }, [broke]);
  return {
    isLeft: false,
    waitsForRoom: roomBecauses.has(slow),
    placed: calls.length,
    changed: calls.length + aside.length > 0 || broke !== undefined || because !== now.seen.paceBecause,
    nextMs: nextLook(ran, local, bound),
  };
};

/**
 * Numbers put aside make room for the next ones at once; a line's rate comes back in moments; the rest is woken for, and
 * numbers that others call are not worth a look at each of those calls' ends.
 */
const nextLook = ({ now, slow, calls, aside }: Ran, local: LocalMinute, bound: number): number => {
  const placed = calls.length;
  if (aside.length > 0 || (slow === 'all' && placed >= bound)) return SOONEST_MS;
  if (slow === 'lineRate')
    return soonest(now.ports.filter(port => isWanted(port, now, local)).map(port => lineWaitMs(port, placed)));
  const isOpen = (lane: Lane): boolean => now.open.includes(lane);
  return soonest(
    now.due.flatMap(({ lane, nextMs }) => (isOpen(lane) && nextMs !== null && nextMs > 0 ? [nextMs] : [])),
  );
};

const lineWaitMs = ({ callsPerSecond, idleMs }: TaskPort, placed: number): number =>
  placed > 0 ? Math.max(PACE_LOOK_MS, 1_000 / callsPerSecond) : -idleMs;

const soonest = (waits: readonly number[]): number => Math.max(SOONEST_MS, Math.min(LOOK_EVERY_MS, ...waits));
