/**
 * Makes the runs of series, each minute: a day that has come has one run, made, filled and started in one transaction
 * together with the note that it was (`task_of_series` lets no second one in, whoever tries). Nobody to call, a plan or
 * ports that are gone are said on the series; the latter pause it until somebody looks.
 */
import { MOST_AGAIN, type SeriesBecause } from '@lianxian/contract';
import { inTransaction, lockLists, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { Refusal } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { PushSender } from '../../platform/push/index.ts';
import type { Clock } from '../../platform/time.ts';
import { TASKS_CHANNEL } from '../runner/index.ts';
import { addAgain } from '../task-board/index.ts';
import { startWithin } from '../task-control/index.ts';
import { copyWithin, nameApart, namesLike, tellTaskChanged } from '../tasks/index.ts';
import { type DueSeries, dueSeries, endPast, moveList, noteRun, noteWhyNot, takeDay } from './series.store.ts';

interface SeriesParts {
  readonly db: UnscopedDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly push: PushSender;
  /** Wakes runners; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

/** Its run found nobody: nothing of it is kept. */
class Nobody extends Error {
  override readonly name = 'Nobody';
}

const peopleOf = (tx: UnscopedDb, series: DueSeries, run: string): Promise<number> => {
  const { merchantId, people, lastTaskId, name, createdBy } = series;
  if (people === 'list') return moveList(tx, series, run, MOST_AGAIN);
  if (lastTaskId === null) return Promise.resolve(0);
  const whom = { merchantId, id: lastTaskId, levels: null };
  return addAgain(tx, whom, { taskId: run, name, by: createdBy });
};

/** The task of this day, started; null: somebody else made it, or the series is over. @throws Nobody, refusals of a start */
const makeRun = ({ db, clock }: SeriesParts, series: DueSeries): Promise<string | null> =>
  inTransaction(db, async house => {
    const { merchantId, taskId, name, dayName, createdBy } = series;
    if (await endPast(house, series)) return null;
    if (!(await takeDay(house, series))) return null;
    await lockLists(house, merchantId);
    const tx = merchantDb(house, merchantId);
    const named = nameApart(name, ` ${dayName}`, await namesLike(tx, name));
    const run = await copyWithin(tx, { id: taskId, name: named }, createdBy);
    await noteRun(house, series, run);
    if ((await peopleOf(house, series, run)) === 0) throw new Nobody();
    await startWithin(tx, run, { employeeId: createdBy, now: clock.now() });
    return run;
  });

const refusals: Readonly<Record<string, SeriesBecause>> = { taskPlanGone: 'planGone', taskNoPorts: 'noPorts' };

const whyNotOf = (error: unknown): SeriesBecause | null => {
  if (error instanceof Nobody) return 'nobody';
  return error instanceof Refusal ? (refusals[error.key] ?? null) : null;
};

export const seriesJob = (parts: SeriesParts): Jobs => ({
  runSeries: async (_, signal) => {
    for (const series of await dueSeries(parts.db, parts.clock.now())) {
      if (signal.aborted) return;
      try {
        const run = await makeRun(parts, series);
        if (run === null) continue;
        await parts.wake(TASKS_CHANNEL, run);
        tellTaskChanged(parts.push, series.merchantId, run);
      } catch (error) {
        const because = whyNotOf(error);
        if (because === null) parts.log.error({ err: error, task: series.taskId }, 'a series had no run');
        else await noteWhyNot(parts.db, series, because, because !== 'nobody');
      }
    }
  },
});
