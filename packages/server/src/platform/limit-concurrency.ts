/**
 * Lets a few ask at once, the others wait their turn in order: a service that speaks would drown in the hundred sentences
 * of a plan.
 */
export const limitConcurrency = (most: number): (<T>(ask: () => Promise<T>) => Promise<T>) => {
  let free = most;
  const waiting: (() => void)[] = [];
  return async ask => {
    if (free > 0) free -= 1;
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      return await ask();
    } finally {
      // A place is handed on, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};
