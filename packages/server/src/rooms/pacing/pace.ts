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
import type { LaneDue, LiveCount, Seen, TaskPort } from './snapshot.store.ts';

/** From the rows that a tick has read to what core decides upon. */

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

const sum = (counts: readonly LiveCount[]): number => counts.reduce((all, { calls }) => all + calls, 0);

export interface Read {
  readonly taskId: string;
  readonly taskLimit: number;
  readonly firstLeft: number | null;
  readonly merchantLimit: number;
  readonly nodeRoom: number;
  readonly available: number;
  readonly budget: Seen['budget'];
  readonly ports: readonly TaskPort[];
  readonly live: readonly LiveCount[];
  readonly due: readonly LaneDue[];
  readonly open: readonly Lane[];
  /** The merchant's clock. */
  readonly local: LocalMinute;
}

/** Whether a port dials numbers that are due now, as soon as its line lets it: one that is shut is waited for otherwise. */
export const isWanted = (port: TaskPort, { due, open, local }: Pick<Read, 'due' | 'open' | 'local'>): boolean =>
  !port.removed &&
  shutBecause(port, local) === null &&
  due.some(of => of.due > 0 && open.includes(of.lane) && lanesOfLine(port).includes(of.lane));

/** Why nothing is dialled over the line of a port now: its owner's word first, then its hours, then its health. */
const shutBecause = ({ enabled, windows, isDown, isRegistered }: TaskPort, local: LocalMinute): LineShut | null => {
  if (!enabled) return 'lineOff';
  if (windows !== null && !isWithin(windows, local)) return 'lineHours';
  if (isDown) return 'lineDown';
  return isRegistered ? null : 'lineChecking';
};

const poolOf = ({ lineId, callerNumber, callersLeft }: TaskPort): PortRoom['callers'] =>
  callersLeft === null ? null : { pool: `${lineId} ${callerNumber}`, left: callersLeft };

export const snapshotOf = (read: Read): PacingSnapshot => {
  const { live, taskId } = read;
  const ofTask = live.filter(count => count.taskId === taskId);
  const roomOf = (port: TaskPort): PortRoom => ({
    port: port.id,
    line: port.lineId,
    practice: port.practice,
    shut: shutBecause(port, read.local),
    callers: poolOf(port),
    taskChannels: port.taskChannels,
    taskLive: sum(ofTask.filter(({ portId }) => portId === port.id)),
    portChannels: port.channels,
    portLive: sum(live.filter(({ portId }) => portId === port.id)),
    lineChannels: port.lineChannels,
    lineLive: sum(live.filter(({ lineId }) => lineId === port.lineId)),
    lineStarts: lineStarts(port.idleMs, port.callsPerSecond),
    hold: holdOf(port.price),
  });
  const dueIn = (wanted: readonly Lane[]): number =>
    read.due
      .filter(({ lane }) => wanted.includes(lane) && read.open.includes(lane))
      .reduce((all, { due }) => all + due, 0);
  return {
    taskLive: sum(ofTask),
    taskLimit: read.taskLimit,
    firstLeft: read.firstLeft,
    merchantLive: sum(live),
    merchantLimit: read.merchantLimit,
    nodeRoom: read.nodeRoom,
    available: read.available,
    budget: budgetOf(read.budget),
    due: { ordinary: dueIn([lanes.ordinary, lanes.west, lanes.abroad]), practice: dueIn([lanes.practice]) },
    ports: read.ports.filter(({ removed }) => !removed).map(roomOf),
  };
};

/** The one that is spent first. */
const budgetOf = (budget: Seen['budget']): PacingSnapshot['budget'] => {
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
