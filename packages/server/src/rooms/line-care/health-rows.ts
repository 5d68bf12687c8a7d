import type { Instant } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import { startWorkLoop } from '../../platform/work-loop.ts';
import { saveHealth } from './care.store.ts';
import { type MonitoredLine, rowOf } from './line-monitor.ts';

/**
 * Writes how lines are: a change at once, a check that changed nothing with the next ones, so that a thousand lines are
 * one statement each ten seconds and not a thousand.
 */
interface HealthRows {
  readonly moved: (monitored: MonitoredLine) => void;
  readonly checked: (monitored: MonitoredLine) => void;
  readonly close: () => Promise<void>;
}

interface HealthRowsParts {
  readonly db: UnscopedDb;
  readonly log: Log;
  readonly owner: string;
  readonly toDate: (at: Instant) => Date;
  /** The change is committed. */
  readonly onSaved: (monitored: MonitoredLine) => void;
  /** The line is another node's by now. */
  readonly onLost: (monitored: MonitoredLine) => void;
}

const WRITE_EVERY_MS = 10_000;
const RETRY_MS = 1_000;
const MOST_AT_ONCE = 1_000;

export const openHealthRows = ({ db, log, owner, toDate, onSaved, onLost }: HealthRowsParts): HealthRows => {
  const moved = new Set<MonitoredLine>();
  const checked = new Set<MonitoredLine>();

  const write = async (): Promise<void> => {
    const wanted = [...new Set([...moved, ...checked])].slice(0, MOST_AT_ONCE);
    const hasMoved = wanted.filter(monitored => moved.delete(monitored));
    for (const monitored of wanted) checked.delete(monitored);
    try {
      const kept = await saveHealth(
        db,
        owner,
        wanted.map(monitored => rowOf(monitored, toDate)),
      );
      for (const monitored of wanted) if (!kept.has(monitored.lineId)) onLost(monitored);
      for (const monitored of hasMoved) if (kept.has(monitored.lineId)) onSaved(monitored);
    } catch (error) {
      for (const monitored of wanted) checked.add(monitored);
      for (const monitored of hasMoved) moved.add(monitored);
      throw error;
    }
  };

  const loop = startWorkLoop(
    async () => {
      while (moved.size + checked.size > 0) await write();
      return WRITE_EVERY_MS;
    },
    RETRY_MS,
    error => log.warn({ err: error }, 'how lines are could not be written'),
  );

  return {
    moved: monitored => {
      moved.add(monitored);
      loop.wake();
    },
    checked: monitored => void checked.add(monitored),
    close: async () => {
      loop.stop();
      await loop.idle();
      if (moved.size + checked.size > 0) await write().catch(() => undefined);
    },
  };
};
