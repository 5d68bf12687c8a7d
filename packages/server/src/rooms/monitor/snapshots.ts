import { coalesce } from '../../platform/coalesce.ts';
import type { MerchantDb } from '../../platform/db/index.ts';
import { type Monitor, monitorOf } from './figures.ts';
import { endedLately, failedByMinute, linesNow, liveNow, placedLately, portsNow } from './monitor.store.ts';

/** The monitor of a merchant, of all its calls, read once for all who look at it at the same time. */
interface Snapshots {
  readonly of: (db: MerchantDb, at: Date) => Promise<Monitor>;
}

export const createSnapshots = (now?: () => number): Snapshots => {
  const reads = coalesce<Monitor>(now);
  return { of: (db, at) => reads.of(db.merchantId, () => read(db.whole, at)) };
};

const read = async (db: MerchantDb, at: Date): Promise<Monitor> => {
  const [lines, ports, live, ended, failures, placed] = await Promise.all([
    linesNow(db),
    portsNow(db),
    liveNow(db),
    endedLately(db),
    failedByMinute(db),
    placedLately(db),
  ]);
  return monitorOf({ at, lines, ports, live, ended, failures, placed });
};
