import { type Ahead, goAhead, habitsOf } from '@lianxian/core';
import { coalesce } from '../../platform/coalesce.ts';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { portsNow, type TaskPort } from '../pacing/index.ts';
import { findListAhead, type ListRead, type TaskKey } from './forecast.store.ts';
import { type Hours, hoursOf, listAhead } from './list-ahead.ts';

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
