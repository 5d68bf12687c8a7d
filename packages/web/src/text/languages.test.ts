import { expect, test } from 'vitest';

type Words = Readonly<Record<string, unknown>>;
const of = (files: Record<string, unknown>) =>
  Object.entries(files).flatMap(([file, words]) =>
    textsOf(words).map(([key, text]) => [`${file} ${key}`, text] as const),
  );
const textsOf = (value: unknown, key = ''): (readonly [key: string, text: string])[] =>
  typeof value === 'string'
    ? [[key, value]]
    : Object.entries(value as Words).flatMap(([name, inner]) => textsOf(inner, `${key}.${name}`));

const english = of(import.meta.glob('./en/*.ts', { eager: true }));
const traditional = of(import.meta.glob('./zh-TW/*.ts', { eager: true }));
const source = of(import.meta.glob('./zh-CN/*.ts', { eager: true }));

/** Characters that are written so in simplified Chinese alone, of the words this product says most. */
const simplifiedOnly =
  /[们这为对说话时间发开关务线录设数网码选择进还从东车长门问题应让认识语记请输张费单确启动删读写处状态详价额导话术机听拨导断转号]/;

test('O-019: nothing of the English pages is Chinese', () => {
  expect(english.length).toBeGreaterThan(500);
  expect(english.filter(([, text]) => /[\u3400-\u9fff]/.test(text))).toEqual([]);
});

test('O-018: the traditional pages hold no simplified characters', () => {
  expect(traditional.filter(([, text]) => simplifiedOnly.test(text))).toEqual([]);
});

test('O-001: the source is Chinese: no sentence of it is English', () => {
  const latin = source.filter(([, text]) => /[A-Za-z]{3,}\s+[A-Za-z]{3,}\s+[A-Za-z]{3,}/.test(text));
  expect(latin).toEqual([]);
});
