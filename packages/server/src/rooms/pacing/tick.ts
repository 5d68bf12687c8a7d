import {
  decide,
  holdOf,
  lanes,
  lanesOfLine,
  openingsOf,
  type PacingBecause,
  type PacingDecision,
  stepTask,
  type TaskEvent,
  type TaskStanding,
} from '@lianxian/core';
import { FIRST, type LinkedWrite, type UnscopedDb, type Write, writeInTurn } from '../../platform/db/index.ts';
import { localTime, momentIn } from '../../platform/local-time.ts';
import type { Clock } from '../../platform/time.ts';
import { reserving } from '../billing/index.ts';
import { countingCallers, type GivenCallers, giveCallers } from '../caller-ids/index.ts';
import { LINE_BURST_MS, pacingLines } from '../lines/index.ts';
import { countingOverMerchants, inForce, type NumberKey } from '../rules/index.ts';
import { changingCounts, endNumbers, fitsNodes, type Placing, placing, puttingAside } from './claim.store.ts';
import { type Dealing, type Dealt, deal, dealUndialable } from './dealing.ts';
import type { TaskLease } from './lease.ts';
import { createMarks, isBehind, type Marks } from './marks.ts';
import { tellMoved } from './moved.ts';
import { isWanted, type LanesNow, lanesNow, type Read, snapshotOf } from './pace.ts';
import { type LeasedTask, lockTask, type Seen, see, type TaskPort } from './snapshot.store.ts';
import { moveTask } from './task.store.ts';

/**
 * One look at one task (decision 9), all in one transaction: the merchant's pacing lock → snapshot → core decides → numbers
 * are claimed, money held, calls placed → commit. Only then may anybody dial. Each arrow is one round trip to the database:
 * a tick lasts as long as those, and while it lasts no other task of the merchant starts a call.
 *
 * Invariants: nothing is placed under a lease that is another's by now; no limit of task, port, line, merchant, node or
 * balance is exceeded over all nodes; the counts of the task go with its numbers; what keeps the task from calling is
 * written where its board reads it.
 */
interface TickParts {
  readonly db: UnscopedDb;
  readonly owner: string;
  /** For the hours of the merchant; everything else goes by the database's clock. */
  readonly clock: Clock;
  readonly isDiskFull: () => Promise<boolean>;
  readonly numberKey: NumberKey;
}

