import { expect, test } from 'vitest';
import { figuresOf, fitting, type Offer } from './offers.ts';

const offer = (label: string, also = ''): Offer => ({
  key: label,
  kind: 'pages',
  label,
  hint: '',
  also,
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

test('a page is found by its pinyin, whole or in first letters', () => {
  expect(found('tonghua')).toEqual(['通话记录']);
  expect(found('thjl')).toEqual(['通话记录']);
  expect(found('renwu')).toEqual(['我的任务', '批量任务']);
  expect(found('wdrw')).toEqual(['我的任务']);
});

test('of what fits as well, what was gone to lately is first', () => {
  const lately = (...keys: string[]) => fitting('任务', offers, keys).map(each => each.label);
  expect(lately()).toEqual(['我的任务', '批量任务']);
  expect(lately('批量任务')).toEqual(['批量任务', '我的任务']);
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
