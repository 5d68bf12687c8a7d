import { expect, test } from 'vitest';
import { searchSaid } from './said.ts';
import { mayTellNumber } from './spoken.ts';

/** By hand: 贷 U+8D37, 款 U+6B3E, a 97, b 98, 1 49, 2 50. */
test.each([
  ['贷款', '贷款', [0x8d37 * 65_536 + 0x6b3e]],
  ['贷款 ', '贷款', [0x8d37 * 65_536 + 0x6b3e]],
  ['ＡＢ', 'ab', [97 * 65_536 + 98]],
  ['１2', '12', [49 * 65_536 + 50]],
  ['贷', '贷', []],
  ['贷，款', '贷,款', []],
  ['a b', 'a b', []],
  ['abab', 'abab', [97 * 65_536 + 98, 98 * 65_536 + 97]],
])('%s is sought as %s, by its pairs', (typed, text, pairs) => {
  expect(searchSaid(typed)).toEqual({ text, pairs });
});

test.each([
  ['等一下', false],
  ['12', true],
  ['1 - 2', true],
  ['幺三八', true],
  ['１３', true],
  ['贷款', false],
  ['3个', false],
])('%s may tell of a number: %s', (text, tells) => {
  expect(mayTellNumber(text)).toBe(tells);
});
