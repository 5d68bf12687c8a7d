import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Clock } from '../../platform/time.ts';
import { addOutcomes, type Outcome } from './minutes.store.ts';

/** Gathers what came of asking and writes it a few times a minute: figures for a page, never a wait for a call. */
export interface Outcomes {
  readonly add: (outcome: Outcome) => void;
  /** Writes what is left. */
  readonly close: () => Promise<void>;
}

const EVERY_MS = 5_000;
/** Beyond it the newest are dropped until the next writing: figures, not money. */
const MOST_WAITING = 5_000;

export const createOutcomes = (db: UnscopedDb, clock: Clock, onTrouble: (error: unknown) => void): Outcomes => {
  let waiting: Outcome[] = [];
  const write = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    await addOutcomes(db, rows, clock.now()).catch(onTrouble);
  };
  const timer = setInterval(() => void write(), EVERY_MS);
  timer.unref();
  return {
    add: outcome => {
      if (waiting.length < MOST_WAITING) waiting.push(outcome);
    },
    close: async () => {
      clearInterval(timer);
      await write();
    },
  };
};
