import type { UnscopedDb } from '../../platform/db/index.ts';
import { inTransaction } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Clock } from '../../platform/time.ts';
import { filesToPurge, removeFile, sweepFiles } from '../files/index.ts';
import { oldBatches, removeBatch } from './batches.store.ts';
import { dayStart } from './day.policy.ts';

interface PurgeParts {
  readonly db: UnscopedDb;
  readonly files: FileStore;
  readonly clock: Clock;
}

const AT_ONCE = 200;

/** Bytes go before rows: what a crash leaves in between is found again by its row. */
const purgeBatches = async ({ db, files, clock }: PurgeParts): Promise<void> => {
  const start = dayStart(clock.now());
  for (;;) {
    const rows = await oldBatches(db, start, AT_ONCE);
    for (const { merchantId, id, fileId, path } of rows) {
      if (path !== null) await files.remove(path);
      await inTransaction(db, tx => removeBatch(tx, { merchantId, id }, fileId));
    }
    if (rows.length < AT_ONCE) return;
  }
};

const purgeFiles = async ({ db, files, clock }: PurgeParts): Promise<void> => {
  for (;;) {
    const rows = await filesToPurge(db, clock.now(), AT_ONCE);
    for (const { merchantId, id, path } of rows) {
      await files.remove(path);
      await removeFile(db, merchantId, id);
    }
    if (rows.length < AT_ONCE) return;
  }
};

/**
 * Often: uploads that nobody used, exports that nobody fetched. Now and then, for it walks folders: batches that ended on
 * another day with their files, and what killed processes left.
 */
export const purgeJob = (parts: PurgeParts): Jobs => ({
  purgeUnused: () => purgeFiles(parts),
  purge: async () => {
    await purgeBatches(parts);
    await purgeFiles(parts);
    await sweepFiles(parts.db, parts.files, parts.clock.now());
  },
});
