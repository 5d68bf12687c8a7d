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
  type PacingSnapshot,
  type PortRoom,
  type WaitingTask,
} from '@lianxian/core';
import { CLOCK_SET_BACK_MS, LINE_BURST_MS } from '../lines/index.ts';
import type { LaneDue } from './due.store.ts';
import type { TaskNow } from './now.ts';
import type { PortSeen, TaskPort } from './ports.store.ts';
import type { LiveCount, Seen, TaskSeen } from './snapshot.store.ts';

/** From the rows that a round has read to what core decides upon. */

/** Which numbers of a task wait, and what stands between them and a call. */
export interface LanesNow {
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

export const lanesNow = (due: readonly LaneDue[], ports: readonly TaskPort[], openings: Openings): LanesNow => {
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
    lineChannels: port.lineChannels,
    lineLive: byLine.get(port.lineId) ?? 0,
    lineStarts: lineStarts(port.idleMs, port.callsPerSecond),
    hold: holdOf(port.price),
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
