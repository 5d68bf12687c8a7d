import { expect, test } from 'vitest';
import { minutesUntilWindow, networkOf } from './address.policy.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

const began = new Date('2026-01-01T08:00:00Z');
const at = (minutes: number) => new Date(began.getTime() + minutes * 60_000);

test.each([
  [100, 3, null],
  [101, 0, 15],
  [101, 3, 12],
  [500, 14.5, 1],
])('after %i failures an address waits at minute %d: %o', (failures, minute, minutes) => {
  expect(minutesUntilWindow({ failures, beganAt: began }, at(minute))).toBe(minutes);
});
