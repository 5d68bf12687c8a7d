import {
  type Ahead,
  capsInForce,
  type Group,
  goAhead,
  habitsOf,
  homeOfLane,
  type LineAhead,
  type ListAhead,
  type LocalTime,
  lanes,
  type Openings,
  openingsOf,
} from '@lianxian/core';
import { coalesce } from '../../platform/coalesce.ts';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { momentIn } from '../../platform/local-time.ts';
import { portsNow, type TaskPort } from '../pacing/index.ts';
import { inForce } from '../rules/index.ts';
import { findListAhead, type ListRead, type TaskKey } from './forecast.store.ts';

/** When a task will be done, for everybody who asks: board and first page say the same (docs/tasks.md#when-it-will-be-done). */
export interface Forecasts {
  /** Null: there is no such task. */
  readonly of: (task: TaskKey) => Promise<Foreseen | null>;
}

/** A list as it stands, and when the last of it will be done. */
export interface Foreseen {
  readonly list: ListRead;
  readonly ports: readonly TaskPort[];
  readonly hours: Hours;
  readonly end: Ahead['end'];
}

interface Hours {
  /** The merchant's clock. */
  readonly local: LocalTime;
  readonly openings: Openings;
}

const hoursOf = ({ task, rules }: ListRead): Hours => {
  const moment = momentIn(task.zone, new Date(task.now));
  return { local: moment.local, openings: openingsOf(inForce(rules, task.own), moment) };
};

/** Lines that may carry its calls, with the channels that others leave. */
const linesOf = (ports: readonly TaskPort[], others: ReadonlyMap<string, number>): readonly LineAhead[] =>
  [
    ...Map.groupBy(
      ports.filter(port => !port.removed && port.enabled),
      port => port.lineId,
    ),
  ].map(([lineId, some]) => {
    const [{ practice, lineChannels, callsPerSecond, windows, isDown, isRegistered, price }] = some as [TaskPort];
    const ofPorts = some.reduce((sum, port) => sum + Math.min(port.taskChannels, port.channels), 0);
    const left = Math.max(1, lineChannels - (others.get(lineId) ?? 0));
    const channels = Math.min(ofPorts, left);
    return { practice, channels, callsPerSecond, windows, isDown: isDown || !isRegistered, price };
  });

/** A group a lane, in the order of the lanes. */
const groups: readonly Group[] = Object.values(lanes).map(lane => ({
  practice: lane === lanes.practice,
  home: homeOfLane(lane),
}));

/** Without its hours: plain data, as a thread takes it. */
export const listAhead = (list: ListRead, ports: readonly TaskPort[]): Omit<ListAhead, keyof Hours> => {
  const { task, besides, called, others, rules } = list;
  const neverCalled = { tried: {}, last: null, inMinutes: 0 } as const;
  const ordinary = task.fresh - besides.reduce((sum, { numbers }) => sum + numbers, 0);
  const ofOthers = others.reduce((sum, { calls }) => sum + calls, 0);
  const alike = called.map(({ lane, ...some }) => ({ ...some, group: lane }));
  return {
    groups,
    waiting: [
      { ...neverCalled, group: lanes.ordinary, numbers: Math.max(0, ordinary) },
      ...besides.map(({ lane, numbers }) => ({ ...neverCalled, group: lane, numbers })),
      ...alike.filter(({ state }) => state === 'retry'),
    ],
    calling: alike.filter(({ state }) => state === 'calling'),
    limit: Math.min(task.concurrency, Math.max(1, rules.channels - ofOthers)),
    lines: linesOf(ports, new Map(others.map(({ line, calls }) => [line, calls]))),
    retries: task.retries,
    callsPerDay: capsInForce(inForce(rules, task.own)).perDay,
  };
};

const read = async (db: UnscopedDb, key: TaskKey): Promise<Foreseen | null> => {
  const [list, ports] = await Promise.all([findListAhead(db, key), portsNow(db, key)]);
  if (list === null) return null;
  const hours = hoursOf(list);
  const { end } = goAhead({ ...hours, ...listAhead(list, ports) }, habitsOf(list.seen));
  return { list, ports, hours, end };
};

/** What many look at is reckoned once. */
export const createForecasts = (db: UnscopedDb): Forecasts => {
  const reads = coalesce<Foreseen | null>();
  return { of: task => reads.of(`${task.merchantId} ${task.taskId}`, () => read(db, task)) };
};
