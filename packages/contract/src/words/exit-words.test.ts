import { builtInExits } from '@lianxian/core';
import { expect, test } from 'vitest';
import { keyedText, lineText } from './call-words.ts';
import { exitWord } from './exit-words.ts';

test.each(builtInExits)('%s has a word of its own in each language, and none that is Chinese in English', exit => {
  for (const language of ['zh-CN', 'zh-TW'] as const) expect(exitWord(language, exit)).toMatch(/\p{Script=Han}/u);
  expect(exitWord('en', exit)).toMatch(/^[A-Z][a-z, ]+$/);
});

test.each([
  ['key:1', '', '按键 1', '按鍵 1', 'Key 1'],
  ['flow:end', '收尾', '转到收尾', '轉到收尾', 'To 收尾'],
  ['intent:later', '晚点', '晚点', '晚点', '晚点'],
  ['knowledge:price', '', 'price', 'price', 'price'],
  ['word:早先的词', '', '早先的词', '早先的词', '早先的词'],
  ['', '', '', '', ''],
  ['nobody knows', '', 'nobody knows', 'nobody knows', 'nobody knows'],
])('%s called %j is %s, %s, %s', (exit, name, simplified, traditional, english) => {
  expect([exitWord('zh-CN', exit, name), exitWord('zh-TW', exit, name), exitWord('en', exit, name)]).toEqual([
    simplified,
    traditional,
    english,
  ]);
});

test('two exits that one list shows are never called the same', () => {
  for (const language of ['zh-CN', 'zh-TW', 'en'] as const) {
    const words = builtInExits.map(exit => exitWord(language, exit));
    expect(new Set(words).size).toBe(words.length);
  }
});

test('keys stand in a transcript in one language and are read in each; what was said stays as it was', () => {
  expect(lineText('en', keyedText('13*#'))).toBe('Key 13*#');
  expect(lineText('zh-TW', keyedText('1'))).toBe('按鍵 1');
  expect(lineText('en', '按键是什么')).toBe('按键是什么');
});
