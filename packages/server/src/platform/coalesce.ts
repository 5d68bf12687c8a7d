import { BoundedMap } from '@lianxian/core/kit';

/**
 * What many ask for at once is read once: an answer serves everybody who asks for the same key within a second, or within
 * five times what reading it took. The largest merchant then costs the database a fifth of a connection, however many
 * look. Bound: keys kept; the one that was read longest ago is forgotten first.
 */
interface Coalesced<T> {
  readonly of: (key: string, read: () => Promise<T>) => Promise<T>;
}

const FRESH_MS = 1_000;
const FRESH_FOR_READS = 5;
const KEYS_KEPT = 500;

export const coalesce = <T>(now: () => number = () => performance.now()): Coalesced<T> => {
  const kept = new BoundedMap<string, { readonly readAt: number; freshMs: number; readonly answer: Promise<T> }>(
    KEYS_KEPT,
  );
  return {
    of: (key, read) => {
      const found = kept.get(key);
      if (found !== undefined && now() - found.readAt < found.freshMs) return found.answer;
      const readAt = now();
      const answer = read();
      const entry = { readAt, freshMs: FRESH_MS, answer };
      kept.set(key, entry);
      answer.then(
        () => {
          entry.freshMs = Math.max(FRESH_MS, FRESH_FOR_READS * (now() - readAt));
        },
        // What failed is asked for again.
        () => {
          if (kept.get(key) === entry) kept.delete(key);
        },
      );
      return answer;
    },
  };
};
