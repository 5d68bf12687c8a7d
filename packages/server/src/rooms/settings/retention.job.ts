import { stored } from '@lianxian/contract';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { type Clock, later } from '../../platform/time.ts';
import { auditByHouse, recordAudit } from '../audit/index.ts';
import { RECORDING_DAYS } from './merchant.store.ts';
import { purgeRecords } from './records.job.ts';
import { analyzeCalls } from './records.store.ts';
import { filesOf } from './retention.files.ts';
import {
  type Cleared,
  dropRecordings,
  dropRemovedTests,
  dropRemovedVersions,
  dropTrials,
  FIRST_VERSION,
  noteCleared,
  oldestKept,
  overdueParts,
  platformMerchants,
  type Retention,
  retentionsAfter,
  type VersionKey,
} from './retention.store.ts';
import { removeStrays } from './retention.strays.ts';

interface RetentionParts {
  readonly db: UnscopedDb;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly push: Pick<PushSender, 'toMerchant'>;
}

const MERCHANTS_AT_ONCE = 100;
const CALLS_AT_ONCE = 500;
const DAY_MS = 86_400_000;
const TRIALS_AT_ONCE = 100;
/** A trial is made right before its call, which may be refused in between. */
const TRIAL_MS = DAY_MS;

/**
 * One chunk: bytes go before rows, so what a crash leaves in between is found again by its row; the audit row with the
 * counts is in the transaction that removes the rows. The call after which the next one begins; null: nothing old is left.
 */
const purgeChunk = async (
  { db, files, clock }: RetentionParts,
  { merchantId, days }: Retention,
  after: string,
): Promise<string | null> => {
  const at = clock.now();
  const kept = await oldestKept(db, { merchantId, after, before: later(at, -days * DAY_MS) }, CALLS_AT_ONCE);
  const old = kept.filter(call => call.isOld === true);
  if (old.length === 0) return null;
  for (const { file } of old) if (file !== null) for (const path of filesOf(file)) await files.remove(path);
  await inTransaction(db, async tx => {
    const own = merchantDb(tx, merchantId);
    const counts = await dropRecordings(
      own,
      old.map(call => call.id),
    );
    await recordAudit(own, { action: 'recording.purge', after: { ...counts, days } }, auditByHouse(at));
  });
  return old.length === CALLS_AT_ONCE ? (old.at(-1)?.id ?? null) : null;
};

/**
 * Recordings and words that are older than their merchant keeps them (docs/safety.md#retention); records and answers
 * stay.
 */
const purgeRecordings = async (parts: RetentionParts, signal: AbortSignal): Promise<void> => {
  const failures: unknown[] = [];
  for (let after = '0'; ; ) {
    const merchants = await retentionsAfter(parts.db, after, MERCHANTS_AT_ONCE, RECORDING_DAYS);
    for (const merchant of merchants) {
      try {
        // What is left when the process ends is found by the next run.
        for (let call: string | null = '0'; call !== null && !signal.aborted; )
          call = await purgeChunk(parts, merchant, call);
      } catch (error) {
        failures.push(error);
      }
    }
    const last = merchants.at(-1);
    if (signal.aborted || last === undefined) break;
    after = last.merchantId;
  }
  if (failures.length > 0) throw new AggregateError(failures, `recordings of ${failures.length} merchants stayed`);
};

/** Versions that nobody calls with any more: drafts tried by telephone, and those of removed plans. */
const purgeTrials = async ({ db, clock }: RetentionParts, signal: AbortSignal): Promise<void> => {
  const before = later(clock.now(), -TRIAL_MS);
  for (let after: VersionKey | null = FIRST_VERSION; after !== null && !signal.aborted; )
    after = await dropTrials(db, before, after, TRIALS_AT_ONCE);
  await dropRemovedTests(db, before);
  while (!signal.aborted && (await dropRemovedVersions(db, before, TRIALS_AT_ONCE)) === TRIALS_AT_ONCE);
};

type Part = (parts: RetentionParts, signal: AbortSignal) => Promise<void>;

/**
 * One after the other, what fills the disk first; each for itself: one that fails keeps no other from its work, and is
 * tried again by the job.
 */
const clear = async (
  parts: RetentionParts,
  signal: AbortSignal,
  of: Readonly<Partial<Record<Cleared, Part>>>,
): Promise<void> => {
  const { db, clock, log } = parts;
  const failures: unknown[] = [];
  for (const [name, part] of Object.entries(of) as [Cleared, Part][]) {
    try {
      await part(parts, signal);
      if (!signal.aborted) await noteCleared(db, name, clock.now());
    } catch (error) {
      log.error({ err: error, part: name }, 'old data was not cleared');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'old data was not cleared');
};

/**
 * A part that has not come to its end for a day is told to the platform's people, once a day. Asked by a job of its own: a
 * run that hangs asks nothing.
 */
const ring = async ({ db, clock, log, push }: RetentionParts): Promise<void> => {
  const at = clock.now();
  const late = await overdueParts(db, { at, before: later(at, -DAY_MS) });
  if (late.length === 0) return;
  log.error({ parts: late }, 'old data was not cleared for a day');
  for (const { id } of await platformMerchants(db)) push.toMerchant(id, { type: 1, msg: stored(['clearingOverdue']) });
};

/** The sweep reads all folders of recordings, so twice a day; the other parts ask indexes, every hour. */
export const retentionJob = (parts: RetentionParts): Jobs => ({
  purgeRecordings: (_, signal) => clear(parts, signal, { recordings: purgeRecordings, trials: purgeTrials }),
  purgeRecords: (_, signal) => clear(parts, signal, { records: purgeRecords }),
  analyzeCalls: () => analyzeCalls(parts.db),
  sweepRecordings: (_, signal) => clear(parts, signal, { strays: removeStrays }),
  ringOverdue: () => ring(parts),
});

/** Jobs of other rooms that clear something: each that comes to its end is noted as its part. */
export const clearingJobs = (
  { db, clock }: Pick<RetentionParts, 'db' | 'clock'>,
  jobs: Jobs,
  partOf: Readonly<Record<string, Cleared>>,
): Jobs =>
  Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      async (payload, signal) => {
        await job(payload, signal);
        const part = partOf[name];
        if (part !== undefined && !signal.aborted) await noteCleared(db, part, clock.now());
      },
    ]),
  );
