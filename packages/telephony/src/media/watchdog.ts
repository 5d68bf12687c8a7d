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

class SilenceWatchdog implements Watchdog {
  readonly #limitMs: number;
  #missed = false;
  #heldUntil = Number.NEGATIVE_INFINITY;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  misses(at: Instant, lastAt: Instant, sends: boolean): boolean {
    if (!sends) this.#heldUntil = at;
    const silent = at - Math.max(lastAt, this.#heldUntil) >= this.#limitMs;
    const news = silent && !this.#missed;
    this.#missed = silent;
    return news;
  }

  connected(at: Instant): void {
    if (this.#missed) this.#heldUntil = at;
    this.#missed = false;
  }
}

export const createWatchdog = (limitMs: number): Watchdog => new SilenceWatchdog(limitMs);
