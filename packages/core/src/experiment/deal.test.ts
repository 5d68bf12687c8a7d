import { expect, test } from 'vitest';
import { type Dealing, dealtTo, type Goal, meetsGoal } from './index.ts';

const dealt = (dealing: Dealing, from: bigint) =>
  Array.from({ length: 10_000 }, (_, n) => dealtTo(dealing, String(from + BigInt(n))));
const times = (all: readonly number[], which: number) => all.filter(one => one === which).length;

test.each([1n, 9_000_000_000_000n])('neighbours on a list are dealt by their shares, from %s on', from => {
  const all = dealt({ key: 7, shares: [50, 30, 20] }, from);
  // Four spreads of a binomial of 10,000: 200 at a half, 160 at a fifth.
  expect(Math.abs(times(all, 0) - 5_000)).toBeLessThan(200);
  expect(Math.abs(times(all, 1) - 3_000)).toBeLessThan(190);
  expect(Math.abs(times(all, 2) - 2_000)).toBeLessThan(160);
});

test('a number keeps its variant; under another key it is dealt anew', () => {
  const [one, again, other] = [7, 7, 8].map(key => dealt({ key, shares: [50, 50] }, 1n));
  expect(again).toEqual(one);
  const same = other!.filter((variant, n) => variant === one![n]).length;
  expect(Math.abs(same - 5_000)).toBeLessThan(200);
});

const talk = { state: 'answered', level: 'B', talkMs: 30_000, nodes: ['开场', '报价'] } as const;
test.each<readonly [string, Goal, Partial<Parameters<typeof meetsGoal>[1]>, boolean]>([
  ['a B where an A is wanted', { kind: 'level', level: 'A' }, {}, false],
  ['a B where a B is wanted', { kind: 'level', level: 'B' }, {}, true],
  ['a B where a C is wanted', { kind: 'level', level: 'C' }, {}, true],
  ['a talk without a level', { kind: 'level', level: 'F' }, { level: null }, false],
  ['half a minute', { kind: 'talk', seconds: 30 }, {}, true],
  ['a moment less', { kind: 'talk', seconds: 30 }, { talkMs: 29_999 }, false],
  ['a node it came to', { kind: 'node', node: '报价' }, {}, true],
  ['a node it did not come to', { kind: 'node', node: '成交' }, {}, false],
  ['what broke off before it was answered', { kind: 'talk', seconds: 1 }, { state: 'interrupted' }, false],
])('%s', (_, goal, over, meets) => expect(meetsGoal(goal, { ...talk, ...over })).toBe(meets));
