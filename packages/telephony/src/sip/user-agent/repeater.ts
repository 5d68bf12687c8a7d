import { after, type Instant } from '@lianxian/core/kit';
import type { Alarm, Alarms } from '../transaction/alarms.ts';
import { PATIENCE, T1, T2 } from '../transaction/timers.ts';

/**
 * Repeats an answer from T1 on, doubling, until it is acknowledged, or gives up after 64·T1: a 2xx up to T2 apart (RFC
 * 3261 §13.3.1.4), a reliable provisional without such a bound (RFC 3262 §3).
 */
export interface Repeater {
  readonly start: (at: Instant, repeat: (at: Instant) => void, giveUp: (at: Instant) => void) => void;
  readonly stop: () => void;
}

export const createRepeater = (alarms: Alarms, longest = T2): Repeater => {
  let next: Alarm | null = null;
  let last: Alarm | null = null;
  const stop = () => {
    alarms.cancel(next);
    alarms.cancel(last);
    next = null;
    last = null;
  };
  return {
    start: (at, repeat, giveUp) => {
      stop();
      let interval = T1;
      const again = (now: Instant) => {
        interval = Math.min(interval * 2, longest);
        next = alarms.set(after(now, interval), again);
        repeat(now);
      };
      next = alarms.set(after(at, T1), again);
      last = alarms.set(after(at, PATIENCE), now => {
        stop();
        giveUp(now);
      });
    },
    stop,
  };
};
