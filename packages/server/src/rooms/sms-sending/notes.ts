import { setTimeout as after } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import type { HandedOver } from './settle.ts';

/**
 * What providers answered, until it is written: answers that come within a moment together, in the order they came, one writing at a
 * time. A database that is away is asked again, because an answer that is lost leaves its message "on its way" for good; what is
 * still not written when this is closed, whoever sends next calls unknown.
 */
interface Notes {
  /** Resolves when it is written or given up, whatever comes after it; never rejects. */
  readonly keep: (answer: HandedOver) => Promise<void>;
  /** What cannot be written now is given up. */
  readonly close: () => void;
}

/** Answers that come within so long are written together. */
const TOGETHER_MS = 20;
const AGAIN_MS = 1_000;

interface Kept {
  readonly answer: HandedOver;
  readonly done: () => void;
}

export const openNotes = (write: (batch: readonly HandedOver[]) => Promise<void>, log: Log): Notes => {
  let waiting: Kept[] = [];
  let isWriting = false;
  let isClosed = false;

  /** True: it is written. */
  const written = async (batch: readonly Kept[]): Promise<boolean> => {
    try {
      await write(batch.map(({ answer }) => answer));
      return true;
    } catch (error) {
      log.warn({ err: error, messages: batch.length }, 'what became of text messages is not written yet');
      return false;
    }
  };
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    let waitMs = TOGETHER_MS;
    while (waiting.length > 0) {
      await after(waitMs);
      const batch = waiting;
      waiting = [];
      const isWritten = await written(batch);
      if (isWritten || isClosed) for (const { done } of batch) done();
      else waiting = [...batch, ...waiting];
      waitMs = isWritten ? TOGETHER_MS : AGAIN_MS;
    }
    // At once, not a turn later: an answer that comes between the two would wait for the next one.
    isWriting = false;
  };
  return {
    keep: answer =>
      new Promise(done => {
        waiting.push({ answer, done });
        if (!isWriting) void writeAll();
      }),
    close: () => {
      isClosed = true;
    },
  };
};
