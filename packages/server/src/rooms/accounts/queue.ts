import { refuse } from '../../platform/http/index.ts';

/** Sign-ins of one account wait for each other, so that a burst of guesses cannot outrun the lock. */
const MOST_WAITING = 20;

/** Runs work of the same key one after the other; refuses when too many wait. */
export const oneAtATime = () => {
  const last = new Map<string, { done: Promise<unknown>; waiting: number }>();
  return async <R>(key: string, work: () => Promise<R>): Promise<R> => {
    const before = last.get(key);
    if (before !== undefined && before.waiting >= MOST_WAITING) throw refuse('tooMany', { seconds: 1 });
    const run = (before?.done ?? Promise.resolve()).then(work, work);
    const entry = { done: run.catch(() => undefined), waiting: (before?.waiting ?? 0) + 1 };
    last.set(key, entry);
    try {
      return await run;
    } finally {
      const now = last.get(key);
      if (now !== undefined) now.waiting -= 1;
      if (now === entry) last.delete(key);
    }
  };
};
