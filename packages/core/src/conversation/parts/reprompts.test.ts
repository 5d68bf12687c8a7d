import { expect, test } from 'vitest';
import type { Accepts } from '../plan/plan.ts';
import { acceptsNow, repromptsOf } from './reprompts.ts';

const colours = (...names: readonly string[]): Accepts => ({
  type: 'choice',
  options: names.map(value => ({ value, words: [value] })),
});

test.each<[string, Accepts, string]>([
  ['a date', { type: 'date' }, '日期没听清，您说几号？'],
  ['a number', { type: 'number' }, '数字没听清，您说是多少？'],
  ['a telephone', { type: 'phone' }, '号码没听清，您再报一遍？'],
  ['an amount', { type: 'amount' }, '金额没听清，您说多少钱？'],
  ['keys', { type: 'keys', min: 4, max: 6, end: '#' }, '没有收全，请您再按一遍。'],
  ['a text', { type: 'text' }, '不好意思，没听清，您再说一遍？'],
  ['one of two', colours('红', '蓝'), '没听清，您选红还是蓝？'],
  ['one of three', colours('红', '蓝', '绿'), '没听清，您选红、蓝还是绿？'],
  ['one of many', colours('一', '二', '三', '四', '五', '六'), '没听清，您选一、二、三、四，还是别的？'],
  ['a choice nobody wrote yet', colours(''), '没听清，您选哪一个？'],
])('who asks for %s asks again for just that, in three ways', (_, accepts, first) => {
  const all = repromptsOf(accepts);
  expect(all[0]).toBe(first);
  expect(new Set(all).size).toBe(3);
});

test('the last one names the bounds of a figure', () => {
  const last = (accepts: Accepts) => repromptsOf(accepts).at(-1);
  expect(last({ type: 'number', min: 1, max: 5 })).toBe('还是没听清，请说一个数，1 到 5。');
  expect(last({ type: 'amount', max: 900 })).toBe('还是没听清，请说一个金额，不超过 900。');
  expect(last({ type: 'number', min: 18 })).toBe('还是没听清，请说一个数，不少于 18。');
});

test('sentences of ours go along with what is asked for; a merchant’s own, or none, stay', () => {
  const text: Accepts = { type: 'text' };
  const date: Accepts = { type: 'date' };
  const ours = { accepts: text, notUnderstood: { sentences: repromptsOf(text) } };
  expect(acceptsNow(ours, date)).toEqual({ accepts: date, notUnderstood: { sentences: repromptsOf(date) } });
  expect(acceptsNow({ accepts: text, notUnderstood: { sentences: ['啥？'] } }, date)).toEqual({ accepts: date });
  expect(acceptsNow({ accepts: text }, date)).toEqual({ accepts: date });
});
