import type { MerchantDb } from '../../platform/db/index.ts';
import { type Monitor, monitorOf } from './figures.ts';
import { endedLately, failedByMinute, linesNow, liveNow, placedLately, portsNow } from './monitor.store.ts';

/**
 * The monitor of a merchant, read once for all who look at it within a second. Bound: merchants kept; one that was read
 * longer ago is forgotten first.
 */
export interface Snapshots {
  readonly of: (db: MerchantDb, at: Date) => Promise<Monitor>;
}

const FRESH_MS = 1_000;
const MERCHANTS_KEPT = 500;

export const createSnapshots = (now: () => number = () => performance.now()): Snapshots => {
  const kept = new Map<string, { readonly readAt: number; readonly monitor: Promise<Monitor> }>();
  return {
    of: (db, at) => {
      const found = kept.get(db.merchantId);
      if (found !== undefined && now() - found.readAt < FRESH_MS) return found.monitor;
      const monitor = read(db, at);
      kept.delete(db.merchantId);
      kept.set(db.merchantId, { readAt: now(), monitor });
      // What failed is asked for again.
      monitor.catch(() => kept.delete(db.merchantId));
      const { value: oldest } = kept.keys().next();
      if (kept.size > MERCHANTS_KEPT && oldest !== undefined) kept.delete(oldest);
      return monitor;
    },
  };
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
