import { setTimeout as delay } from 'node:timers/promises';

/**
 * Does what is to be kept of seats again while the database is away: what happened meanwhile is there when it is back. What
 * the database has refused for ten minutes it refuses for good.
 */
interface UntilKept {
  /** Rejects with the last error when it was given up. */
  <R>(work: () => Promise<R>): Promise<R>;
  /** The process ends: what fails from now on is given up at once. */
  readonly stop: () => void;
}

const AGAIN_MS = 1_000;
const MOST_TRIES = 600;

export const untilKept = (againMs: number = AGAIN_MS): UntilKept => {
  const over = new AbortController();
  const again = async <R>(work: () => Promise<R>): Promise<R> => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await work();
      } catch (error) {
        if (over.signal.aborted || tried === MOST_TRIES) throw error;
        await delay(againMs, undefined, { ref: false, signal: over.signal }).catch(() => undefined);
      }
    }
  };
  return Object.assign(again, { stop: () => over.abort() });
};
