import { expect, test } from 'vitest';
import { kindOfSearch, searchPeople, searchPhone } from './index.ts';

test.each([
  ['', null],
  [' ', null],
  ['138', { begins: '138' }],
  ['１３８ 00', { begins: '13800' }],
  ['+86 138', { begins: '138' }],
  ['+86 138-0013-8000', { begins: '13800138000' }],
  ['010-6', { begins: '0106' }],
  ['%', { is: '%' }],
  ['-', { is: '-' }],
  [' +86 ', { is: '+86' }],
  ['()', { is: '()' }],
  ["138' or 1=1", { is: "138'or1=1" }],
])('%j searches for %o where numbers are seen', (typed, search) => {
  expect(searchPhone(typed, true)).toEqual(search);
});

test('who sees numbers masked finds by the whole number alone', () => {
  expect(searchPhone('138', false)).toEqual({ is: '138' });
  expect(searchPhone('138 0013 8000', false)).toEqual({ is: '13800138000' });
  expect(searchPhone('', false)).toBeNull();
});

test.each([
  ['', null, null],
  ['5678', { ends: '5678', begins: '5678' }, { ends: '5678' }],
  ['１３ 45', { ends: '1345', begins: '1345' }, { ends: '1345' }],
  ['13812', { begins: '13812' }, { is: '13812' }],
  ['13812345678', { begins: '13812345678' }, { is: '13812345678' }],
  [' 李先生 ', { name: '李先生' }, { name: '李先生' }],
  ['Li 4', { name: 'Li 4' }, { name: 'Li 4' }],
  ['%', { is: '%' }, { is: '%' }],
  ['_', { is: '_' }, { is: '_' }],
])('people sought as %j are %o, of masked ones %o', (typed, seen, masked) => {
  expect(searchPeople(typed, true)).toEqual(seen);
  expect(searchPeople(typed, false)).toEqual(masked);
});

test.each([
  ['', 'all', 'all'],
  ['138', 'begins', 'hidden'],
  ['45678', 'begins', 'hidden'],
  ['5678', 'last', 'last'],
  ['+86 138-0013-8000', 'whole', 'whole'],
  ['李', 'name', 'name'],
  ['%', 'nothing', 'nothing'],
  ['-', 'nothing', 'nothing'],
  ['+86', 'nothing', 'nothing'],
] as const)('%j is sought as %s, where numbers are masked as %s', (typed, seen, masked) => {
  expect([kindOfSearch(typed, true), kindOfSearch(typed, false)]).toEqual([seen, masked]);
});
