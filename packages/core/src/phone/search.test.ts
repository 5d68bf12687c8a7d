import { expect, test } from 'vitest';
import { searchPhone } from './index.ts';

test.each([
  ['', null],
  [' ', null],
  ['138', { begins: '138' }],
  ['１３８ 00', { begins: '13800' }],
  ['+86 138', { begins: '138' }],
  ['+86 138-0013-8000', { begins: '13800138000' }],
  ['010-6', { begins: '0106' }],
  ['%', { is: '%' }],
  ["138' or 1=1", { is: "138'or1=1" }],
])('%j searches for %o where numbers are seen', (typed, search) => {
  expect(searchPhone(typed, true)).toEqual(search);
});

test('who sees numbers masked finds by the whole number alone', () => {
  expect(searchPhone('138', false)).toEqual({ is: '138' });
  expect(searchPhone('138 0013 8000', false)).toEqual({ is: '13800138000' });
  expect(searchPhone('', false)).toBeNull();
});
