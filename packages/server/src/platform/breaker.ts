import { BoundedMap } from '@lianxian/core';

/**
 * A circuit breaker for one outside service: who is down is not asked again by every call, and is tried by one.
 *
 *   closed ─(n failures on end)→ open ─(rest is over)→ half open ─ok→ closed
 *                                  ▲────────────────failed────┘
 *
 * Half open, one asks; the others are refused until its answer is there. A probe that never reports counts as failed
 * when another rest is over, so that nothing stays shut for ever.
 */
export interface Breaker {
  /** Whether one may ask now; who is let through reports by `ok` or `failed`. */
  readonly mayAsk: () => boolean;
  readonly ok: () => void;
  readonly failed: () => void;
  readonly state: () => 'closed' | 'open' | 'halfOpen';
  /** Asks by `ask` and reports by what becomes of it. @throws {BreakerOpen} without asking. */
  readonly run: <T>(ask: () => Promise<T>) => Promise<T>;
}

interface BreakerOptions {
  readonly failures: number;
  readonly restMs: number;
  /** Monotonic, in ms. */
  readonly now: () => number;
}

export class BreakerOpen extends Error {
  override readonly name = 'BreakerOpen';
}

/** Three calls have met it; half a minute is what a restarted service needs. */
const usual: BreakerOptions = { failures: 3, restMs: 30_000, now: () => performance.now() };

export const createBreaker = (options: Partial<BreakerOptions> = {}): Breaker => {
  const { failures, restMs, now } = { ...usual, ...options };
  let onEnd = 0;
  /** Of the failure that opened it, or of the probe that is out. */
  let restedFrom: number | null = null;

  const mayAsk = (): boolean => {
    if (restedFrom === null) return true;
    if (now() - restedFrom < restMs) return false;
    restedFrom = now();
    return true;
  };
  const ok = (): void => {
    onEnd = 0;
    restedFrom = null;
  };
  const failed = (): void => {
    onEnd += 1;
    if (onEnd >= failures) restedFrom = now();
  };

  return {
    mayAsk,
    ok,
    failed,
    state: () => (restedFrom === null ? 'closed' : now() - restedFrom < restMs ? 'open' : 'halfOpen'),
    run: async ask => {
      if (!mayAsk()) throw new BreakerOpen('the service is down; it is tried again soon');
      try {
        const answer = await ask();
        ok();
        return answer;
      } catch (error) {
        failed();
        throw error;
      }
    },
  };
};

/** Breakers by the name of their service; the oldest of more than so many are forgotten. */
export const createBreakers = (most = 1_000): ((name: string) => Breaker) => {
  const breakers = new BoundedMap<string, Breaker>(most);
  return name => {
    const known = breakers.get(name);
    if (known) return known;
    const made = createBreaker();
    breakers.set(name, made);
    return made;
  };
};
