import { instant } from '@lianxian/core/kit';
import type { MediaClock } from './frame-clock.ts';

const now: MediaClock['now'] = () => instant(performance.now());

/** A tick among everything else that the process does. */
export const loopClock: MediaClock = {
  now,
  every: (ms, tick) => {
    const timer = setInterval(tick, ms);
    return () => clearInterval(timer);
  },
};

/**
 * For a process that does nothing but calls' sound: between two ticks it sleeps as a whole.
 *
 *   … sleep ─▶ tick: frames leave ─▶ one turn of the event loop: all that has come in the meantime ─▶ sleep …
 *
 * An event loop that waits for packets is woken by each: 200 calls are 10,000 wake-ups a second, which cost more than
 * the packets. What is heard is not answered before a later tick anyway, so it may wait for this one, by at most `ms`;
 * that is also how late packets seem to be. Everything else in the process waits as long, at each of its steps. The sleep
 * ends to the tenth of a millisecond, where timers of the loop come by whole ones: frames leave more evenly too. A tick
 * that is late already is not slept for.
 */
export const restingClock: MediaClock = {
  now,
  every: (ms, tick) => {
    const pillow = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const zero = performance.now();
    let step = 0;
    let turn: NodeJS.Immediate | null = null;
    let stopped = false;
    const run = (): void => {
      const elapsed = performance.now() - zero;
      step = Math.max(step + 1, Math.floor(elapsed / ms));
      const early = step * ms - elapsed;
      // Nobody ever wakes it: it is the time that is waited for.
      if (early > 0) Atomics.wait(pillow, 0, 0, early);
      tick();
      if (!stopped) turn = setImmediate(run);
    };
    turn = setImmediate(run);
    return () => {
      stopped = true;
      if (turn) clearImmediate(turn);
    };
  },
};
