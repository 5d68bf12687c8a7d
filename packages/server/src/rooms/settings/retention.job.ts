import { type HouseDb, inTransaction, merchantDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Log } from '../../platform/log.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { type Clock, later } from '../../platform/time.ts';
import { auditByHouse, recordAudit } from '../audit/index.ts';
import { RECORDING_DAYS } from './merchant.store.ts';
import {
  dropRecordings,
  dropTrials,
  FIRST_VERSION,
  isOverdue,
  noteCleared,
  oldestKept,
  platformMerchants,
  type Retention,
  retentionsAfter,
  type VersionKey,
} from './retention.store.ts';
import { removeStrays } from './retention.strays.ts';

export interface RetentionParts {
  readonly db: HouseDb;
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

/** The sound of a call, and the file of its words beside it (media-worker/transcript-file). */
const filesOf = (file: string): readonly string[] => ['wav', 'jsonl'].map(kind => `recordings/${file}.${kind}`);

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
  const old = kept.filter(call => call.is_old === true);
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

/** Recordings and words that are older than their merchant keeps them (product.md §5); records and answers stay. */
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

const purgeTrials = async ({ db, clock }: RetentionParts, signal: AbortSignal): Promise<void> => {
  const before = later(clock.now(), -TRIAL_MS);
  for (let after: VersionKey | null = FIRST_VERSION; after !== null && !signal.aborted; )
    after = await dropTrials(db, before, after, TRIALS_AT_ONCE);
};

type Part = (parts: RetentionParts, signal: AbortSignal) => Promise<void>;

/**
 * One after the other, what fills the disk first; each for itself: one that fails keeps no other from its work, and is
 * tried again by the job. One that has not come to its end for long is told to the platform's people, once in so long.
 */
const clear = async (
  parts: RetentionParts,
  signal: AbortSignal,
  of: Readonly<Record<string, Part>>,
  longMs: number,
): Promise<void> => {
  const { db, clock, log, push } = parts;
  const failures: unknown[] = [];
  for (const [name, part] of Object.entries(of)) {
    const at = clock.now();
    const long = { at, succeededBefore: later(at, -longMs), toldBefore: later(at, -longMs) };
    if (await isOverdue(db, name, long))
      for (const { id } of await platformMerchants(db)) push.toMerchant(id, { type: 1, msg: overdue });
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

const overdue = '过期录音等数据的清理已超过一天没有完成，磁盘可能会满；原因见后台任务的日志';

/** Reads all folders of recordings, so once a day; the other parts ask indexes, every hour. */
export const retentionJob = (parts: RetentionParts): Jobs => ({
  purgeRecordings: (_, signal) => clear(parts, signal, { recordings: purgeRecordings, trials: purgeTrials }, DAY_MS),
  sweepRecordings: (_, signal) => clear(parts, signal, { strays: removeStrays }, 2 * DAY_MS),
});
