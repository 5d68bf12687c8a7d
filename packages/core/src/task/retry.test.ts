import { expect, test } from 'vitest';
import { retryableStates, usualRetries } from './index.ts';

test('what a new task tries again may be tried again, and never an interrupted call', () => {
  expect(Object.keys(usualRetries).filter(state => !retryableStates.some(known => known === state))).toEqual([]);
  expect(usualRetries.interrupted).toBeUndefined();
  for (const never of ['answered', 'emptyNumber', 'blacklisted', 'cancelled'])
    expect(retryableStates).not.toContain(never);
});
