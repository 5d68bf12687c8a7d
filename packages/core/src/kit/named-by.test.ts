import { expect, test } from 'vitest';
import { namedBy } from './named-by.ts';

const callLog = { name: '通话记录', also: '/callLog', syllables: ['tong', 'hua', 'ji', 'lu'] };
const autumn = {
  name: 'A 组回访 11 月',
  also: 'wang',
  syllables: ['', '', 'zu', 'hui', 'fang', '', '', '', '', 'yue'],
};

test.each([
  ['通话', 0],
  ['记录', 1],
  ['tonghua', 2],
  ['thjl', 2],
  ['thjilu', 2],
  ['TongHuaJiLu', 2],
  ['jilu', 3],
  ['jl', 3],
  // A syllable is heard from its first letter on, not from its middle.
  ['onghua', null],
  ['ua', null],
  ['calllog', 4],
  ['通录', 5],
  ['记通', null],
  ['电视', null],
  ['', 0],
  [' ', 0],
])('“%s” names 通话记录 by %s', (typed, place) => expect(namedBy(typed, callLog)).toBe(place));

test('letters and figures of a name sound as they are written', () => {
  expect(namedBy('azhf', autumn)).toBe(2);
  expect(namedBy('huifang11y', autumn)).toBe(3);
  expect(namedBy('wang', autumn)).toBe(4);
});

test('what is long and alike is settled at once', () => {
  const name = 'a'.repeat(200);
  expect(
    namedBy(`${'a'.repeat(100)}b`, { name: `b${name}`, also: '', syllables: [...name].map(() => 'aaaaaa') }),
  ).toBeNull();
});
