import { type Instant, instant } from '@lianxian/core';

/** Real time that counts so many times as fast, for simulated callees. */
interface FastClock {
  readonly now: () => Instant;
  readonly at: (at: Instant, run: () => void) => void;
  /** From now on nothing comes. */
  readonly close: () => void;
}

interface Due {
  readonly at: Instant;
  readonly run: () => void;
}

/**
 * What is due comes in the order of its instants, and of one instant in the order in which it was asked for, however late:
 * timers of their own do not keep it. On a busy machine one of 2 ms that is late comes before one of 1 ms that is.
 */
export const openFastClock = (speed: number): FastClock => {
  const due: Due[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const now = (): Instant => instant(performance.now() * speed);
  const run = (): void => {
    while (due[0] !== undefined && due[0].at <= now()) due.shift()!.run();
    wait();
  };
  const wait = (): void => {
    clearTimeout(timer);
    if (due[0] !== undefined) timer = setTimeout(run, Math.max(0, (due[0].at - now()) / speed));
  };
  return {
    now,
    at: (at, run) => {
      if (isClosed) return;
      const before = due.findLastIndex(other => other.at <= at);
      due.splice(before + 1, 0, { at, run });
      if (before < 0) wait();
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      due.length = 0;
    },
  };
};
