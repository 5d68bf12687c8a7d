import i18next from 'i18next';
import { expect, test } from 'vitest';
import { chooseLanguage, firstWords } from './first-words.ts';
import { wordsOf } from './words.ts';

test('the other words speak the language that was chosen while they began', async () => {
  await Promise.all([chooseLanguage('en'), wordsOf('shell')]);
  expect([firstWords().language, i18next.language]).toEqual(['en', 'en']);
});

test('of two languages chosen one after the other the last is spoken, whichever came first', async () => {
  await chooseLanguage('zh-CN');
  await Promise.all([chooseLanguage('zh-TW'), chooseLanguage('zh-CN')]);
  expect([firstWords().language, i18next.language, document.documentElement.lang]).toEqual(['zh-CN', 'zh-CN', 'zh-CN']);
});
