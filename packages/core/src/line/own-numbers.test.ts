import { expect, test } from 'vitest';
import { readOwnNumbers } from './own-numbers.ts';

test.each([
  ['02160000001', ['02160000001']],
  ['02160000001\n02160000002\r\n02160000003', ['02160000001', '02160000002', '02160000003']],
  ['4008-888-888，95013 0001;+862160000001、10086', ['4008888888', '95013', '0001', '+862160000001', '10086']],
  [' 021-6000-0001 , 021-6000-0001 ', ['02160000001']],
  ['０２１６００００００１', ['02160000001']],
  ['', []],
  [' \n ', []],
])('%j are numbers of a line', (text, numbers) => {
  expect(readOwnNumbers(text)).toEqual({ ok: true, numbers });
});

test.each([
  ['02160000001\nabc\n1', 'abc'],
  ['12', '12'],
  ['123456789012345678901', '123456789012345678901'],
  ['021+60000001', '021+60000001'],
  ["4001'; drop table line; --", "4001'"],
])('in %j, %j is no number', (text, bad) => {
  expect(readOwnNumbers(text)).toEqual({ ok: false, bad });
});
