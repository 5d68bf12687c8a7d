import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Clock } from '../../platform/time.ts';
import { startReport } from './report.batch.ts';
import { readersAmong, takeDue } from './reports.store.ts';

export { reportWork, STAT_REPORT } from './report.batch.ts';
export { bindStatReports } from './reports.routes.ts';

/** Taken and begun in one transaction: whatever is killed, each reader has one report. */
const beginDue = (db: UnscopedDb, at: Date): Promise<number> =>
  inTransaction(db, async house => {
    const due = await takeDue(house, at);
    for (const { merchantId, told, pages, from, to } of due) {
      const tx = merchantDb(house, merchantId);
      for (const reader of await readersAmong(tx, told, pages))
        await startReport(tx, reader.id, { from, to, pages: reader.pages });
    }
    return due.length;
  });

/** The job `statReports`, each minute. */
export const reportJob = ({ db, clock }: { readonly db: UnscopedDb; readonly clock: Clock }): Jobs => ({
  statReports: async (_, signal) => {
    while (!signal.aborted && (await beginDue(db, clock.now())) > 0);
  },
});
