import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { type Clock, later } from '../../platform/time.ts';
import { auditByHouse, recordAudit } from '../audit/index.ts';
import { RECORDING_DAYS } from '../settings/index.ts';
import { dropMessages, keepersAfter } from './purge.store.ts';

const MERCHANTS_AT_ONCE = 100;
const AT_ONCE = 1_000;
const DAY_MS = 86_400_000;

/** Text messages and answers leave with the words of calls, after the merchant's days (docs/safety.md#retention). */
export const smsPurgeJob = ({ db, clock }: { readonly db: UnscopedDb; readonly clock: Clock }): Jobs => {
  const purge = (merchantId: string, days: number): Promise<boolean> =>
    inTransaction(db, async tx => {
      const at = clock.now();
      const gone = await dropMessages(tx, { merchantId, before: later(at, -days * DAY_MS), limit: AT_ONCE });
      if (gone.messages + gone.replies + gone.parts === 0) return false;
      const entry = { action: 'sms.purge', after: { ...gone, days } } as const;
      await recordAudit(merchantDb(tx, merchantId), entry, auditByHouse(at));
      return true;
    });
  return {
    purgeSms: async (_payload, signal) => {
      for (let after: string | null = '0'; after !== null && !signal.aborted; ) {
        const merchants = await keepersAfter(db, after, RECORDING_DAYS, MERCHANTS_AT_ONCE);
        for (const { merchantId, days } of merchants) while (!signal.aborted && (await purge(merchantId, days)));
        after = merchants.at(-1)?.merchantId ?? null;
      }
    },
  };
};
