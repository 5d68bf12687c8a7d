import type { Instant } from '@lianxian/core/kit';
import type { Collected, CollectWants } from './types.ts';

/**
 * Keys gathered into a number. The wait for the first key begins when nothing plays any more; each later key has its own
 * limit. It ends at the most keys wanted, at a terminator (which is not part of the number), at a limit, or when somebody
 * ends it.
 */
export interface Collector {
  readonly key: (key: string, at: Instant) => Collected | null;
  /** Asked each 20 ms. */
  readonly due: (at: Instant, plays: boolean) => Collected | null;
  readonly end: (by: Collected['by']) => Collected;
}

export const createCollector = (wants: CollectWants, startedAt: Instant): Collector => {
  let keys = '';
  let since = startedAt;
  const end = (by: Collected['by']): Collected => ({ keys, by });
  return {
    key: (key, at) => {
      if (wants.terminators?.includes(key)) return end('terminator');
      keys += key;
      since = at;
      return keys.length >= wants.max ? end('max') : null;
    },
    due: (at, plays) => {
      if (keys === '') {
        if (plays) since = at;
        return at - since >= wants.firstTimeoutMs ? end('firstTimeout') : null;
      }
      return at - since >= wants.betweenTimeoutMs ? end('betweenTimeout') : null;
    },
    end,
  };
};
