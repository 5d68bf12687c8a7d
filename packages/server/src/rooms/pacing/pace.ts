import {
  holdOf,
  isLaneOpen,
  isWithin,
  type Lane,
  type LineShut,
  type LocalMinute,
  lanes,
  lanesOfLine,
  lanesOfLines,
  type Openings,
  openingsOf,
  type PacingSnapshot,
  type PortRoom,
  type RulesInForce,
  type TaskEvent,
  type WaitingTask,
  withPlan,
} from '@lianxian/core';
import { localTime, momentIn } from '../../platform/local-time.ts';
import { ratesFrom } from '../billing/index.ts';
import { CLOCK_SET_BACK_MS, LINE_BURST_MS } from '../lines/index.ts';
import { inForce } from '../rules/index.ts';
import type { LaneDue } from './due.store.ts';
import type { LeasedTask } from './lock.store.ts';
import type { HeldTask } from './marks.ts';
import { type PortSeen, portsByTask, type TaskPort } from './ports.store.ts';
import type { LiveCount, Seen, TaskSeen } from './snapshot.store.ts';

/** From the rows that a round has read to what core decides upon. */

/** Which numbers of a task wait, and what stands between them and a call. */
interface LanesNow {
  /** Numbers wait that no port of this task was ever meant for. */
  readonly undialable: readonly Lane[];
  /** Numbers wait for which a port can be used. */
  readonly served: readonly Lane[];
  /** Of those, the ones of which some may be called at this hour; each number has hours of its own. */
  readonly open: readonly Lane[];
  /** Some numbers wait that are not undialable. */
  readonly anyWaits: boolean;
}

const lanesOf = (ports: readonly TaskPort[]): ReadonlySet<Lane> => new Set(lanesOfLines(ports));

const lanesNow = (due: readonly LaneDue[], ports: readonly TaskPort[], openings: Openings): LanesNow => {
  const waiting = due.filter(({ any }) => any).map(({ lane }) => lane);
  const meant = lanesOf(ports);
  const usable = lanesOf(ports.filter(({ removed }) => !removed));
  const served = waiting.filter(lane => usable.has(lane));
  return {
    undialable: waiting.filter(lane => !meant.has(lane)),
    served,
    open: served.filter(lane => isLaneOpen(openings, lane, 0)),
    anyWaits: waiting.some(lane => meant.has(lane)),
  };
};

/** All that a round knows of one task: its row, what waits, over which ports, by which rules. */
export interface TaskNow extends LanesNow {
  readonly held: HeldTask;
  readonly task: LeasedTask;
  readonly seen: TaskSeen;
  readonly rules: RulesInForce;
  readonly ports: readonly TaskPort[];
  readonly due: readonly LaneDue[];
  /** The instant at which it was to begin has come. */
  readonly isTime: boolean;
  readonly isPastEnd: boolean;
}

/** From the rows of a round to its tasks, in the order of `tasks`. */
export const tasksNow = (
  seen: Seen,
  held: readonly HeldTask[],
  tasks: readonly LeasedTask[],
  at: Date,
): readonly TaskNow[] => {
  const byTask = new Map(seen.tasks.map(task => [task.taskId, task]));
  const rates = ratesFrom(seen.use);
  const ports = portsByTask(seen, taskId => withPlan(rates, byTask.get(taskId)?.planPrice ?? 0));
  const due = Map.groupBy(seen.due, ({ taskId }) => taskId);
  const heldOf = new Map(held.map(task => [task.lease.taskId, task]));
  return tasks.map(task => {
    const { taskId, zone } = task;
    const rules = inForce(seen.rules, task.own);
    const own = { ports: ports.get(taskId) ?? [], due: due.get(taskId) ?? [] };
    return {
      ...own,
      ...lanesNow(own.due, own.ports, openingsOf(rules, momentIn(zone, at))),
      task,
      rules,
      held: heldOf.get(taskId)!,
      seen: byTask.get(taskId)!,
      isTime: task.startsAt !== null && task.startsAt <= at,
      isPastEnd: task.endsOn !== null && localTime(at, zone).date > task.endsOn,
    };
  });
};

/** What the world says of a task, in the order in which it outweighs what comes after. */
export const eventsOf = (now: TaskNow, available: number, isDiskFull: boolean): readonly TaskEvent[] => {
  const { undialable, served, open, anyWaits, seen } = now;
  if (seen.isSettled) return ['allSettled'];
  const events: TaskEvent[] = [isDiskFull ? 'diskFull' : 'diskFree'];
  if (now.isTime) events.unshift('itsTime');
  if (seen.firstLeft !== null && seen.firstLeft <= 0 && seen.calling === 0) events.unshift('firstCalled');
  if (anyWaits || undialable.length === 0) events.push(anyWaits && served.length === 0 ? 'portsGone' : 'portsBack');
  const least = leastHold(now);
  const { left = null, leftToday = null } = seen.budget ?? {};
  if (available >= least) events.push('toppedUp');
  if (left === null || left >= least) events.push('budgetBack');
  if (leftToday === null || leftToday >= least) events.push('dayBudgetBack');
  if (served.length > 0) events.push(open.length > 0 ? 'opened' : 'closed');
  return events;
};

/** What the cheapest call to a number that waits would hold; of those that are due, where some are. */
const leastHold = ({ ports, due, served }: TaskNow): number => {
  const dueNow = served.filter(lane => due.some(of => of.lane === lane && of.due > 0));
  const wanted: readonly Lane[] = dueNow.length > 0 ? dueNow : served;
  const usable = ports.filter(port => !port.removed && lanesOfLine(port).some(lane => wanted.includes(lane)));
  return Math.min(...usable.map(({ price, useRates }) => holdOf(price, useRates)));
};

