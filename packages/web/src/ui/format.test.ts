import { expect, test } from 'vitest';
import { amount, clock, count, nearTime, phoneDigits, seconds, when } from './format.ts';

test.each([
  ['today shows seconds', '2026-11-18T08:34:08Z', '2026-11-18T09:00:00Z', '今天 16:34:08'],
  ['the day is Shanghai’s, not UTC’s', '2026-11-17T16:30:00Z', '2026-11-18T09:00:00Z', '今天 00:30:00'],
  ['this year shows month and day', '2026-11-02T02:02:59Z', '2026-11-18T09:00:00Z', '11-02 10:02'],
  ['another year shows the year', '2025-12-31T15:59:00Z', '2026-11-18T09:00:00Z', '2025-12-31 23:59'],
])('%s', (_says, iso, now, shown) => {
  expect(when(iso, new Date(now), '今天')).toBe(shown);
});

test.each([
  [0, '00:00'],
  [999, '00:00'],
  [61_000, '01:01'],
  [3_599_999, '59:59'],
  [3_792_000, '1:03:12'],
  [-5, '00:00'],
])('a duration of %i ms reads %s', (ms, shown) => {
  expect(clock(ms)).toBe(shown);
});

test('an amount has at least two decimals', () => {
  expect(['0', '0.2', '1.50', '0.125', '1864.2', '-120345'].map(amount)).toEqual([
    '0.00',
    '0.20',
    '1.50',
    '0.125',
    '1,864.20',
    '-120,345.00',
  ]);
});

test('seconds keep a tenth while there are few of them', () => {
  expect([seconds(3_140), seconds(12_400)]).toEqual(['3.1', '12']);
});

test('a count stops being exact at ten thousand', () => {
  expect([count(13_420), count(10_001, true)]).toEqual(['13,420', '10000+']);
});

test.each([
  ['138 1234 5678', '13812345678'],
  ['+86138-1234-5678', '13812345678'],
  ['0086 13812345678', '13812345678'],
  ['(020) 8888-6666', '02088886666'],
  ['1234567', null],
  ['1234567890123', null],
  ['13812345678x', null],
  ['', null],
])('the phone %j becomes %j', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits);
});

test.each([
  ['later today', '2026-11-18T10:00:00Z', '今天 18:00'],
  ['tomorrow, by Shanghai’s day', '2026-11-18T16:30:00Z', '明天 00:30'],
  ['another day', '2026-11-24T01:00:00Z', '11-24 09:00'],
])('%s', (_says, iso, shown) => {
  expect(nearTime(iso, new Date('2026-11-18T09:00:00Z'), { today: '今天', tomorrow: '明天' })).toBe(shown);
});
