import type { Instant } from '@lianxian/core';

/**
 * Tells who watches the lines of a merchant that its calls moved: at once for the first, then at most once a moment.
 * Bound: merchants of whom calls lived here; one that nobody watches is forgotten at its next move.
 */
interface LineWatch {
  readonly watch: (merchantId: string, at: Instant) => void;
  readonly moved: (merchantId: string, at: Instant) => void;
}

interface LineWatchOptions {
  readonly publish: (merchantId: string) => void;
  /** Calls back when a merchant may be told again: in a second. */
  readonly rest: (over: () => void) => void;
}

/** A watch is renewed every 10 s by web; one renewal may be lost. */
const WATCH_MS = 25_000;

interface Watched {
  until: number;
  isResting: boolean;
  hasMoved: boolean;
}

export const createLineWatch = ({ publish, rest }: LineWatchOptions): LineWatch => {
  const merchants = new Map<string, Watched>();

  const tell = (merchantId: string, watched: Watched): void => {
    publish(merchantId);
    watched.hasMoved = false;
    watched.isResting = true;
    rest(() => {
      watched.isResting = false;
      if (watched.hasMoved) tell(merchantId, watched);
    });
  };

  return {
    watch: (merchantId, at) => {
      const watched = merchants.get(merchantId) ?? { until: 0, isResting: false, hasMoved: false };
      watched.until = at + WATCH_MS;
      merchants.set(merchantId, watched);
    },
    moved: (merchantId, at) => {
      const watched = merchants.get(merchantId);
      if (watched === undefined) return;
      if (watched.until < at) merchants.delete(merchantId);
      else if (watched.isResting) watched.hasMoved = true;
      else tell(merchantId, watched);
    },
  };
};
