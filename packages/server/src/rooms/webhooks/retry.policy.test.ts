import { expect, test } from 'vitest';
import { nextTry, restAfter } from './retry.policy.ts';

const HOUR = 3_600_000;

test.each([
  [1, 0, 10_000],
  [2, 10_000, 30_000],
  [3, 40_000, 120_000],
  [4, 160_000, 600_000],
  [6, HOUR, HOUR],
  [8, 8 * HOUR, 4 * HOUR],
  [40, 8 * HOUR, 4 * HOUR],
  [11, 21 * HOUR, 3 * HOUR],
  [12, 24 * HOUR, null],
  [1, 30 * HOUR, null],
])('after %i tries and %i ms a delivery waits %s ms', (tries, age, wait) => expect(nextTry(tries, age)).toBe(wait));

test.each([
  [1, 0],
  [2, 0],
  [3, 10_000],
  [5, 40_000],
  [9, 300_000],
  [5_000, 300_000],
])('after %i failures in a row an endpoint rests %i ms', (failures, rest) => expect(restAfter(failures)).toBe(rest));
