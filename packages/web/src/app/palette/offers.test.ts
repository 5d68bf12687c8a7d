import { expect, test } from 'vitest';
import type { Offer } from './offer.ts';
import { figuresOf, fitting, once } from './offers.ts';

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

test('what it is called besides is found by its pinyin too, after what sounds so by its name', () => {
  const stop = offer('紧急停止', 'stop 急停 挂断');
  const hang = offer('挂断记录');
  const sought = (wish: string) => fitting(wish, [stop, hang]).map(each => each.label);
  expect(sought('jjtz')).toEqual(['紧急停止']);
  expect(sought('jinjitingzhi')).toEqual(['紧急停止']);
  expect(sought('jiting')).toEqual(['紧急停止']);
  expect(sought('gd')).toEqual(['挂断记录', '紧急停止']);
});

test('a place has one row, the first; what leads nowhere is known by its key', () => {
  const open = { ...offer('打开的'), href: '/callLog' };
  const page = { ...offer('通话记录'), href: '/callLog' };
  expect(once([open, offer('停止'), page, offer('停止')]).map(each => each.label)).toEqual(['打开的', '停止']);
});

test('of what fits as well, what was gone to lately is first', () => {
  const lately = (...keys: string[]) => fitting('任务', offers, keys).map(each => each.label);
  expect(lately()).toEqual(['我的任务', '批量任务']);
  expect(lately('批量任务')).toEqual(['批量任务', '我的任务']);
});

test('what is written the other way is found by its sound, after what is written so', () => {
  const places = [offer('線路監控'), offer('現路'), offer('线路'), offer('員工')];
  expect(fitting('线路', places).map(each => each.label)).toEqual(['线路', '線路監控']);
  expect(fitting('员工', places).map(each => each.label)).toEqual(['員工']);
  expect(fitting('线 x', places)).toEqual([]);
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
