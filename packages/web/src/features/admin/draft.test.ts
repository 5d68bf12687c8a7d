import { expect, test } from 'vitest';
import { inCents, sumText } from './cents.ts';
import { draftOf, faultsOf, inputOf } from './draft.ts';

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

test('a new merchant needs a name and who signs in first; a number only where one is given', () => {
  const empty = draftOf(null);
  expect([...faultsOf(empty, true)]).toEqual(['name', 'account', 'ownerName']);
  const good = { ...empty, name: '启航', account: 'boss', ownerName: '王' };
  expect([...faultsOf(good, true)]).toEqual([]);
  expect([...faultsOf({ ...good, number: '12a', channelLimit: '1.5', contactPhone: 'x' }, true)]).toEqual([
    'number',
    'contactPhone',
    'channelLimit',
  ]);
  expect(inputOf(good, null)).toMatchObject({ name: '启航', account: 'boss', channelLimit: 300 });
  expect(inputOf(good, null)).not.toHaveProperty('number');
  expect(inputOf(good, '7')).not.toHaveProperty('account');
});
