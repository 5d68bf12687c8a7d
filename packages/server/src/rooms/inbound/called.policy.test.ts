import { expect, test } from 'vitest';
import { callerOf, coresOf } from './called.policy.ts';

/** Written by hand: a number as a carrier says it, and how the line's owner may have written it down. */
test.each([
  ['057188880001', '057188880001'],
  ['057188880001', '+8657188880001'],
  ['+8657188880001', '057188880001'],
  ['8657188880001', '057188880001'],
  ['008657188880001', '057188880001'],
  ['57188880001', '057188880001'],
  ['4008001234', '4008001234'],
  ['+864008001234', '4008001234'],
  ['13800000000', '+8613800000000'],
  ['+86 138-0000-0000', '13800000000'],
  ['95123', '95123'],
])('%s is the number that stands as %s', (called, kept) => {
  expect(coresOf([called])).toEqual(coresOf([kept]));
  expect(coresOf([called])).toHaveLength(1);
});

test.each(['sales', '', '+', '12 34x', '1'.repeat(30)])('“%s” is no number', called => {
  expect(coresOf([called])).toEqual([]);
});

test('8612345 is a number of its own, not 12345 of China', () => {
  expect(coresOf(['8612345', '12345'])).toEqual(['8612345', '12345']);
});

test.each([
  ['13800000000', '13800000000'],
  ['+8613800000000', '13800000000'],
  ['013800000000', '13800000000'],
  ['+8657188880001', '057188880001'],
  ['057188880001', '057188880001'],
  ['+14155550123', '0014155550123'],
  ['0014155550123', '0014155550123'],
  ['95123', '95123'],
  ['anonymous', ''],
  ['', ''],
])('who calls as %s is on the record as %s', (from, kept) => {
  expect(callerOf(from)).toBe(kept);
});