interface Ticked {
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
/** Numbers of a task past its last day that one tick settles, fresh ones and retries each. */
const MOST_ENDED = 5_000;
/** Ends of calls, people and imports wake a task; this is for what nobody tells: hours, rows of other nodes, the clock. */
const LOOK_EVERY_MS = 2_000;
const SOONEST_MS = 20;
/** A line makes up for a pause of its burst: who looks twice as often loses nothing to the tick's own time, or a late timer. */
const PACE_LOOK_MS = LINE_BURST_MS / 2;

const idle: Ticked = { isLeft: false, placed: 0, changed: false, waitsForRoom: false, nextMs: LOOK_EVERY_MS };
/** Nothing was done: the lease is another's, or nobody has to run the task any more. */
export const notOurs: Ticked = { ...idle, isLeft: true };

/** @param marks of this task, kept from look to look. */
export const tick = async (parts: TickParts, lease: TaskLease, marks: Marks = createMarks()): Promise<Ticked> => {
  const isDiskFull = await parts.isDiskFull();
  return parts.db
    .transaction()
    .execute(async tx => {
      const task = await lockTask(tx, parts.owner, lease);
      if (task === null) return notOurs;
      const now = await readNow(tx, parts, { lease, task, marks, isDiskFull });
      const standing = await move(tx, lease, task, eventsOf(now));
      const isMoved = standing.state !== task.state || standing.because !== task.because;
      if (!isToRun(standing)) return { ...notOurs, changed: isMoved };
      if (now.isPastEnd) return endList(tx, lease, isMoved);
      if (standing.state !== 'running')
        return { ...idle, changed: isMoved, waitsForRoom: standing.because === 'balance' };
      const ticked = await run(tx, lease, task, now);
      return { ...ticked, changed: ticked.changed || isMoved };
    })
    .catch((error: unknown) => {
      if (!(error instanceof RoomTaken)) throw error;
      return { ...idle, waitsForRoom: true, nextMs: SOONEST_MS };
    });
};

/** Its last day is over: what still waits is called no more, what talks goes on to its end. */
const endList = async (tx: UnscopedDb, lease: TaskLease, isMoved: boolean): Promise<Ticked> => {
  const ended = await endNumbers(tx, lease, MOST_ENDED);
  return { ...idle, changed: isMoved || ended > 0, nextMs: ended > 0 ? SOONEST_MS : LOOK_EVERY_MS };
};

/** Another merchant's tick took the room that this one saw, or talks that go on the money: nothing of it is kept. */
class RoomTaken extends Error {
  override readonly name = 'RoomTaken';
}

/** It runs, or goes on by itself. */
const isToRun = ({ state, because }: TaskStanding): boolean =>
  state === 'running' || state === 'waiting' || (state === 'paused' && passing.has(because));
const passing: ReadonlySet<string> = new Set(['balance', 'budget', 'dayBudget', 'noPort', 'diskFull']);

const roomBecauses: ReadonlySet<string> = new Set([
  'portsFull',
  'linesFull',
  'merchantFull',
  'nodesFull',
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

/** All that a tick knows. */
interface Now extends Read, LanesNow, Pick<Seen, 'counts' | 'isSettled'> {
  readonly dealing: Dealing;
  readonly isDiskFull: boolean;
  /** The instant at which it was to begin has come. */
  readonly isTime: boolean;
  readonly isPastEnd: boolean;
}

/** What the rows say; once more from the beginning of the list where numbers came back that were passed already. */
const seeAll = async (tx: UnscopedDb, lease: TaskLease, marks: Marks): Promise<Seen> => {
  const seen = await see(tx, lease, marks, MOST_AT_ONCE);
  if (!isBehind(seen.due, seen.counts.fresh, MOST_AT_ONCE)) return seen;
  marks.forget();
  return see(tx, lease, marks, MOST_AT_ONCE);
};

interface Ticking {
  readonly lease: TaskLease;
  readonly task: LeasedTask;
  readonly marks: Marks;
  readonly isDiskFull: boolean;
}

const readNow = async (
  tx: UnscopedDb,
  { clock, numberKey }: TickParts,
  { lease, task, marks, isDiskFull }: Ticking,
): Promise<Now> => {
  const seen = await seeAll(tx, lease, marks);
  marks.note(seen.due);
  const at = clock.now();
  const moment = momentIn(task.zone, at);
  const rules = inForce(seen.rules, task.calendar);
  const byLane = lanesNow(seen.due, seen.ports, openingsOf(rules, moment));
  return {
    ...byLane,
    ...seen,
    isDiskFull,
    isTime: task.startsAt !== null && task.startsAt <= at,
    isPastEnd: task.endsOn !== null && localTime(at, task.zone).date > task.endsOn,
    dealing: { lease, zone: task.zone, rules, moment, marks, numberKey },
    local: moment.local,
    taskId: lease.taskId,
    taskLimit: task.concurrency,
    merchantLimit: seen.rules.channels,
  };
};

/** What the world says of the task, in the order in which it outweighs what comes after. */
const eventsOf = (now: Now): readonly TaskEvent[] => {
  const { undialable, served, open, anyWaits } = now;
  if (now.isSettled) return ['allSettled'];
  const events: TaskEvent[] = [now.isDiskFull ? 'diskFull' : 'diskFree'];
  if (now.isTime) events.unshift('itsTime');
  if (now.firstLeft !== null && now.firstLeft <= 0 && now.counts.calling === 0) events.unshift('firstCalled');
  if (anyWaits || undialable.length === 0) events.push(anyWaits && served.length === 0 ? 'portsGone' : 'portsBack');
  const least = leastHold(now);
  const { left = null, leftToday = null } = now.budget ?? {};
  if (now.available >= least) events.push('toppedUp');
  if (left === null || left >= least) events.push('budgetBack');
  if (leftToday === null || leftToday >= least) events.push('dayBudgetBack');
  if (served.length > 0) events.push(open.length > 0 ? 'opened' : 'closed');
  return events;
};

/** What the cheapest call to a number that waits would hold; of those that are due, where some are. */
const leastHold = ({ ports, due, served }: Now): number => {
  const dueNow = served.filter(lane => due.some(of => of.lane === lane && of.due > 0));
  const wanted = dueNow.length > 0 ? dueNow : served;
  const usable = ports.filter(port => !port.removed && lanesOfLine(port).some(lane => wanted.includes(lane)));
  return Math.min(...usable.map(({ price }) => holdOf(price)));
};

const move = async (
  tx: UnscopedDb,
  lease: TaskLease,
  task: TaskStanding,
  events: readonly TaskEvent[],
): Promise<TaskStanding> => {
  const before: TaskStanding = { state: task.state, because: task.because };
  const standing = events.reduce<TaskStanding>((from, event) => {
    const step = stepTask(from, event);
    return step.kind === 'moved' ? step.state : from;
  }, before);
  if (standing.state === before.state && standing.because === before.because) return standing;
  await moveTask(tx, lease, standing);
  await tellMoved(tx, lease, standing);
  return standing;
};

/** The task runs: places what may be placed now, and says what keeps it from more. */
const run = async (tx: UnscopedDb, lease: TaskLease, task: LeasedTask, now: Now): Promise<Ticked> => {
  const snapshot = snapshotOf(now);
  const decision = decide(snapshot);
  const { dealt, aside, isShort } = await dealPorts(tx, now, decision);
  const { placing, given } = await withCallers(tx, lease.merchantId, dealt);
  const slow: PacingBecause = isShort ? 'numbersInCall' : decision.because;
  const because = aside.length > 0 && placing.length === 0 ? now.counts.paceBecause : slow;
  await write(tx, lease, task, { now, placing, given, aside, because });
  const broke = placing.length === 0 && snapshot.taskLive === 0 ? brokeBy[decision.because] : undefined;
  if (broke !== undefined) await move(tx, lease, { state: 'running', because: '' }, [broke]);
  return {
    isLeft: false,
    waitsForRoom: roomBecauses.has(slow),
    placed: placing.length,
    changed: placing.length + aside.length > 0 || broke !== undefined || because !== now.counts.paceBecause,
    nextMs: nextLook(now, slow, placing.length, aside.length),
  };
};

interface Actions {
  readonly now: Now;
  readonly placing: readonly Dialled[];
  readonly given: GivenCallers;
  readonly aside: Dealt['aside'];
  readonly because: string;
}

/** Rows are locked in the order of an ending (attempts/settle.ts): numbers, counts, money, numbers and pace of the line. */
const write = async (
  tx: UnscopedDb,
  lease: TaskLease,
  task: LeasedTask,
  { now, placing: calls, given, aside, because }: Actions,
): Promise<void> => {
  if (calls.length + aside.length === 0 && because === now.counts.paceBecause) return;
  const { merchantId } = lease;
  const held = calls.reduce((sum, { hold }) => sum + hold, 0);
  const holding: readonly Write[] = held > 0 ? [reserving(merchantId, held)] : [];
  const writes: readonly Write[] = [
    ...holding,
    ...(given.uses.length > 0 ? [countingCallers(merchantId, given)] : []),
    ...(calls.length > 0 ? [pacingLines(merchantId, startsByLine(calls))] : []),
    ...countedOverMerchants(now.dealing, calls),
  ];
  const before: readonly (Write | LinkedWrite)[] = [
    ...(calls.length > 0 ? placing(lease, task, calls) : []),
    ...(aside.length > 0 ? puttingAside(lease, aside) : []),
    changingCounts(lease, countsBy(calls, aside), because),
  ];
  const done = await writeInTurn(tx, [...before, ...writes], calls.length > 0 ? fitsNodes : FIRST);
  if (held > 0 && done.written[before.length] !== 1) throw new RoomTaken();
  if (!done.after) throw new RoomTaken();
};

/** Where the platform caps the calls of all merchants together. */
const countedOverMerchants = ({ rules, numberKey }: Dealing, calls: readonly Dialled[]): readonly Write[] => {
  const counted = rules.platform.rules.overMerchants ? calls.filter(({ port }) => !port.practice) : [];
  return counted.length > 0 ? [countingOverMerchants(counted.map(({ phone }) => numberKey(phone)))] : [];
};

interface Dialled extends Placing {
  readonly phone: string;
  readonly isRetry: boolean;
}

/** Each call with the number that makes it. Where ports share numbers, one may find them used up: it waits. */
const withCallers = async (
  tx: UnscopedDb,
  merchantId: string,
  dealt: readonly Dialled[],
): Promise<{ readonly placing: readonly Dialled[]; readonly given: GivenCallers }> => {
  const wishes = dealt.map(({ port, phone }) => ({ lineId: port.lineId, own: port.callerNumber, phone }));
  const isAsked = dealt.some(({ port }) => port.hasNumbers);
  const given = isAsked
    ? await giveCallers(tx, merchantId, wishes)
    : { callers: wishes.map(({ own }) => own), uses: [] };
  const placing = dealt.flatMap((call, index) => {
    const caller = given.callers[index] ?? null;
    return caller === null ? [] : [{ ...call, caller }];
  });
  return { placing, given };
};

interface OfPorts extends Pick<Dealt, 'aside' | 'isShort'> {
  readonly dealt: readonly Dialled[];
}

/** Numbers for the decided starts: practice numbers to practice ports, the others to the others. */
const dealPorts = async (tx: UnscopedDb, now: Now, { starts }: PacingDecision): Promise<OfPorts> => {
  const ports = new Map(now.ports.map(port => [port.id, port]));
  const wanted = starts.flatMap(({ port, count }) => Array.from({ length: count }, () => ports.get(port)!));
  const aside = [...(now.undialable.length > 0 ? await dealUndialable(tx, now.dealing, now.undialable) : [])];
  const placing: Dialled[] = [];
  let isShort = false;
  for (const practice of [false, true]) {
    const places: readonly TaskPort[] = wanted.filter(port => port.practice === practice);
    const open = now.open.filter(lane => (lane === lanes.practice) === practice);
    const dealt = await deal(tx, now.dealing, open, places.length);
    aside.push(...dealt.aside);
    isShort ||= dealt.isShort;
    dealt.dialled.forEach(({ id, phone, isRetry }, index) => {
      const port = places[index]!;
      placing.push({ callee: id, phone, port, caller: '', hold: holdOf(port.price), isRetry });
    });
  }
  return { dealt: placing, aside, isShort };
};

const startsByLine = (placing: readonly Placing[]): ReadonlyMap<string, number> => {
  const starts = new Map<string, number>();
  for (const { port } of placing) starts.set(port.lineId, (starts.get(port.lineId) ?? 0) + 1);
  return starts;
};

const countsBy = (placing: readonly Dialled[], aside: Dealt['aside']) => {
  const gone = [...placing, ...aside];
  const putOff = aside.filter(({ afterMinutes }) => afterMinutes !== null).length;
  const retries = gone.filter(({ isRetry }) => isRetry).length;
  return {
    fresh: retries - gone.length,
    retrying: putOff - retries,
    calling: placing.length,
    settled: aside.length - putOff,
  };
};

/**
 * Numbers put aside make room for the next ones at once; a line's rate comes back in moments; the rest is woken for, and
 * numbers that others call are not worth a look at each of those calls' ends.
 */
const nextLook = (now: Now, because: PacingBecause, placed: number, aside: number): number => {
  if (aside > 0 || (because === 'all' && placed >= MOST_AT_ONCE)) return SOONEST_MS;
  if (because === 'lineRate')
    return soonest(now.ports.filter(port => isWanted(port, now)).map(port => lineWaitMs(port, placed)));
  return soonest(
    now.due.flatMap(({ lane, nextMs }) => (now.open.includes(lane) && nextMs !== null && nextMs > 0 ? [nextMs] : [])),
  );
};

const lineWaitMs = ({ callsPerSecond, idleMs }: TaskPort, placed: number): number =>
  placed > 0 ? Math.max(PACE_LOOK_MS, 1_000 / callsPerSecond) : -idleMs;

const soonest = (waits: readonly number[]): number => Math.max(SOONEST_MS, Math.min(LOOK_EVERY_MS, ...waits));
