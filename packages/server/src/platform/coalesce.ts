import { BoundedMap } from '@lianxian/core/kit';

/**
 * What many ask for at once is read once: an answer serves everybody who asks for the same key soon after its reading began
 * (pages may be a second old, and their way takes time too), or within three times what reading it took. The largest merchant
 * then costs the database a third of a connection, however many look. Bound: keys kept; the one that was read longest ago
 * is forgotten first.
 */
interface Coalesced<T> {
  readonly of: (key: string, read: () => Promise<T>) => Promise<T>;
}

const FRESH_MS = 800;
const FRESH_FOR_READS = 3;
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
