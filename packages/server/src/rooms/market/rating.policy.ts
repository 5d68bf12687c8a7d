import type { ProductRating } from '@lianxian/contract';
import { shareOf } from '@lianxian/core';

/** What a product did with one of those that took it: calls of its tasks over a year. */
export interface Measured {
  readonly calls: number;
  readonly answered: number;
  readonly levelA: number;
}

/** Below this nobody's own figures are safe (decision 130). */
export const LEAST_CALLS = 200;
const LEAST_MERCHANTS = 5;
/** Nobody counts for more than so many times the one in the middle. */
const MOST_TIMES = 2;

const middleOf = (sorted: readonly number[]): number => {
  const at = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[at]! : (sorted[at - 1]! + sorted[at]!) / 2;
};

/** Null: too few. Each merchant's share counts by its calls, but no more than twice as much as the middle one's. */
export const ratingOf = (all: readonly Measured[]): ProductRating | null => {
  const enough = all.filter(({ calls }) => calls >= LEAST_CALLS);
  if (enough.length < LEAST_MERCHANTS) return null;
  const most = MOST_TIMES * middleOf(enough.map(({ calls }) => calls).toSorted((one, other) => one - other));
  const weights = enough.map(({ calls }) => Math.min(calls, most) / calls);
  const weighed = (of: (one: Measured) => number) => enough.reduce((sum, one, at) => sum + of(one) * weights[at]!, 0);
  const share = (hits: number, of: number): ProductRating['answered'] => {
    const { share: is, from, to } = shareOf({ hits, of });
    return [is, from, to];
  };
  const answered = weighed(one => one.answered);
  return {
    answered: share(
      answered,
      weighed(one => one.calls),
    ),
    levelA: share(
      weighed(one => one.levelA),
      answered,
    ),
    merchants: enough.length,
    calls: enough.reduce((sum, { calls }) => sum + calls, 0),
  };
};

/** What the shelf is ordered by: how many of those who were called became A, as sure as that is. */
export const ratedOf = (rating: ProductRating | null): number =>
  rating === null ? 0 : rating.answered[1] * rating.levelA[1];
