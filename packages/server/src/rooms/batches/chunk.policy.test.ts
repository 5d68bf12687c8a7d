import { expect, test } from 'vitest';
import { chunkAfter } from './chunk.policy.ts';

test.each([
  ['short lines', 800, 160_000, 1_000],
  ['a few short lines', 100, 20_000, 200],
  ['lines of some minutes of talk', 1_000, 2_000_000, 250],
  ['lines of an hour of talk', 1_000, 8_000_000, 100],
  ['lines without a word', 300, 0, 600],
] as const)('an export that has read %s reads as many at once as fit', (_, lines, chars, next) => {
  expect(chunkAfter(lines, chars)).toBe(next);
});
