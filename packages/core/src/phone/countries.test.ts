import { expect, test } from 'vitest';
import { isAbroad, zonesAbroad } from './index.ts';

/** By hand, from each country's own clock. */
test.each([
  ['+81312345678', ['Asia/Tokyo']],
  ['+6561234567', ['Asia/Singapore']],
  ['+442079460958', ['Europe/London']],
  ['+85221234567', ['Asia/Hong_Kong']],
  ['+77012345678', ['Asia/Almaty']],
  ['+16712345678', ['Pacific/Guam']],
  ['+6281234567890', ['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura']],
  // Satellites and premium rates are in no country.
  ['+88212345678', []],
  ['+19005551234', []],
  ['+4490123456', []],
  ['+8613812345678', []],
  ['13812345678', []],
  ['0081312345678', []],
  ['+8131', []],
])('%s is under the clocks %o', (phone, zones) => {
  expect(zonesAbroad(phone)).toEqual(zones);
});

test('of the United States and Russia every clock counts, from one end to the other', () => {
  expect(zonesAbroad('+14155552671')).toEqual(
    expect.arrayContaining(['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu', 'America/St_Johns']),
  );
  expect(zonesAbroad('+74951234567')).toEqual(expect.arrayContaining(['Europe/Kaliningrad', 'Asia/Kamchatka']));
});

test('every country has a clock that this machine knows', () => {
  const codes = Array.from({ length: 999 }, (_, n) => `+${n + 1}`);
  const zones = new Set(codes.flatMap(code => zonesAbroad(code.padEnd(12, '2'))));
  expect(zones.size).toBeGreaterThan(200);
  for (const zone of zones)
    expect(new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone).toBeTruthy();
});

test.each([
  ['+14155552671', true],
  ['+8613812345678', false],
  ['13812345678', false],
  ['0014155552671', false],
])('%s is abroad: %s', (phone, is) => {
  expect(isAbroad(phone)).toBe(is);
});
