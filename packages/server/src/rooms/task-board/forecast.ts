import { type Forecast, type ForecastLine, forecast, lanes, prospectsOf } from '@lianxian/core';
import { coalesce } from '../../platform/coalesce.ts';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { portsNow, type TaskPort } from '../pacing/index.ts';
import { callingRulesOf } from '../settings/index.ts';
import { calledNumbers, findForecast, freshBesides, othersLive, seenCalls, type TaskKey } from './forecast.store.ts';

/** When a task will be done, for everybody who asks: board and first page say the same (docs/tasks.md#when-it-will-be-done). */
export interface Forecasts {
  readonly of: (task: TaskKey) => Promise<Forecast>;
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

const read = async (db: UnscopedDb, task: TaskKey): Promise<Forecast> => {
  const [row, besides, called, seen, ports, others, rules] = await Promise.all([
    findForecast(db, task),
    freshBesides(db, task),
    calledNumbers(db, task),
    seenCalls(db, task),
    portsNow(db, task),
    othersLive(db, task),
    callingRulesOf(db, task.merchantId),
  ]);
  if (row === undefined) return { minutes: 0, lineDown: false };
  const neverCalled = { tried: {}, last: null, inMinutes: 0 } as const;
  const ordinary = row.fresh - besides.reduce((sum, { numbers }) => sum + numbers, 0);
  const ofOthers = [...others.values()].reduce((sum, calls) => sum + calls, 0);
  return forecast({
    local: { weekday: row.weekday, minute: row.minute },
    windows: row.windows,
    legal: rules.legal,
    waiting: [
      { ...neverCalled, lane: lanes.ordinary, numbers: Math.max(0, ordinary) },
      ...besides.map(some => ({ ...neverCalled, ...some })),
      ...called.filter(({ state }) => state === 'retry'),
    ],
    calling: called.filter(({ state }) => state === 'calling'),
    limit: Math.min(row.concurrency, Math.max(1, rules.channels - ofOthers)),
    lines: linesOf(ports, others),
    prospects: prospectsOf(seen),
    retries: row.retries,
  });
};

/** What many look at is reckoned once. */
export const createForecasts = (db: UnscopedDb): Forecasts => {
  const reads = coalesce<Forecast>();
  return { of: task => reads.of(`${task.merchantId} ${task.taskId}`, () => read(db, task)) };
};
