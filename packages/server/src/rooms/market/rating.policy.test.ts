import { expect, test } from 'vitest';
import { type Measured, ratingOf } from './rating.policy.ts';

const one = (calls: number, answered: number, levelA: number): Measured => ({ calls, answered, levelA });
const alike = Array.from({ length: 4 }, () => one(200, 100, 20));

test('fewer than five merchants with two hundred calls each have no rating', () => {
  expect(ratingOf([...alike, one(199, 199, 199)])).toBeNull();
  expect(ratingOf([...alike, one(200, 100, 20)])).toMatchObject({ merchants: 5, calls: 1_000 });
});

test('a rating is the share of all together, between what it lies with 95 %', () => {
  const rating = ratingOf([...alike, one(200, 100, 20)]);
  expect(rating?.answered[0]).toBeCloseTo(0.5, 6);
  expect(rating?.answered[1]).toBeCloseTo(0.469, 2);
  expect(rating?.levelA[0]).toBeCloseTo(0.2, 6);
});

test('one with nearly all calls counts twice as much as the one in the middle, and no more', () => {
  // Four of 200 calls at a half, one of 100,000 at nine tenths: (4 × 100 + 400 × 0.9) / (4 × 200 + 400).
  const rating = ratingOf([...alike, one(100_000, 90_000, 0)]);
  expect(rating?.answered[0]).toBeCloseTo(760 / 1_200, 6);
});
