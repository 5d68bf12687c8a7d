import {
  decide,
  holdOf,
  type Lane,
  lanesOfLine,
  type PacingDecision,
  stepTask,
  type TaskEvent,
  type TaskStanding,
} from '@lianxian/core';
import { type HouseDb, lockPacing } from '../../platform/db/index.ts';
import type { Clock } from '../../platform/time.ts';
import { availableFor, reserve } from '../billing/index.ts';
import { LINE_BURST_MS, paceLines } from '../lines/index.ts';
import { countCallers, type GivenCallers, giveCallers } from '../numbers/index.ts';
import { callingRulesOf } from '../settings/index.ts';
import { changeCounts, type Placing, placeCalls, putAside } from './claim.store.ts';
import { type Dealing, type Dealt, deal, dealUndialable } from './dealing.ts';
import type { TaskLease } from './lease.store.ts';
import { localMinute } from './local-minute.ts';
import { type LanesNow, lanesNow, type Read, snapshotOf } from './pace.ts';
import {
  countsOf,
  dueByLane,
  isBeingFilled,
  type LeasedTask,
  liveCounts,
  lockTask,
  nodeRoom,
  portsOfTask,
  type TaskCounts,
  type TaskPort,
} from './snapshot.store.ts';
import { moveTask } from './task.store.ts';

/**
 * One look at one task (decision 9), all in one transaction: the merchant's pacing lock → snapshot → core decides → numbers
 * are claimed, money held, calls placed → commit. Only then may anybody dial.
 *
 * Invariants: nothing is placed under a lease that is another's by now; no limit of task, port, line, merchant, node or
 * balance is exceeded over all nodes; the counts of the task go with its numbers; what keeps the task from calling is
 * written where its board reads it.
 */
export interface TickParts {
  readonly db: HouseDb;
  readonly owner: string;
  /** For the hours of the merchant; everything else goes by the database's clock. */
  readonly clock: Clock;
  readonly isDiskFull: () => Promise<boolean>;
  /** The longest talk of a version, in ms. */
  readonly longestMs: (tx: HouseDb, merchantId: string, task: LeasedTask) => Promise<number>;
}

