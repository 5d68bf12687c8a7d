import {
  type Forecast,
  type ForecastLine,
  forecast,
  type LocalTime,
  lanes,
  type Openings,
  openingsOf,
  prospectsOf,
} from '@lianxian/core';
import { coalesce } from '../../platform/coalesce.ts';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { momentIn } from '../../platform/local-time.ts';
import { portsNow, type TaskPort } from '../pacing/index.ts';
import { inForce } from '../rules/index.ts';
import { findListAhead, type ListAhead, type TaskKey } from './forecast.store.ts';

/** When a task will be done, for everybody who asks: board and first page say the same (docs/tasks.md#when-it-will-be-done). */
export interface Forecasts {
  /** Null: there is no such task. */
  readonly of: (task: TaskKey) => Promise<Foreseen | null>;
}

/** Lines that may carry its calls, with the channels that others leave. */
const linesOf = (ports: readonly TaskPort[], others: ReadonlyMap<string, number>): readonly ForecastLine[] =>
  [
    ...Map.groupBy(
      ports.filter(port => !port.removed && port.enabled),
      port => port.lineId,
    ),
  ].map(([lineId, some]) => {
    const [{ practice, lineChannels, callsPerSecond, windows, isDown, isRegistered }] = some as [TaskPort];
    const ofPorts = some.reduce((sum, port) => sum + Math.min(port.taskChannels, port.channels), 0);
    const left = Math.max(1, lineChannels - (others.get(lineId) ?? 0));
    return { practice, channels: Math.min(ofPorts, left), callsPerSecond, windows, isDown: isDown || !isRegistered };
  });

/** A list as it stands, and when the last of it will be done. */
export interface Foreseen {
  readonly list: ListAhead;
  readonly ports: readonly TaskPort[];
  readonly hours: Hours;
  readonly end: Forecast;
}
interface Hours {
  /** The merchant's clock. */
  readonly local: LocalTime;
  readonly openings: Openings;
}

const hoursOf = ({ task, rules }: ListAhead): Hours => {
  const moment = momentIn(task.zone, new Date(task.now));
  return { local: moment.local, openings: openingsOf(inForce(rules, task.calendar), moment) };
};

const foresee = (list: ListAhead, ports: readonly TaskPort[], hours: Hours): Forecast => {
  const { task, besides, called, seen, others, rules } = list;
  const neverCalled = { tried: {}, last: null, inMinutes: 0 } as const;
  const ordinary = task.fresh - besides.reduce((sum, { numbers }) => sum + numbers, 0);
  const ofOthers = others.reduce((sum, { calls }) => sum + calls, 0);
  return forecast({
    ...hours,
    waiting: [
      { ...neverCalled, lane: lanes.ordinary, numbers: Math.max(0, ordinary) },
      ...besides.map(some => ({ ...neverCalled, ...some })),
      ...called.filter(({ state }) => state === 'retry'),
    ],
    calling: called.filter(({ state }) => state === 'calling'),
    limit: Math.min(task.concurrency, Math.max(1, rules.channels - ofOthers)),
    lines: linesOf(ports, new Map(others.map(({ line, calls }) => [line, calls]))),
    prospects: prospectsOf(seen),
    retries: task.retries,
  });
};

const read = async (db: UnscopedDb, key: TaskKey): Promise<Foreseen | null> => {
  const [list, ports] = await Promise.all([findListAhead(db, key), portsNow(db, key)]);
  if (list === null) return null;
  const hours = hoursOf(list);
  return { list, ports, hours, end: foresee(list, ports, hours) };
};

/** What many look at is reckoned once. */
export const createForecasts = (db: UnscopedDb): Forecasts => {
  const reads = coalesce<Foreseen | null>();
  return { of: task => reads.of(`${task.merchantId} ${task.taskId}`, () => read(db, task)) };
};
