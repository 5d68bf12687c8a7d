import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Clock } from '../../platform/time.ts';
import { auditByHouse, recordAudit } from '../audit/index.ts';
import { dropRecordings } from '../settings/index.ts';
import { dueRemovals, noteCleared } from './acts.store.ts';

const CALLS_AT_ONCE = 500;

interface Parts {
  readonly db: UnscopedDb;
  readonly files: FileStore;
  readonly clock: Clock;
}

/**
 * Sound and words of calls that were removed more than a day ago. Bytes go before rows: what a crash leaves in between is found
 * again by its row.
 */
const clearDue = async ({ db, files, clock }: Parts, signal: AbortSignal): Promise<void> => {
  for (let due = CALLS_AT_ONCE; due === CALLS_AT_ONCE && !signal.aborted; ) {
    const calls = await dueRemovals(db, clock.now(), CALLS_AT_ONCE);
    due = calls.length;
    for (const { file } of calls)
      if (file !== null) for (const kind of ['wav', 'jsonl']) await files.remove(`recordings/${file}.${kind}`);
    for (const [merchantId, own] of Map.groupBy(calls, call => call.merchantId)) {
      const ids = own.map(({ id }) => id);
      await inTransaction(db, async houseTx => {
        const tx = merchantDb(houseTx, merchantId);
        const counts = await dropRecordings(tx, ids);
        await noteCleared(tx, ids);
        await recordAudit(
          tx,
          { action: 'call.purge', after: { ...counts, calls: ids.length } },
          auditByHouse(clock.now()),
        );
      });
    }
  }
};

/** The job `clearRemovedCalls`. */
export const removedCallsJob = (parts: Parts): Jobs => ({
  clearRemovedCalls: (_, signal) => clearDue(parts, signal),
});
