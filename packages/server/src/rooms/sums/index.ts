import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { foldCalls } from './fold.store.ts';
import { daysToRecount, recountDay } from './recount.store.ts';

export { columns, figureColumns, partOf, type Split } from './figures.store.ts';

/** Ended calls by hour and day, for the figures of home and of the statistics. */
export const foldJob = (db: UnscopedDb): Jobs => ({ fold: (_, signal) => foldCalls(db, signal) });

/** Makes all sums anew of the calls that there are; `told` hears of each day that was made. How many. */
export const recount = async (
  db: UnscopedDb,
  signal: AbortSignal,
  told: (done: number, of: number) => void,
): Promise<number> => {
  const days = await daysToRecount(db);
  let done = 0;
  for (const day of days) {
    if (signal.aborted) return done;
    await recountDay(db, day);
    done += 1;
    told(done, days.length);
  }
  return done;
};
