import { BoundedMap } from '@lianxian/core/kit';

/**
 * What many ask for at once is read once: an answer serves everybody who asks for the same key while it is read, and soon
 * after its reading began (pages may be a second old, and their way takes time too); one whose reading takes long, within
 * three times what it took. However many look, a key costs the database one connection at most, and a third of one where
 * readings are long. Bound: keys kept; the one that was read longest ago is forgotten first.
 */
interface Coalesced<T> {
  readonly of: (key: string, read: () => Promise<T>) => Promise<T>;
}

const FRESH_MS = 800;
/** Beyond it a page is older than a second whatever is done; what a busy machine adds to a short reading makes none older. */
const LONG_READ_MS = 2_000;
const FRESH_FOR_READS = 3;
const KEYS_KEPT = 500;

interface Entry<T> {
  readonly readAt: number;
  freshMs: number | 'underWay';
  readonly answer: Promise<T>;
}

export const coalesce = <T>(now: () => number = () => performance.now()): Coalesced<T> => {
  const kept = new BoundedMap<string, Entry<T>>(KEYS_KEPT);
  return {
    of: (key, read) => {
      const found = kept.get(key);
      if (found !== undefined && (found.freshMs === 'underWay' || now() - found.readAt < found.freshMs))
        return found.answer;
      const readAt = now();
      const answer = read();
      const entry: Entry<T> = { readAt, freshMs: 'underWay', answer };
      kept.set(key, entry);
      answer.then(
        () => {
          const took = now() - readAt;
          entry.freshMs = took > LONG_READ_MS ? FRESH_FOR_READS * took : FRESH_MS;
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
