import { expect, test } from 'vitest';
import { namedBy } from './named-by.ts';

const written = (text: string) => ({ text, syllables: [] });
const callLog = {
  name: { text: '通话记录', syllables: ['tong', 'hua', 'ji', 'lu'] },
  also: { text: '/callLog 录音 听录音', syllables: [...Array(9).fill(''), 'lu', 'yin', '', 'ting', 'lu', 'yin'] },
};
const autumn = {
  name: { text: 'A 组回访 11 月', syllables: ['', '', 'zu', 'hui', 'fang', '', '', '', '', 'yue'] },
  also: written('wang'),
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
  ['录音', 4],
  ['luyin', 4],
  ['ly', 4],
  ['tingl', 4],
  // One word at a time, from its beginning: what ends one and begins the next is no word.
  ['lyting', null],
  ['yint', null],
  ['yi', null],
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
  const long = { text: `b${name}`, syllables: [...name].map(() => 'aaaaaa') };
  expect(namedBy(`${'a'.repeat(100)}b`, { name: long, also: long })).toBeNull();
});
