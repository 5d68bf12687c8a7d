/**
 * Records of calls leave after the platform's days (decision 78): a month at once when all of it is older, and one by one
 * what was there before months were. First what lies elsewhere, portion by portion (sound on the disk, who waits for a
 * call, attempts), so that the last step only drops the month's parts; a crash in between leaves it to the next run.
 */
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { type Clock, later } from '../../platform/time.ts';
import { auditByHouse, recordAudit } from '../audit/index.ts';
import {
  dropBesides,
  dropCalls,
  dropMonth,
  idsBeforeMonths,
  keepMonthsAhead,
  type Month,
  merchantsOf,
  monthToLeave,
  nextRecords,
  recordDaysOf,
} from './records.store.ts';
import { filesOf } from './retention.files.ts';

interface RecordParts {
  readonly db: UnscopedDb;
  readonly files: FileStore;
  readonly clock: Clock;
}

const AT_ONCE = 500;
const DAY_MS = 86_400_000;

const removeFiles = async (files: FileStore, calls: readonly { readonly file: string | null }[]): Promise<void> => {
  for (const { file } of calls) if (file !== null) for (const path of filesOf(file)) await files.remove(path);
};

/** Of one merchant, all that the month's parts do not hold; false when the process ends before it is through. */
const clearBesides = async (
  { db, files }: RecordParts,
  { merchantId, from, until }: Month & { readonly merchantId: string },
  signal: AbortSignal,
): Promise<boolean> => {
  for (let after = String(BigInt(from) - 1n); !signal.aborted; ) {
    const calls = await nextRecords(db, { merchantId, after, until }, AT_ONCE);
    await removeFiles(files, calls);
    if (calls.length > 0)
      await inTransaction(db, tx =>
        dropBesides(
          tx,
          merchantId,
          calls.map(({ id }) => id),
        ),
      );
    const last = calls.at(-1);
    if (last === undefined || calls.length < AT_ONCE) return true;
    after = last.id;
  }
  return false;
};

const letMonthGo = async (parts: RecordParts, month: Month, days: number, signal: AbortSignal): Promise<boolean> => {
  const merchants = await merchantsOf(parts.db, month);
  for (const { merchantId } of merchants)
    if (!(await clearBesides(parts, { ...month, merchantId }, signal))) return false;
  const at = parts.clock.now();
  await inTransaction(parts.db, async tx => {
    for (const { merchantId, calls } of merchants)
      await recordAudit(
        merchantDb(tx, merchantId),
        { action: 'record.purge', after: { month: month.name.replace('_', '-'), calls, days } },
        auditByHouse(at),
      );
    await dropMonth(tx, month);
  });
  return true;
};

/** One portion of what was there before months were; the call it ended at, null when nothing old is left. */
const purgeOldest = async (
  { db, files, clock }: RecordParts,
  { merchantId, after, until, days }: { merchantId: string; after: string; until: string; days: number },
): Promise<string | null> => {
  const at = clock.now();
  const before = later(at, -days * DAY_MS);
  const calls = await nextRecords(db, { merchantId, after, until }, AT_ONCE);
  const old = calls.filter(({ endedAt }) => endedAt !== null && endedAt < before);
  if (old.length === 0) return null;
  await removeFiles(files, old);
  const ids = old.map(({ id }) => id);
  await inTransaction(db, async tx => {
    await dropBesides(tx, merchantId, ids);
    await dropCalls(tx, merchantId, ids);
    const entry = { action: 'record.purge', after: { calls: ids.length, days } } as const;
    await recordAudit(merchantDb(tx, merchantId), entry, auditByHouse(at));
  });
  return calls.length === AT_ONCE ? (calls.at(-1)?.id ?? null) : null;
};

/** Months to come are made, months that are over their days go. */
export const purgeRecords = async (parts: RecordParts, signal: AbortSignal): Promise<void> => {
  const { db, clock } = parts;
  await keepMonthsAhead(db);
  const days = await recordDaysOf(db);
  const ids = await idsBeforeMonths(db);
  for (const { merchantId } of await merchantsOf(db, ids))
    for (let after: string | null = '0'; after !== null && !signal.aborted; )
      after = await purgeOldest(parts, { merchantId, after, until: ids.until, days });
  for (;;) {
    const month = signal.aborted ? null : await monthToLeave(db, later(clock.now(), -days * DAY_MS));
    if (month === null || !(await letMonthGo(parts, month, days, signal))) return;
  }
};
