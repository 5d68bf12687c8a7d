import { type HouseDb, inTransaction, merchantDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { type Clock, later } from '../../platform/time.ts';
import { auditByHouse, recordAudit } from '../audit/index.ts';
import { RECORDING_DAYS } from './merchant.store.ts';
import { dropRecordings, dropTrials, oldestKept, type Retention, retentionsAfter } from './retention.store.ts';

export interface RetentionParts {
  readonly db: HouseDb;
  readonly files: FileStore;
  readonly clock: Clock;
}

const MERCHANTS_AT_ONCE = 100;
const CALLS_AT_ONCE = 500;
const DAY_MS = 86_400_000;
const TRIALS_AT_ONCE = 100;
/** A trial is made right before its call, which may be refused in between. */
const TRIAL_MS = DAY_MS;

/** The sound of a call, and the file of its words beside it (media-worker/transcript-file). */
const filesOf = (file: string): readonly string[] => ['wav', 'jsonl'].map(kind => `recordings/${file}.${kind}`);

/**
 * One chunk: bytes go before rows, so what a crash leaves in between is found again by its row; the audit row with the
 * counts is in the transaction that removes the rows. False: nothing old is left.
 */
const purgeChunk = async ({ db, files, clock }: RetentionParts, { merchantId, days }: Retention): Promise<boolean> => {
  const at = clock.now();
  const kept = await oldestKept(db, merchantId, later(at, -days * DAY_MS), CALLS_AT_ONCE);
  const old = kept.filter(call => call.is_old === true);
  if (old.length === 0) return false;
  for (const { file } of old) if (file !== null) for (const path of filesOf(file)) await files.remove(path);
  await inTransaction(db, async tx => {
    const own = merchantDb(tx, merchantId);
    const counts = await dropRecordings(
      own,
      old.map(call => call.id),
    );
    await recordAudit(own, { action: 'recording.purge', after: { ...counts, days } }, auditByHouse(at));
  });
  return old.length === CALLS_AT_ONCE;
};

const purgeTrials = async ({ db, clock }: RetentionParts, signal: AbortSignal): Promise<void> => {
  const before = later(clock.now(), -TRIAL_MS);
  while (!signal.aborted && (await dropTrials(db, before, TRIALS_AT_ONCE)) === TRIALS_AT_ONCE);
};

/** Recordings and words that are older than their merchant keeps them (product.md §5); records and answers stay. */
export const retentionJob = (parts: RetentionParts): Jobs => ({
  purgeRecordings: async (_, signal) => {
    await purgeTrials(parts, signal);
    for (let after = '0'; ; ) {
      const merchants = await retentionsAfter(parts.db, after, MERCHANTS_AT_ONCE, RECORDING_DAYS);
      for (const merchant of merchants) {
        // What is left when the process ends is found by the next run.
        while (!signal.aborted && (await purgeChunk(parts, merchant)));
      }
      const last = merchants.at(-1);
      if (signal.aborted || last === undefined) return;
      after = last.merchantId;
    }
  },
});
