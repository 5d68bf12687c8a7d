import { expect, test } from 'vitest';
import { isPracticeNumber, maskPhone, neverDialled, normalisePhone } from './index.ts';

test.each([
  ['13812345678', '13812345678'],
  ['138 1234 5678', '13812345678'],
  ['138-1234-5678', '13812345678'],
  ['+86 138 1234 5678', '13812345678'],
  ['0086-138-1234-5678', '13812345678'],
  ['１３８１２３４５６７８', '13812345678'],
  ['＋８６　13812345678', '13812345678'],
  ['013812345678', '13812345678'],
  ['０138-1234-5678', '13812345678'],
  ['+86 013812345678', '13812345678'],
  ['8613812345678', '13812345678'],
  ['\u200b13812345678\ufeff', '13812345678'],
  ['138\u00a01234\u30005678', '13812345678'],
  ['138−1234–5678', '13812345678'],
  ['01012345678', '01012345678'],
  ['015400000001', '15400000001'],
  ['(010) 6123 4567', '01061234567'],
  ['021—61234567', '02161234567'],
  ['86123456', '86123456'],
  ['057187654321', '057187654321'],
])('a phone typed as %s is the number %s', (typed, phone) => {
  expect(normalisePhone(typed)).toEqual({ ok: true, phone });
});

test.each([
  ['', 'empty'],
  [' - ', 'empty'],
  ['+86', 'empty'],
  ['1381234567a', 'notDigits'],
  ['+1 415 555 2671', 'notDigits'],
  ["13812345678' or 1=1", 'notDigits'],
  ['1234567', 'tooShort'],
  ['1381234567890', 'tooLong'],
  ['9'.repeat(5_000), 'tooLong'],
  ['13812345678,13912345678', 'notDigits'],
  ['1.3812345678E10', 'notDigits'],
  ['打我 13812345678'.repeat(500), 'notDigits'],
])('a phone typed as %j is refused as %s', (typed, because) => {
  expect(normalisePhone(typed)).toEqual({ ok: false, because });
});

test.each([
  ['13812345678', '138****5678'],
  ['057187654321', '057****4321'],
  ['61234567', '612****4567'],
  ['95588', '***88'],
  ['110', '***'],
  ['', ''],
])('%s is shown masked as %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked);
});

test.each([
  ['110', 'emergency'],
  ['119', 'emergency'],
  ['120', 'emergency'],
  ['122', 'emergency'],
  ['12110', 'emergency'],
  ['010110', 'emergency'],
  ['0571120', 'emergency'],
  ['86110', 'emergency'],
  ['+86120', 'emergency'],
  ['10086', 'short'],
  ['12345', 'short'],
  ['12306', 'short'],
  ['95588', 'short'],
  ['01012345', 'short'],
  ['02195588', 'short'],
  ['16812345', 'premium'],
  ['01016812345', 'premium'],
  ['12590123456', 'premium'],
  ['95013812345', 'premium'],
  ['10690123456', 'premium'],
  ['11012345', 'emergency'],
  ['01011012345', 'emergency'],
  ['057112012345', 'emergency'],
  ['8612210000', 'emergency'],
  ['+861191234', 'emergency'],
  ['006561234567', 'abroad'],
  ['0044123456', 'abroad'],
  ['+14155552671', 'abroad'],
])('%s is never dialled: %s', (phone, because) => {
  expect(neverDialled(phone)).toBe(because);
});

test.each([
  '13812345678',
  '16612345678',
  '16212345678',
  '19912345678',
  '013812345678',
  '8613812345678',
  '01061234567',
  '02161234567',
  '057187654321',
  '051261234567',
  '09998123456',
  '09112123456',
  '03128123456',
  '61234567',
  '86123456',
  '86213456',
  '4008123456',
  '15400000001',
])('%s is an ordinary number', phone => {
  expect(neverDialled(phone)).toBeNull();
});

test('practice numbers are the ten thousand from 15400000000', () => {
  expect(['15400000000', '15400000001', '15400009999'].map(isPracticeNumber)).toEqual([true, true, true]);
  const others = ['15400010000', '15399999999', '1540000000', '154000000012', '13800000001', 'x15400000001', ''];
  expect(others.map(isPracticeNumber)).toEqual(others.map(() => false));
});
