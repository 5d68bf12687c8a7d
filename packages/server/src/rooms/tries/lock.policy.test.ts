import { expect, test } from 'vitest';
import { minutesLocked } from './lock.policy.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 8) + minutes * 60_000);

test('minutes are rounded up, and at the end of the lock it is open', () => {
  expect([at(0), at(0.5), at(14.5), at(15)].map(now => minutesLocked(at(15), now))).toEqual([15, 15, 1, null]);
  expect(minutesLocked(null, at(0))).toBeNull();
});
