import { setTimeout as after } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import type { HandedOver } from './settle.ts';

/**
 * What providers answered, until it is written: answers that come within a moment together, in the order they came, one writing at a
 * time. A database that is away is asked again, because an answer that is lost leaves its message "on its way" for good; what is
 * still not written when this is closed, whoever sends next calls unknown.
 */
interface Notes {
  /** Resolves when it is written or given up; never rejects. */
  readonly keep: (answer: HandedOver) => Promise<void>;
  /** What cannot be written now is given up. */
  readonly close: () => void;
}

/** Answers that come within so long are written together. */
const TOGETHER_MS = 20;
const AGAIN_MS = 1_000;

export const openNotes = (write: (batch: readonly HandedOver[]) => Promise<void>, log: Log): Notes => {
  let waiting: HandedOver[] = [];
  let writing: Promise<void> | null = null;
  let isClosed = false;

  /** True: it is written. */
  const written = async (batch: readonly HandedOver[]): Promise<boolean> => {
    try {
      await write(batch);
      return true;
    } catch (error) {
      log.warn({ err: error, messages: batch.length }, 'what became of text messages is not written yet');
      return false;
    }
  };
  const writeAll = async (): Promise<void> => {
    let waitMs = TOGETHER_MS;
    while (waiting.length > 0) {
      await after(waitMs);
      const batch = waiting;
      waiting = [];
      const isWritten = await written(batch);
      if (!isWritten && isClosed) break;
      if (!isWritten) waiting = [...batch, ...waiting];
      waitMs = isWritten ? TOGETHER_MS : AGAIN_MS;
    }
    // At once, not a turn later: an answer that comes between the two would wait for the next one.
    writing = null;
  };
  return {
    keep: answer => {
      waiting.push(answer);
      writing ??= writeAll();
      return writing;
    },
    close: () => {
      isClosed = true;
    },
  };
};
