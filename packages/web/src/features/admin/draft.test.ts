import { expect, test } from 'vitest';
import { inCents, sumText } from './cents.ts';
import { draftOf, inputOf } from './draft.ts';

test.each([
  ['100', 10_000],
  ['99.5', 9_950],
  ['0.01', 1],
  [' 8.05 ', 805],
  ['0', null],
  ['1.005', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
])('an amount typed as “%s” is %s cents', (typed, cents) => {
  expect(inCents(typed)).toBe(cents);
});

test.each([
  ['100', 5_050, '150.50'],
  ['0.1234', 1, '0.1334'],
  ['99.99', 1, '100.00'],
])('%s yuan and %i cents are %s', (balance, cents, sum) => {
  expect(sumText(balance, cents)).toBe(sum);
});

test('who signs in first, the number and whose it is are said of a new one alone', () => {
  const typed = { ...draftOf(null), name: '启航', account: 'boss', ownerName: '王', number: ' ', resellerId: '3' };
  expect(inputOf(typed, null)).toMatchObject({ name: '启航', account: 'boss', channelLimit: '300', resellerId: '3' });
  expect(inputOf(typed, null)).not.toHaveProperty('number');
  expect(inputOf({ ...typed, number: ' 88 ' }, null)).toMatchObject({ number: '88' });
  expect(inputOf(typed, '7')).toMatchObject({ id: '7', name: '启航' });
  expect(Object.keys(inputOf(typed, '7'))).not.toEqual(expect.arrayContaining(['account', 'resellerId']));
});
