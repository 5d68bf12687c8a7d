import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { giveUpOld, removeOld } from './delivery.store.ts';

const AT_ONCE = 5_000;

/** Gives up what waited for more than a day, and forgets what is a month old. */
export const webhookPurgeJob = (db: UnscopedDb): Jobs => ({
  purgeWebhooks: async (_payload, signal) => {
    for (const some of [giveUpOld, removeOld]) while (!signal.aborted && (await some(db, AT_ONCE)) > 0);
  },
});
