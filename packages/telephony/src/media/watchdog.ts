import type { Instant } from '@lianxian/core/kit';

/**
 * Tells once that the far end has fallen silent, and again only after it was heard in between. A far end that does not
 * send by agreement (hold) is not missed, and has its full time again when it is taken off hold. One that was missed
 * before (while it rang) and is connected anew has its full time again as well.
 */
export interface Watchdog {
  /** True at the moment it is missed. `lastAt`: its last packet, or the moment it should have begun. */
  readonly misses: (at: Instant, lastAt: Instant, sends: boolean) => boolean;
  readonly connected: (at: Instant) => void;
}

export const createWatchdog = (limitMs: number): Watchdog => {
  let missed = false;
  let heldUntil = Number.NEGATIVE_INFINITY;
  return {
    misses: (at, lastAt, sends) => {
      if (!sends) heldUntil = at;
      const silent = at - Math.max(lastAt, heldUntil) >= limitMs;
      const news = silent && !missed;
      missed = silent;
      return news;
    },
    connected: at => {
      if (missed) heldUntil = at;
      missed = false;
    },
  };
};
