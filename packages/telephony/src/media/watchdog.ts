import type { Instant } from '@lianxian/core/kit';

/**
 * Tells once that the far end has fallen silent, and again only after it was heard in between. A far end that does not
 * send by agreement (hold) is not missed, and has its full time again when it is taken off hold. One that was missed
 * before (while it rang) and is connected anew has its full time again as well.
 *
 * Its time is what was listened to: while the machine or the process stood still nobody could be heard, so one that was
 * held up for longer than the limit does not end every call it has.
 */
export interface Watchdog {
  /** A look, ten times a second. True at the moment it is missed. `lastAt`: its last packet, or when it should have begun. */
  readonly misses: (at: Instant, lastAt: Instant, sends: boolean) => boolean;
  readonly connected: () => void;
}

/** Two looks and a half: who has not looked for longer was held up. */
const LISTENED_MS = 250;

class SilenceWatchdog implements Watchdog {
  readonly #limitMs: number;
  #missed = false;
  #silentMs = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  misses(at: Instant, lastAt: Instant, sends: boolean): boolean {
    const added = Math.min(at - Math.max(lastAt, this.#lookedAt), LISTENED_MS);
    if (!sends) this.#silentMs = 0;
    else this.#silentMs = added + (lastAt >= this.#lookedAt ? 0 : this.#silentMs);
    this.#lookedAt = at;
    const silent = this.#silentMs >= this.#limitMs;
    const news = silent && !this.#missed;
    this.#missed = silent;
    return news;
  }

  connected(): void {
    if (this.#missed) this.#silentMs = 0;
    this.#missed = false;
  }
}

export const createWatchdog = (limitMs: number): Watchdog => new SilenceWatchdog(limitMs);
