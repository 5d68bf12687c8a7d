import { expect, test } from 'vitest';
import { afterFailure, minutesLocked } from './lock.policy.ts';

const start = new Date('2026-01-01T08:00:00Z');
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

/** Failures at these minutes; whether each one locks. */
const failAt = (minutes: readonly number[]) => {
  let failures: ReturnType<typeof afterFailure> | undefined;
  return minutes.map(minute => {
    failures = afterFailure(failures, at(minute));
    return failures.lockedUntil !== null;
  });
};

test.each([
  ['the fifth in a row locks', [0, 1, 2, 3, 4], [false, false, false, false, true]],
  ['a quarter of an hour of peace forgets', [0, 1, 2, 3, 18, 19], [false, false, false, false, false, false]],
  ['after a lock the count starts anew', [0, 0, 0, 0, 0, 15, 15], [false, false, false, false, true, false, false]],
])('%s', (_what, minutes, locks) => {
  expect(failAt(minutes)).toEqual(locks);
});

test('minutes are rounded up, and at the end of the lock it is open', () => {
  const locked = { count: 5, lockedUntil: at(15) };
  expect([at(0), at(0.5), at(14.5), at(15)].map(now => minutesLocked(locked, now))).toEqual([15, 15, 1, null]);
  expect(minutesLocked(undefined, at(0))).toBeNull();
});
