import { expect, test } from 'vitest';
import { languages, refusals } from '../index.ts';

test('codes are unique; success and 103 keep their meaning', () => {
  const codes = Object.values(refusals).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes).not.toContain(0);
  expect(refusals.signedOut).toMatchObject({ code: 103, 'zh-CN': '登录失效' });
});

test('a refusal asks for the same values in every language', () => {
  const names = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).sort();
  for (const refusal of Object.values(refusals)) {
    for (const language of languages) expect(names(refusal[language])).toEqual(names(refusal['zh-CN']));
  }
});
