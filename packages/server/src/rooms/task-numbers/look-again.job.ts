import { z } from 'zod';
import { inTransaction, lockPacing, type UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { LOOK_AGAIN_JOB, lookAgain } from '../rules/index.ts';
import { begun, lookAgainAtSome, merchantsThatWait } from './look-again.store.ts';

const orderSchema = z.object({ merchantId: z.string().optional() });

/**
 * What rules put off is due at once, some thousand a transaction under the merchant's pacing lock: the next look asks of each
 * by the rules that hold now, and what waits on is no new decision. A killed process begins anew, which changes nothing.
 */
export const lookAgainJob = (db: UnscopedDb): Jobs => ({
  [LOOK_AGAIN_JOB]: async (payload, signal) => {
    const { merchantId: one } = orderSchema.parse(payload);
    for (const merchantId of one === undefined ? await merchantsThatWait(db) : [one]) {
      const since = await begun(db, merchantId);
      const portion = () =>
        inTransaction(db, async tx => {
          await lockPacing(tx, merchantId);
          return lookAgainAtSome(tx, merchantId, since);
        });
      while ((await portion()) > 0) if (signal.aborted) return lookAgain(db, one ?? null);
    }
  },
});
