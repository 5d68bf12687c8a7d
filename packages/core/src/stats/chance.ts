/** So many of so many: 30 of 100 calls were answered. */
interface Part {
  readonly hits: number;
  readonly of: number;
}

/** What chance alone exceeds once in twenty: the square of the normal distribution's 1.96. */
const BEYOND_CHANCE = 3.841;
/** With fewer expected in a cell than this nobody can tell (Cochran 1954). */
const LEAST_EXPECTED = 5;

/**
 * Whether two shares may differ by chance alone: the chi-squared test of a table of two by two with Yates's correction, which
 * errs towards chance. Null: one of them is a share of nothing.
 */
export const mayBeChance = (one: Part, other: Part): boolean | null => {
  if (one.of <= 0 || other.of <= 0) return null;
  const of = one.of + other.of;
  const hits = one.hits + other.hits;
  const expected = [one.of, other.of].flatMap(each => [(each * hits) / of, (each * (of - hits)) / of]);
  if (Math.min(...expected) < LEAST_EXPECTED) return true;
  const apart = Math.abs(one.hits * (other.of - other.hits) - other.hits * (one.of - one.hits));
  const corrected = Math.max(0, apart - of / 2);
  return (of * corrected ** 2) / (one.of * other.of * hits * (of - hits)) < BEYOND_CHANCE;
};
