import { expect, test } from 'vitest';
import { mayBeChance } from './chance.ts';

test.each([
  // Of textbooks' tables: corrected chi-squared 3.84 lies between them.
  ['30 of 100 and 45 of 100', { hits: 30, of: 100 }, { hits: 45, of: 100 }, false],
  ['30 of 100 and 42 of 100', { hits: 30, of: 100 }, { hits: 42, of: 100 }, true],
  ['the same share of many', { hits: 300, of: 1_000 }, { hits: 30, of: 100 }, true],
  ['a small difference of very many', { hits: 30_500, of: 100_000 }, { hits: 30_000, of: 100_000 }, false],
  ['too few to tell, however far apart', { hits: 0, of: 4 }, { hits: 4, of: 4 }, true],
  ['all and all', { hits: 9, of: 9 }, { hits: 7, of: 7 }, true],
  ['nothing to compare with', { hits: 3, of: 9 }, { hits: 0, of: 0 }, null],
  ['nothing at all', { hits: 0, of: 0 }, { hits: 1, of: 2 }, null],
] as const)('%s', (_, one, other, is) => {
  expect(mayBeChance(one, other)).toBe(is);
  expect(mayBeChance(other, one)).toBe(is);
});