export interface Ticked {
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

/** Numbers of a lane that one tick counts as due, fresh ones and retries each; beyond it looks again at once. */
const MOST_AT_ONCE = 100;
/** Ends of calls, people and imports wake a task; this is for what nobody tells: hours, rows of other nodes, the clock. */
const LOOK_EVERY_MS = 2_000;
const SOONEST_MS = 20;

const idle: Ticked = { isLeft: false, placed: 0, changed: false, waitsForRoom: false, nextMs: LOOK_EVERY_MS };
/** Nothing was done: the lease is another's, or nobody has to run the task any more. */
export const notOurs: Ticked = { ...idle, isLeft: true };

export const tick = async (parts: TickParts, lease: TaskLease): Promise<Ticked> => {
  const isDiskFull = await parts.isDiskFull();
  return parts.db.transaction().execute(async tx => {
    await lockPacing(tx, lease.merchantId);
    const task = await lockTask(tx, parts.owner, lease);
    if (task === null) return notOurs;
    const now = await lookAround(tx, parts, lease, task, isDiskFull);
    const standing = await move(tx, lease, task, eventsOf(now));
    const isMoved = standing.state !== task.state || standing.because !== task.because;
    if (!isToRun(standing)) return { ...notOurs, changed: isMoved };
    if (standing.state !== 'running')
      return { ...idle, changed: isMoved, waitsForRoom: standing.because === 'balance' };
    const ticked = await run(tx, lease, task, now);
    return { ...ticked, changed: ticked.changed || isMoved };
  });
};

/** It runs, or goes on by itself. */
const isToRun = ({ state, because }: TaskStanding): boolean =>
  state === 'running' ||
  state === 'waiting' ||
  (state === 'paused' && (because === 'balance' || because === 'noPort' || because === 'diskFull'));

const roomBecauses: ReadonlySet<string> = new Set(['portsFull', 'linesFull', 'merchantFull', 'nodesFull', 'balance']);

/** All that a tick knows. */
interface Now extends Read, LanesNow {
  readonly counts: TaskCounts;
  readonly dealing: Dealing;
  /** No number is left, and none is being imported. */
  readonly isSettled: boolean;
  readonly isDiskFull: boolean;
}

const lookAround = async (
  tx: HouseDb,
  { clock, longestMs }: TickParts,
  lease: TaskLease,
  task: LeasedTask,
  isDiskFull: boolean,
): Promise<Now> => {
  const counts = await countsOf(tx, lease);
  const isDone = counts.total > 0 && counts.fresh + counts.retrying + counts.calling === 0;
  const ports = await portsOfTask(tx, lease);
  const rules = await callingRulesOf(tx, lease.merchantId);
  const due = await dueByLane(tx, lease, MOST_AT_ONCE);
  const local = localMinute(clock.now(), task.zone);
  const byLane = lanesNow(due, ports, { windows: task.windows, legal: rules.legal, local });
  return {
    ...byLane,
    counts,
    isSettled: isDone && !(await isBeingFilled(tx, lease)),
    isDiskFull,
    ports,
    due,
    dealing: { lease, zone: task.zone, rules, local },
    local,
    taskId: lease.taskId,
    taskLimit: task.concurrency,
    merchantLimit: rules.channels,
    nodeRoom: await nodeRoom(tx),
    available: await availableFor(tx, lease.merchantId),
    longestMs: await longestMs(tx, lease.merchantId, task),
    live: await liveCounts(tx, lease.merchantId),
  };
};

/** What the world says of the task, in the order in which it outweighs what comes after. */
const eventsOf = (now: Now): readonly TaskEvent[] => {
  const { undialable, served, open, anyWaits } = now;
  if (now.isSettled) return ['allSettled'];
  const events: TaskEvent[] = [now.isDiskFull ? 'diskFull' : 'diskFree'];
  if (anyWaits || undialable.length === 0) events.push(anyWaits && served.length === 0 ? 'portsGone' : 'portsBack');
  if (now.available >= leastHold(now)) events.push('toppedUp');
  if (served.length > 0) events.push(open.length > 0 ? 'opened' : 'closed');
  return events;
};

/** What the cheapest call to a number that waits would hold; of those that are due, where some are. */
const leastHold = ({ ports, longestMs, due, served }: Now): number => {
  const dueNow = served.filter(lane => due.some(of => of.lane === lane && of.due > 0));
  const wanted = dueNow.length > 0 ? dueNow : served;
  const usable = ports.filter(port => !port.removed && lanesOfLine(port).some(lane => wanted.includes(lane)));
  return Math.min(...usable.map(({ price }) => holdOf(price, longestMs)));
};

const move = async (
  tx: HouseDb,
  lease: TaskLease,
  task: TaskStanding,
  events: readonly TaskEvent[],
): Promise<TaskStanding> => {
  const before: TaskStanding = { state: task.state, because: task.because };
  const standing = events.reduce<TaskStanding>((from, event) => {
    const step = stepTask(from, event);
    return step.kind === 'moved' ? step.state : from;
  }, before);
  if (standing.state !== before.state || standing.because !== before.because) await moveTask(tx, lease, standing);
  return standing;
};

/** The task runs: places what may be placed now, and says what keeps it from more. */
const run = async (tx: HouseDb, lease: TaskLease, task: LeasedTask, now: Now): Promise<Ticked> => {
  const snapshot = snapshotOf(now);
  const decision = decide(snapshot);
  const { dealt, aside } = await dealPorts(tx, now, decision);
  const { placing, given } = await withCallers(tx, lease.merchantId, dealt);
  const held = placing.reduce((sum, { hold }) => sum + hold, 0);
  await placeCalls(tx, lease, task, placing);
  await putAside(tx, lease, aside);
  const because = aside.length > 0 && placing.length === 0 ? now.counts.paceBecause : decision.because;
  await count(tx, lease, now, placing, aside, because);
  // Rows are locked in the order of an ending (settle.ts): numbers, counts, money.
  if (!(await reserve(tx, lease.merchantId, held))) throw new Error('money that was there under the lock is gone');
  await countCallers(tx, lease.merchantId, given);
  await paceLines(tx, lease.merchantId, startsByLine(placing));
  const isBroke = decision.because === 'balance' && placing.length === 0 && snapshot.taskLive === 0;
  if (isBroke) await move(tx, lease, { state: 'running', because: '' }, ['balanceOut']);
  return {
    isLeft: false,
    waitsForRoom: roomBecauses.has(decision.because),
    placed: placing.length,
    changed: placing.length + aside.length > 0 || isBroke || because !== now.counts.paceBecause,
    nextMs: nextLook(now, decision, placing.length, aside.length),
  };
};

interface Dialled extends Placing {
  readonly phone: string;
  readonly isRetry: boolean;
}

/** Each call with the number that makes it. Where ports share numbers, one may find them used up: it waits. */
const withCallers = async (
  tx: HouseDb,
  merchantId: string,
  dealt: readonly Dialled[],
): Promise<{ readonly placing: readonly Dialled[]; readonly given: GivenCallers }> => {
  const wishes = dealt.map(({ port, phone }) => ({ lineId: port.lineId, own: port.callerNumber, phone }));
  const given = await giveCallers(tx, merchantId, wishes);
  const placing = dealt.flatMap((call, index) => {
    const caller = given.callers[index] ?? null;
    return caller === null ? [] : [{ ...call, caller }];
  });
  return { placing, given };
};

/** Numbers for the decided starts: practice numbers to practice ports, the others to the others. */
const dealPorts = async (
  tx: HouseDb,
  now: Now,
  { starts }: PacingDecision,
): Promise<{ readonly dealt: readonly Dialled[]; readonly aside: Dealt['aside'] }> => {
  const ports = new Map(now.ports.map(port => [port.id, port]));
  const wanted = starts.flatMap(({ port, count }) => Array.from({ length: count }, () => ports.get(port)!));
  const aside = [...(now.undialable.length > 0 ? await dealUndialable(tx, now.dealing.lease, now.undialable) : [])];
  const placing: Dialled[] = [];
  for (const practice of [false, true]) {
    const places: readonly TaskPort[] = wanted.filter(port => port.practice === practice);
    const open: readonly Lane[] = lanesOfLine({ practice }).filter(lane => now.open.includes(lane));
    const dealt = await deal(tx, now.dealing, open, places.length);
    aside.push(...dealt.aside);
    dealt.dialled.forEach(({ id, phone, isRetry }, index) => {
      const port = places[index]!;
      placing.push({ callee: id, phone, port, caller: '', hold: holdOf(port.price, now.longestMs), isRetry });
    });
  }
  return { dealt: placing, aside };
};

const startsByLine = (placing: readonly Placing[]): ReadonlyMap<string, number> => {
  const starts = new Map<string, number>();
  for (const { port } of placing) starts.set(port.lineId, (starts.get(port.lineId) ?? 0) + 1);
  return starts;
};

const count = async (
  tx: HouseDb,
  lease: TaskLease,
  now: Now,
  placing: readonly Dialled[],
  aside: Dealt['aside'],
  because: string,
): Promise<void> => {
  if (placing.length + aside.length === 0 && because === now.counts.paceBecause) return;
  const gone = [...placing, ...aside];
  const putOff = aside.filter(({ afterMinutes }) => afterMinutes !== null).length;
  const retries = gone.filter(({ isRetry }) => isRetry).length;
  const by = {
    fresh: retries - gone.length,
    retrying: putOff - retries,
    calling: placing.length,
    settled: aside.length - putOff,
  };
  await changeCounts(tx, lease, by, because);
};

/** Numbers put aside make room for the next ones at once; a line's rate comes back in moments; the rest is woken for. */
const nextLook = (now: Now, { because }: PacingDecision, placed: number, aside: number): number => {
  if (aside > 0 || (because === 'all' && placed >= MOST_AT_ONCE)) return SOONEST_MS;
  if (because === 'lineRate') return soonest(now.ports.map(port => lineWaitMs(port, placed)));
  return soonest(
    now.due.flatMap(({ lane, nextMs }) => (now.open.includes(lane) && nextMs !== null && nextMs > 0 ? [nextMs] : [])),
  );
};

const lineWaitMs = ({ callsPerSecond, idleMs }: TaskPort, placed: number): number =>
  placed > 0 ? Math.max(LINE_BURST_MS, 1_000 / callsPerSecond) : -idleMs;

const soonest = (waits: readonly number[]): number => Math.max(SOONEST_MS, Math.min(LOOK_EVERY_MS, ...waits));
