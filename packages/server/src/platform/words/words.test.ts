import { expect, test } from 'vitest';
import { wordsOf } from './segments.ts';
import { syllablesOf } from './syllables.ts';

test.each([
  ['我要开发票', ['wo', 'yao', 'kai', 'fa', 'piao']],
  ['不要，3 个', ['bu', 'yao', '', '', '', 'ge']],
  ['重庆银行', ['chong', 'qing', 'yin', 'hang']],
  ['OK吗', ['', '', 'ma']],
  ['绿色', ['lü', 'se']],
  ['', []],
])('syllables of 「%s」 are %j, one a character', (text, syllables) => {
  expect(syllablesOf(text)).toEqual(syllables);
});

test('a character of two units has one place as well', () => {
  expect(syllablesOf('好😀吗')).toHaveLength(3);
});

test('a sentence falls into its words', () => {
  expect(wordsOf('请问您对这个价格满意吗')).toEqual(['请问', '您', '对', '这个', '价格', '满意', '吗']);
});
