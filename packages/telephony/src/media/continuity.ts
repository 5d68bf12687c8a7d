import type { Instant } from '@lianxian/core/kit';
import { createWatchdog } from './watchdog.ts';

/**
 * Follows a far end that sends without a pause (a browser's A-law: libwebrtc rests in no codec but Opus): where nothing of it
 * comes for a second its sound has broken off, long before it counts as vanished, and with the next packet it goes on. As the
 * watchdog it counts what was listened to: a machine that stood still has missed nobody.
 */
export interface Continuity {
  /** A look, every 20 ms: what is new. `lastAt`: its last packet, or when it should have begun; `sends`: whether it is to. */
  readonly look: (at: Instant, lastAt: Instant, sends: boolean) => 'interrupted' | 'resumed' | null;
}

/** Fifty packets on end: no jitter of a network that one could talk over. */
const BREAKS_OFF_MS = 1_000;

class StreamContinuity implements Continuity {
  readonly #watchdog = createWatchdog(BREAKS_OFF_MS);
  #brokenOffAt: Instant | null = null;

  look(at: Instant, lastAt: Instant, sends: boolean): 'interrupted' | 'resumed' | null {
    if (this.#watchdog.misses(at, lastAt, sends)) {
      this.#brokenOffAt = at;
      return 'interrupted';
    }
    if (this.#brokenOffAt === null || (sends && lastAt < this.#brokenOffAt)) return null;
    this.#brokenOffAt = null;
    return 'resumed';
  }
}

export const createContinuity = (): Continuity => new StreamContinuity();
