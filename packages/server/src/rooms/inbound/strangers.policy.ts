import { BoundedMap } from '@lianxian/core/kit';

/**
 * Callers nobody knows. Scanners dial number after number, from one address or from forged ones, and each number would
 * cost a statement: an address that asked for too many unknown ones waits, and all strangers together get so many
 * lookups a second. Who has reached a line of ours is no stranger for a while, so a flood keeps no carrier out.
 *
 * Memory is bounded: the addresses that were heard of last.
 */
interface Strangers {
  /** Why nothing is looked up for a call from there; null: it is. */
  readonly refused: (source: string, atMs: number) => 'unknown' | 'notNow' | null;
  readonly found: (source: string, isKnown: boolean, atMs: number) => void;
}

const WINDOW_MS = 10_000;
const UNKNOWN_IN_WINDOW = 20;
const LOOKUPS_A_SECOND = 100;
const FRIEND_FOR_MS = 600_000;
const SOURCES_KEPT = 5_000;

export const createStrangers = (): Strangers => {
  const friends = new BoundedMap<string, number>(SOURCES_KEPT);
  const misses = new BoundedMap<string, { readonly from: number; count: number }>(SOURCES_KEPT);
  let second = { from: Number.NEGATIVE_INFINITY, lookups: 0 };

  return {
    refused: (source, atMs) => {
      if ((friends.get(source) ?? Number.NEGATIVE_INFINITY) > atMs) return null;
      const missed = misses.get(source);
      if (missed !== undefined && atMs - missed.from < WINDOW_MS && missed.count >= UNKNOWN_IN_WINDOW) return 'unknown';
      if (atMs - second.from >= 1_000) second = { from: atMs, lookups: 0 };
      if (second.lookups >= LOOKUPS_A_SECOND) return 'notNow';
      second.lookups += 1;
      return null;
    },
    found: (source, isKnown, atMs) => {
      if (isKnown) {
        friends.set(source, atMs + FRIEND_FOR_MS);
        misses.delete(source);
        return;
      }
      const missed = misses.get(source);
      if (missed !== undefined && atMs - missed.from < WINDOW_MS) missed.count += 1;
      else misses.set(source, { from: atMs, count: 1 });
    },
  };
};
