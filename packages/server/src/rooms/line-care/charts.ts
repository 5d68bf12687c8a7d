import type { Instant } from '@lianxian/core';
import type { HouseDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import { startWorkLoop } from '../dialler/index.ts';
import { saveHealth } from './care.store.ts';
import { chartOf, type Patient } from './ward.ts';

/**
 * Writes how lines are: a change at once, a look that changed nothing with the next ones, so that a thousand lines are
 * one statement each ten seconds and not a thousand.
 */
export interface Charts {
  readonly moved: (patient: Patient) => void;
  readonly looked: (patient: Patient) => void;
  readonly close: () => Promise<void>;
}

export interface ChartsParts {
  readonly db: HouseDb;
  readonly log: Log;
  readonly owner: string;
  readonly toDate: (at: Instant) => Date;
  /** The change is committed. */
  readonly onSaved: (patient: Patient) => void;
  /** The line is another node's by now. */
  readonly onLost: (patient: Patient) => void;
}

const WRITE_EVERY_MS = 10_000;
const RETRY_MS = 1_000;
const MOST_AT_ONCE = 1_000;

export const openCharts = ({ db, log, owner, toDate, onSaved, onLost }: ChartsParts): Charts => {
  const moved = new Set<Patient>();
  const looked = new Set<Patient>();

  const write = async (): Promise<void> => {
    const wanted = [...new Set([...moved, ...looked])].slice(0, MOST_AT_ONCE);
    const hasMoved = wanted.filter(patient => moved.delete(patient));
    for (const patient of wanted) looked.delete(patient);
    try {
      const kept = await saveHealth(
        db,
        owner,
        wanted.map(patient => chartOf(patient, toDate)),
      );
      for (const patient of wanted) if (!kept.has(patient.lineId)) onLost(patient);
      for (const patient of hasMoved) if (kept.has(patient.lineId)) onSaved(patient);
    } catch (error) {
      for (const patient of wanted) looked.add(patient);
      for (const patient of hasMoved) moved.add(patient);
      throw error;
    }
  };

  const loop = startWorkLoop(
    async () => {
      while (moved.size + looked.size > 0) await write();
      return WRITE_EVERY_MS;
    },
    RETRY_MS,
    error => log.warn({ err: error }, 'how lines are could not be written'),
  );

  return {
    moved: patient => {
      moved.add(patient);
      loop.wake();
    },
    looked: patient => void looked.add(patient),
    close: async () => {
      loop.stop();
      await loop.idle();
      if (moved.size + looked.size > 0) await write().catch(() => undefined);
    },
  };
};
