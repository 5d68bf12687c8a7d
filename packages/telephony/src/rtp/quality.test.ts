import { expect, test } from 'vitest';
import { meanOpinionScore } from './quality.ts';

const clean = { expected: 3_000, lost: 0, late: 0, bursts: 0, jitterMs: 0, roundTripMs: 0 };

// Worked out by hand from the formulas of the module's prose. Nothing lost, 20 ms: R = 93.2 − 0.48 = 92.72 → 4.40.
test.each([
  ['a clean line', {}, 4.4],
  // d = 150 + 20: Id = 4.08, R = 89.12.
  ['300 ms round trip', { roundTripMs: 300 }, 4.34],
  // d = 400 + 20: Id = 10.08 + 26.70 = 36.78, R = 56.42.
  ['a satellite: 800 ms round trip', { roundTripMs: 800 }, 2.91],
  // 1 % at random, BurstR 1 → Ie,eff = 95 / 5.3 = 17.92, R = 74.80.
  ['one packet in a hundred lost', { lost: 30, bursts: 30 }, 3.82],
  // 5 %: 475 / 9.3 = 51.08, R = 41.64.
  ['one in twenty', { lost: 150, bursts: 150 }, 2.15],
  // 1 % in bursts of five: BurstR 4.95 → 95 / (0.202 + 4.3) = 21.10, R = 71.62.
  ['one in a hundred, five on end', { lost: 30, bursts: 6 }, 3.67],
  ['too late is lost', { late: 30, bursts: 30 }, 3.82],
  // Jitter of 60 ms: d = 20 + 120: Id = 3.36, R = 89.84.
  ['60 ms of jitter', { jitterMs: 60 }, 4.36],
  ['nothing understood', { lost: 2_900, bursts: 10 }, 1],
])('%s sounds like %d', (_name, more, score) => {
  expect(meanOpinionScore({ ...clean, ...more })).toBeCloseTo(score, 1);
});

test('where nothing was to come there is no score', () =>
  expect(meanOpinionScore({ ...clean, expected: 0 })).toBeNull());
