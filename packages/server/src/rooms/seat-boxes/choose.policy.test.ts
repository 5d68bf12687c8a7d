import { expect, test } from 'vitest';
import { chosenOf } from './choose.policy.ts';

const nobody = new Set<string>();
const members = [
  { seat: '甲', freeSince: 300 },
  { seat: '乙', freeSince: null },
  { seat: '丙', freeSince: 100 },
  { seat: '丁', freeSince: 200 },
];

test.each([
  ['longest idle', 'longestIdle', nobody, null, ['丙']],
  ['longest idle, one tried', 'longestIdle', new Set(['丙']), null, ['丁']],
  ['longest idle, all tried', 'longestIdle', new Set(['甲', '丙', '丁']), null, []],
  ['in turn, the first', 'inTurn', nobody, null, ['甲']],
  ['in turn, who is busy is left out', 'inTurn', nobody, '甲', ['丙']],
  ['in turn, round', 'inTurn', nobody, '丁', ['甲']],
  ['in turn, after one who left the group', 'inTurn', nobody, '戊', ['甲']],
  ['in turn, who was tried is not tried again', 'inTurn', new Set(['丁']), '丙', ['甲']],
  ['all at once, but who is busy', 'all', nobody, null, ['甲', '丙', '丁']],
  ['all at once, but who was tried', 'all', new Set(['甲']), null, ['丙', '丁']],
] as const)('a group rings %s', (_what, strategy, tried, last, rings) => {
  expect(chosenOf({ strategy, members, tried, last })).toEqual(rings);
});

test('a group with nobody rings nobody', () => {
  expect(chosenOf({ strategy: 'longestIdle', members: [], tried: nobody, last: null })).toEqual([]);
});
