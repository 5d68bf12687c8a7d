import type { TodoBecause } from '@lianxian/core';
import { inTransaction, lockPacing, type UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { breakPromises, overduePromises } from '../todos/index.ts';
import { lockNumber, moveNumber, type NumberKey } from './number.store.ts';

/** A channel comes free within a call; what has not been called so long after its time is a person's. */
const LATE_MS = 30 * 60_000;
/** Of one look; the next is a minute later. */
const AT_ONCE = 500;

const halted: ReadonlySet<string> = new Set(['draft', 'paused', 'waiting']);
const over: ReadonlySet<string> = new Set(['stopped', 'finished']);

/** Why it was not called: its task, else what became of the number. */
const whyMissed = (number: Awaited<ReturnType<typeof lockNumber>>): TodoBecause => {
  if (number === undefined || over.has(number.taskState)) return 'taskOver';
  if (number.state === 'settled') return number.because;
  return halted.has(number.taskState) ? 'taskPaused' : 'appointmentMissed';
};

const settle = (db: UnscopedDb, key: NumberKey): Promise<void> =>
  inTransaction(db, async tx => {
    await lockPacing(tx, key.merchantId);
    const number = await lockNumber(tx, key);
    // It is being called: the end of that says what became of it.
    if (number?.state === 'calling') return;
    if (number !== undefined) await moveNumber(tx, key, number, { type: 'missed' });
    await breakPromises(tx, key, [{ id: key.calleeId, because: whyMissed(number) }]);
  });

/** The job `missedCalls`: promised calls that nobody made at their time, whatever kept them, become a person's. */
export const missedCallsJob = (db: UnscopedDb): Jobs => ({
  missedCalls: async (_, signal) => {
    for (const key of await overduePromises(db, LATE_MS, AT_ONCE)) if (!signal.aborted) await settle(db, key);
  },
});
