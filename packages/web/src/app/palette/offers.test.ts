import { expect, test } from 'vitest';
import { figuresOf, fitting, type Offer } from './offers.ts';

const offer = (label: string, words = ''): Offer => ({
  key: label,
  kind: 'pages',
  label,
  hint: '',
  words,
  go: () => undefined,
});
const offers = [
  offer('我的任务', '/my-task'),
  offer('通话记录', '/callLog'),
  offer('批量任务'),
  offer('网关监控', '/monitor'),
];
const found = (wish: string) => fitting(wish, offers).map(each => each.label);

test('what begins with the wish is before what holds it, and an address is found as well', () => {
  expect(found('任务')).toEqual(['我的任务', '批量任务']);
  expect(found('批')).toEqual(['批量任务']);
  expect(found('calllog')).toEqual(['通话记录']);
  expect(found('网监')).toEqual(['网关监控']);
  expect(found('电视')).toEqual([]);
  expect(found('')).toHaveLength(4);
});

test('three to twelve figures look for a phone', () => {
  expect(['138', '138 0013 8000', '13', '138a', '1234567890123', ''].map(figuresOf)).toEqual([
    '138',
    '13800138000',
    null,
    null,
    null,
    null,
  ]);
});
