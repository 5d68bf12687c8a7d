import { instant } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import { createTimestampMapper } from './timestamp-mapper.ts';

/** Packet n of an even stream from `firstAt`, heard at `at`. */
const stream = (timestampZero = 0) => {
  const mapper = createTimestampMapper();
  return (n: number, at: number, ssrc = 1) => mapper.map(ssrc, (timestampZero + n * 160) >>> 0, instant(at));
};

test('jitter does not move the sound', () => {
  const place = stream();
  expect([place(0, 1_000), place(1, 1_035), place(2, 1_038), place(3, 1_061)]).toEqual([1_000, 1_020, 1_040, 1_060]);
});

test('a burst after half a second of our own stall lies where it was due', () => {
  const place = stream(4_294_967_200);
  place(0, 1_000);
  expect([1, 12, 25].map(n => place(n, 1_510))).toEqual([1_020, 1_240, 1_500]);
});

test('packets out of order lie in order', () => {
  const place = stream();
  expect([place(0, 0), place(2, 40), place(1, 45), place(3, 60)]).toEqual([0, 40, 20, 60]);
});

test('a source that paused without its timestamps, or a new one, is anchored anew', () => {
  const place = stream();
  place(0, 0);
  expect(place(1, 5_000)).toBe(5_000);
  expect(place(2, 5_020)).toBe(5_020);
  expect(place(900, 5_040, 2)).toBe(5_040);
});

test('a first packet that came 60 ms late does not leave all others early for good', () => {
  const place = stream();
  place(0, 60);
  for (let n = 1; n <= 500; n += 1) place(n, n * 20);
  expect(place(501, 10_020)).toBe(10_020);
});

test('a clock that runs 200 ppm slow stays aligned for hours', () => {
  const place = stream();
  let worst = 0;
  for (let n = 0; n < 180_000; n += 1) {
    const at = n * 20 * 1.0002 + (n % 7);
    worst = Math.max(worst, Math.abs(place(n, at) - at));
  }
  expect(worst).toBeLessThan(35);
});
