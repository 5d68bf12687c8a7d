import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { indexPortion } from './index-said.store.ts';

/** Calls whose words enter the index in one transaction: some tenths of a second of work. */
const PORTION = 500;

/** The job `indexSaid`; it may run as often as it likes, and goes on where it was ended. */
export const indexSaidJob = (db: UnscopedDb): Jobs => ({
  indexSaid: async (_, signal) => {
    while ((await indexPortion(db, PORTION)) === PORTION && !signal.aborted);
  },
});
