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

/** A minute, its unit, the talk, and what it cost; by hand. */
test.each([
  ['0.12 by the minute', 1_200, 60, 0, 0],
  ['0.12 by the minute', 1_200, 60, 1, 1_200],
  ['0.12 by the minute', 1_200, 60, 60_000, 1_200],
  ['0.12 by the minute', 1_200, 60, 60_001, 2_400],
  ['0.12 by the minute', 1_200, 60, 179_999, 3_600],
  ['0.12 by six seconds', 1_200, 6, 1, 120],
  ['0.12 by six seconds', 1_200, 6, 6_000, 120],
  ['0.12 by six seconds', 1_200, 6, 6_001, 240],
  ['0.12 by six seconds', 1_200, 6, 60_000, 1_200],
  ['0.12 by six seconds', 1_200, 6, 61_000, 1_320],
  // A tenth of 0.1234 is no whole ten-thousandth: three of them are 370.2, paid as 371; ten are the minute again.
  ['0.1234 by six seconds', 1_234, 6, 18_000, 371],
  ['0.1234 by six seconds', 1_234, 6, 60_000, 1_234],
  ['free', 0, 60, 90_000, 0],
  ['a talk that ended before it began', 1_200, 6, -5, 0],
] as const)('%s: %i ten-thousandths a minute in units of %i s, %i ms of talk, cost %i', (_, price, unitS, ms, cost) => {
  expect(costOf({ price, unitS }, ms)).toBe(cost);
});

test('every amount reads back as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 14), max: 10 ** 14 }), units => {
      expect(readYuan(yuanText(units))).toBe(units === 0 ? 0 : units);
    }),
    { seed: 3 },
  );
});

test('a minute holds what a minute of talk costs, and a talk by short units costs no more than one by whole minutes', () => {
  const price = fc.integer({ min: 0, max: 10 ** 9 });
  fc.assert(
    fc.property(price, fc.integer({ min: 1, max: 3_600_000 }), (p, ms) => {
      const [bySix, byMinute] = [costOf({ price: p, unitS: 6 }, ms), costOf({ price: p, unitS: 60 }, ms)];
      expect(Number.isSafeInteger(byMinute)).toBe(true);
      expect(bySix).toBeLessThanOrEqual(byMinute);
      expect(costOf({ price: p, unitS: 6 }, 60_000)).toBe(holdOf(p));
    }),
    { seed: 3 },
  );
});
