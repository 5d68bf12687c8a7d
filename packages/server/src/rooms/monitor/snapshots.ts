import type { MerchantDb } from '../../platform/db/index.ts';
import { type Monitor, monitorOf } from './figures.ts';
import { endedLately, failedByMinute, linesNow, liveNow, placedLately, portsNow } from './monitor.store.ts';

/**
 * The monitor of a merchant, read once for all who look at it within a second, or within five times what reading it took:
 * the largest merchant costs the database a fifth of a connection, however many watch. Bound: merchants kept; one that was read
 * longer ago is forgotten first.
 */
export interface Snapshots {
  readonly of: (db: MerchantDb, at: Date) => Promise<Monitor>;
}

const FRESH_MS = 1_000;
const FRESH_FOR_READS = 5;
const MERCHANTS_KEPT = 500;

export const createSnapshots = (now: () => number = () => performance.now()): Snapshots => {
  const kept = new Map<string, { readonly readAt: number; freshMs: number; readonly monitor: Promise<Monitor> }>();
  return {
    of: (db, at) => {
      const found = kept.get(db.merchantId);
      if (found !== undefined && now() - found.readAt < found.freshMs) return found.monitor;
      const readAt = now();
      const monitor = read(db, at);
      const entry = { readAt, freshMs: FRESH_MS, monitor };
      kept.delete(db.merchantId);
      kept.set(db.merchantId, entry);
      monitor.then(
        () => {
          entry.freshMs = Math.max(FRESH_MS, FRESH_FOR_READS * (now() - readAt));
        },
        // What failed is asked for again.
        () => kept.delete(db.merchantId),
      );
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
