import { expect, test } from 'vitest';
import { shareOf } from './share.ts';

/** By textbooks' tables of Wilson's interval. */
test.each([
  [50, 100, 0.5, 0.404, 0.596],
  [0, 10, 0, 0, 0.278],
  [10, 10, 1, 0.722, 1],
  [600, 2_000, 0.3, 0.28, 0.32],
])('%d of %d', (hits, of, share, from, to) => {
  const found = shareOf({ hits, of });
  expect(found.share).toBeCloseTo(share, 3);
  expect(found.from).toBeCloseTo(from, 2);
  expect(found.to).toBeCloseTo(to, 2);
});

test('a share of nothing says nothing', () => {
  expect(shareOf({ hits: 0, of: 0 })).toEqual({ share: 0, from: 0, to: 1 });
});
