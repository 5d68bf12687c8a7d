import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costOf, holdOf, readYuan, yuanText } from './money.ts';

test.each([
  ['0', 0],
  ['100', 1_000_000],
  ['0.12', 1_200],
  ['0.0001', 1],
  ['100.0000', 1_000_000],
  ['-3.5', -35_000],
  ['-0', 0],
  ['99999999999.9999', 999_999_999_999_999],
  ['', null],
  ['1.', null],
  ['.5', null],
  ['0.00001', null],
  ['1e3', null],
  ['1,000', null],
  ['１', null],
  ['999999999999', null],
])('%j yuan are %s ten-thousandths', (text, units) => {
  expect(readYuan(text)).toBe(units);
});

test.each([
  [0, '0.00'],
  [1_200, '0.12'],
  [12_345, '1.2345'],
  [12_300, '1.23'],
  [12_340, '1.234'],
  [-35_000, '-3.50'],
  [1_000_000, '100.00'],
])('%i ten-thousandths are written %s', (units, text) => {
  expect(yuanText(units)).toBe(text);
});

/** At 0.12 yuan a minute. */
test.each([
  [0, 0],
  [1, 1_200],
  [60_000, 1_200],
  [60_001, 2_400],
  [179_999, 3_600],
])('%i ms of talk cost %i', (ms, cost) => {
  expect(costOf(1_200, ms)).toBe(cost);
});

test('a call without talk costs nothing, whatever its price', () => {
  expect([costOf(0, 90_000), costOf(1_200, 0), costOf(1_200, -5)]).toEqual([0, 0, 0]);
});

test('every amount reads back as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 14), max: 10 ** 14 }), units => {
      expect(readYuan(yuanText(units))).toBe(units === 0 ? 0 : units);
    }),
    { seed: 3 },
  );
});

test('what is held covers every talk that is not longer than the longest', () => {
  const price = fc.integer({ min: 0, max: 10 ** 9 });
  fc.assert(
    fc.property(
      price,
      fc.integer({ min: 1, max: 3_600_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (p, ms, part) => {
        const cost = costOf(p, Math.floor(ms * part));
        expect(Number.isSafeInteger(cost)).toBe(true);
        expect(cost).toBeLessThanOrEqual(holdOf(p, ms));
      },
    ),
    { seed: 3 },
  );
});
