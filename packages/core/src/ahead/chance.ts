import type { Dice } from '../kit/index.ts';

/** How many of `n` come to something that comes with this share: what is expected, or one throw of it. */
export type Chance = (n: number, share: number) => number;

/** Parts of a number among them. */
export const expected: Chance = (n, share) => n * share;

/** So many are thrown one by one; more of them are as good as normal. */
const ONE_BY_ONE = 30;

/** Whole numbers of whole numbers. */
export const thrown =
  (throws: Dice): Chance =>
  (n, share) => {
    if (n <= 0 || share <= 0) return 0;
    if (share >= 1) return n;
    if (n <= ONE_BY_ONE) {
      let come = 0;
      for (let at = 0; at < n; at += 1) if (throws.next() < share) come += 1;
      return come;
    }
    // The sum of twelve throws is as good as normal, and cheaper than a logarithm and a cosine.
    let sum = -6;
    for (let at = 0; at < 12; at += 1) sum += throws.next();
    return Math.min(n, Math.max(0, Math.round(n * share + Math.sqrt(n * share * (1 - share)) * sum)));
  };
