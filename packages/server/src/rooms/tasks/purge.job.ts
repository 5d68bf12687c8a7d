import { z } from 'zod';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { addJob, type Jobs } from '../../platform/jobs.ts';
import { PURGE_JOB, purgeSome } from './purge.store.ts';

const orderSchema = z.object({ merchantId: z.string(), task: z.string() });

/** Takes the numbers of removed tasks out of the database, each chunk for good: a killed process goes on with the rest. */
export const taskPurgeJob = (db: UnscopedDb): Jobs => ({
  [PURGE_JOB]: async (payload, signal) => {
    const order = orderSchema.parse(payload);
    while ((await purgeSome(db, order)) > 0) {
      if (signal.aborted) return await addJob(db, PURGE_JOB, order);
    }
  },
});
