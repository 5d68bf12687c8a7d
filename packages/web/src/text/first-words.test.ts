import { expect, test } from 'vitest';
import { firstWords } from './first-words.ts';

test('words are chosen and filled as the library does it, and a list comes whole', () => {
  const { t, language } = firstWords();
  expect(language).toBe('zh-CN');
  expect(t($ => $.needed, { what: '账号' })).toBe('请输入账号');
  expect(t($ => $.bind.bound, { name: '{{what}}' })).toBe('已绑定到 {{what}} 的账号，可以关闭这个页面。');
  expect(t($ => $.slogan)).toEqual(['把每一通电话，', '接到对的人。']);
  expect(t($ => $.page.broken)).toBe('页面没有打开');
});
