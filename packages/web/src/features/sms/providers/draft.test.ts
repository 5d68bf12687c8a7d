import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { settingsOf, typedOf, wordsOf } from './draft.ts';
import { recipeNames, recipes } from './recipes.ts';

const settings = endpoints.sms.saveProvider.input.shape.settings;

test.each(recipeNames)('what the recipe %s fills in comes out of the form as it went in', name => {
  expect(settingsOf(typedOf(recipes[name]))).toEqual(recipes[name]);
});

test.each(['aliyun', 'tencent'] as const)('the recipe %s is taken by the endpoint as it stands', name => {
  expect(settings.parse(recipes[name])).toEqual(recipes[name]);
});

test('a bound provider comes out as it went in, figures as figures', () => {
  const smpp = settings.parse({ kind: 'smpp', host: 'smpp.example.com', port: 2776, systemId: 'me', prefix: '86' });
  expect(settingsOf(typedOf(smpp))).toEqual(smpp);
});

test('headers are typed a line each, words with any comma', () => {
  const { http } = typedOf(recipes.token);
  const typed = { ...http, headers: 'X-A: one: two\nnonsense\n x-b :3', again: '1，2, 3、4' };
  expect(settingsOf({ kind: 'http', http: typed, smpp: typedOf(null).smpp })).toMatchObject({
    headers: { 'X-A': 'one: two', 'x-b': '3' },
    again: ['1', '2', '3', '4'],
  });
  expect(wordsOf(' ，')).toEqual([]);
});