/**
 * How many calls a line's rate lets start now. The moment from which the next may leave is the line's; a pause is made
 * up for by 100 ms at most, the pace at which one looks, so a line never gets more than its rate and a tenth of it.
 */
const lineStarts = (idleMs: number, callsPerSecond: number): number => {
  const idle = idleMs < -CLOCK_SET_BACK_MS ? 0 : Math.min(idleMs, LINE_BURST_MS);
  return idle < 0 ? 0 : 1 + Math.floor((idle * callsPerSecond) / 1_000);
};

/** Whether a port dials numbers that are due now, as soon as its line lets it: one that is shut is waited for otherwise. */
export const isWanted = (port: TaskPort, { due, open }: Pick<TaskNow, 'due' | 'open'>, local: LocalMinute): boolean =>
  !port.removed &&
  shutBecause(port, local) === null &&
  due.some(of => of.due > 0 && open.includes(of.lane) && lanesOfLine(port).includes(of.lane));

/** Why nothing is dialled over the line of a port now: its owner's word first, then its hours, then its health. */
const shutBecause = ({ enabled, windows, isDown, isRegistered }: PortSeen, local: LocalMinute): LineShut | null => {
  if (!enabled) return 'lineOff';
  if (windows !== null && !isWithin(windows, local)) return 'lineHours';
  if (isDown) return 'lineDown';
  return isRegistered ? null : 'lineChecking';
};

const poolOf = ({ lineId, callerNumber, callersLeft }: PortSeen): PortRoom['callers'] =>
  callersLeft === null ? null : { pool: `${lineId} ${callerNumber}`, left: callersLeft };

/** Live calls of a merchant, summed by what they are on. */
const liveBy = (
  live: readonly LiveCount[],
  keyOf: (count: LiveCount) => string | null,
): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const count of live) {
    const key = keyOf(count);
    if (key !== null) sums.set(key, (sums.get(key) ?? 0) + count.calls);
  }
  return sums;
};

/** Of a lent line, no more than what others leave. */
const channelsOf = ({ lineChannels, rootLeft }: PortSeen, live: number): number =>
  rootLeft === null ? lineChannels : Math.min(lineChannels, live + rootLeft);

/** What a task had of its merchant's channels before ({@link Share}). */
interface Before {
  readonly used: number;
  readonly isStarved: boolean;
}

/** @param local the merchant's clock. */
export const snapshotOf = (
  seen: Pick<Seen, 'live' | 'nodeRoom' | 'available' | 'rules'>,
  tasks: readonly TaskNow[],
  local: LocalMinute,
  before: (taskId: string) => Before,
): PacingSnapshot => {
  const { live } = seen;
  const byTask = liveBy(live, ({ taskId }) => taskId);
  const byPort = liveBy(live, ({ portId }) => portId);
  const byLine = liveBy(live, ({ lineId }) => lineId);
  const byUse = liveBy(live, ({ taskId, portId }) => `${taskId} ${portId}`);
  const roomOf = (taskId: string, port: TaskPort): PortRoom => ({
    port: port.id,
    line: port.lineId,
    practice: port.practice,
    shut: shutBecause(port, local),
    callers: poolOf(port),
    taskChannels: port.taskChannels,
    taskLive: byUse.get(`${taskId} ${port.id}`) ?? 0,
    portChannels: port.channels,
    portLive: byPort.get(port.id) ?? 0,
    lineChannels: channelsOf(port, byLine.get(port.lineId) ?? 0),
    lineLive: byLine.get(port.lineId) ?? 0,
    lineStarts: lineStarts(port.idleMs, port.callsPerSecond),
    hold: holdOf(port.price, port.useRates),
  });
  return {
    merchantLive: live.reduce((all, { calls }) => all + calls, 0),
    merchantLimit: seen.rules.channels,
    nodeRoom: seen.nodeRoom,
    available: seen.available,
    tasks: tasks.map(now => {
      const { taskId, concurrency, weight, guaranteed } = now.task;
      return {
        ...before(taskId),
        taskLive: byTask.get(taskId) ?? 0,
        taskLimit: concurrency,
        weight,
        guaranteed,
        firstLeft: now.seen.firstLeft,
        budget: budgetOf(now.seen.budget),
        due: {
          ordinary: dueIn(now, [lanes.ordinary, lanes.west, lanes.abroad]),
          practice: dueIn(now, [lanes.practice]),
        },
        ports: now.ports.filter(({ removed }) => !removed).map(port => roomOf(taskId, port)),
      };
    }),
  };
};

const dueIn = ({ due, open }: TaskNow, wanted: readonly Lane[]): number =>
  due
    .filter(({ lane }) => wanted.includes(lane) && open.includes(lane))
    .reduce((all, { due: numbers }) => all + numbers, 0);

/** The one that is spent first. */
const budgetOf = (budget: TaskSeen['budget']): PacingSnapshot['tasks'][number]['budget'] => {
  const { left = null, leftToday = null } = budget ?? {};
  if (leftToday !== null && (left === null || leftToday <= left)) return { left: leftToday, of: 'dayBudget' };
  return left === null ? null : { left, of: 'budget' };
};

const MINUTE_MS = 60_000;
/** The lines that a task's ports lead to, as its numbers wait for them. */
export const waitingLines = (ports: readonly TaskPort[]): WaitingTask['lines'] =>
  ports
    .filter(({ removed }) => !removed)
    .map(({ restsForMs, ...port }) => ({
      ...port,
      restsInMinutes: restsForMs === null ? null : Math.ceil(restsForMs / MINUTE_MS),
    }));
