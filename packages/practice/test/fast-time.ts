import { vi } from 'vitest';

/**
 * Time that passes as fast as packets travel, for engines that talk over real sockets on loopback: timers and the
 * monotonic clock are virtual, and after each step of them whatever has left a socket arrives. Instants are therefore
 * exact to a step, however busy the machine is.
 */
export interface FastTime {
  /** The real clock again. */
  readonly stop: () => Promise<void>;
}

/** The media engine's tick. */
const STEP_MS = 5;
/** A turn of the event loop to take a packet, one to answer it, one to take the answer. */
const TURNS = 3;

export const startFastTime = (): FastTime => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  let stopped = false;
  const run = (async () => {
    while (!stopped) {
      for (let turn = 0; turn < TURNS; turn += 1) await new Promise(done => setImmediate(done));
      vi.advanceTimersByTime(STEP_MS);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await run;
      vi.useRealTimers();
    },
  };
};
