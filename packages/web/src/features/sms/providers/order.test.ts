import { expect, test } from 'vitest';
import { levelsOf, rankBeside } from './order.ts';

const of = (...ranks: number[]) => ranks.map((rank, at) => ({ id: 'abcdef'[at]!, rank }));

test('providers of one rank are one level, the lowest rank first, whatever ranks are left out', () => {
  const ids = levelsOf(of(5, 1, 5, 3)).map(level => level.map(({ id }) => id).join(''));
  expect(ids).toEqual(['b', 'd', 'ac']);
});

test.each([
  ['joins the level before', [1, 3], 'b', -1, 1],
  ['joins the level behind', [1, 3], 'a', 1, 3],
  ['leaves its peers for a level of its own', [1, 1], 'a', 1, 2],
  ['is first already', [1, 2], 'a', -1, null],
  ['is last already, and alone there', [1, 2], 'b', 1, null],
  ['finds no level behind the last there may be', [9, 9], 'a', 1, null],
] as const)('one that %s', (_says, ranks, id, step, rank) => {
  expect(rankBeside(levelsOf(of(...ranks)), id, step, 9)).toBe(rank);
});
