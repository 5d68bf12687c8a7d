import { type Shares, stepShares, type TaskUse } from '@lianxian/core';

/** What the tasks of a merchant had of its channels, from round to round (core's `stepShares`). */
export interface Fairness {
  /** As of now. */
  readonly shares: () => Shares;
  /** How a round left them. */
  readonly note: (uses: readonly TaskUse[]) => void;
}

export const createFairness = (monotonic: () => number = () => performance.now()): Fairness => {
  let shares: Shares = new Map();
  let uses: readonly TaskUse[] = [];
  let since = monotonic();
  const step = (): Shares => {
    const now = monotonic();
    if (uses.length > 0) shares = stepShares(shares, uses, now - since);
    since = now;
    return shares;
  };
  return {
    shares: step,
    note: left => {
      step();
      uses = left;
    },
  };
};
