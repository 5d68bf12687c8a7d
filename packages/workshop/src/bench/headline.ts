/**
 * The rows of the READMEs: what somebody asks who chooses a platform, by figure and by the place of its samples. All the
 * others are in docs/figures.md.
 */
export const headline: readonly (readonly [figure: string, ...samples: readonly number[]])[] = [
  ['engine-packets', 0, 3, 4],
  ['engine-setups', 0, 3],
  ['engine-memory', 0],
  ['engine-talk', 0, 1],
  ['conversation', 1],
  ['pacing', 1],
  ['import', 0],
  ['prove-random', 0],
  ['prove-soak', 0, 1, 2],
  ['bundles', 0, 1],
  ['studio', 0],
];

/** One screen of a README has room for so many. */
export const MOST_ROWS = 20;
