import { expect, test } from 'vitest';
import { dice } from '../kit/index.ts';
import { compareVariants, type Variant } from './index.ts';

const variant = (numbers: number, successes: number, share = 1): Variant => ({ share, numbers, successes });

test('two that do alike: the interval holds 1, nobody wins', () => {
  const { ratios, winner, sure } = compareVariants([variant(1_000, 100), variant(1_000, 100)]);
  expect(winner).toBeNull();
  expect(sure).toBe(0);
  expect(ratios[0]!.from).toBeLessThan(1);
  expect(ratios[0]!.to).toBeGreaterThan(1);
});

test('one that does twice as well wins, and the interval holds that', () => {
  const { ratios, winner, sure, moreNumbers } = compareVariants([variant(1_000, 200), variant(1_000, 100)]);
  expect(winner).toBe(0);
  expect(sure).toBeGreaterThan(0.95);
  expect(moreNumbers).toBe(0);
  expect(ratios[0]!.from).toBeGreaterThan(1);
  expect(ratios[0]!.from).toBeLessThan(2);
  expect(ratios[0]!.to).toBeGreaterThan(2);
});

test('the bound is where the mixture says twenty to one: by hand for a coin of ten heads', () => {
  // Beta(10, 10), ten heads of ten: B(20, 10) / B(10, 10) = 19!9!·19! / (29!·9!9!) = 0.00461…; bias^10 = 20 times less.
  const [ratio] = compareVariants([variant(50, 10), variant(50, 0)]).ratios;
  const bias = ratio!.from / (1 + ratio!.from);
  expect(bias ** 10 * 20).toBeCloseTo(0.004_612_1, 6);
  expect(ratio!.to).toBe(Number.POSITIVE_INFINITY);
});

test('unequal shares are reckoned with: nine of ten numbers, nine of ten successes', () => {
  const { ratios, winner } = compareVariants([variant(9_000, 900, 9), variant(1_000, 100, 1)]);
  expect(winner).toBeNull();
  expect(ratios[0]!.from).toBeLessThan(1);
  expect(ratios[0]!.to).toBeGreaterThan(1);
});

test('of three the one that beats both others wins; the second of three does not', () => {
  expect(compareVariants([variant(2_000, 200), variant(2_000, 400), variant(2_000, 200)]).winner).toBe(1);
  expect(compareVariants([variant(2_000, 400), variant(2_000, 400), variant(2_000, 100)]).winner).toBeNull();
});

test('how many more it takes shrinks as it goes on, and is unknown where nothing tells them apart', () => {
  const early = compareVariants([variant(500, 60), variant(500, 45)]);
  const later = compareVariants([variant(1_000, 120), variant(1_000, 90)]);
  expect(early.winner).toBeNull();
  expect(later.winner).toBeNull();
  expect(later.moreNumbers!).toBeLessThan(early.moreNumbers!);
  expect(later.moreNumbers!).toBeGreaterThan(0);
  expect(compareVariants([variant(500, 50), variant(500, 50)]).moreNumbers).toBeNull();
  expect(compareVariants([]).winner).toBeNull();
  expect(compareVariants([variant(0, 0), variant(0, 0)])).toMatchObject({
    front: null,
    winner: null,
    sure: 0,
    moreNumbers: null,
  });
});

/** Numbers called one after the other, each dealt by chance; looked at after every ten, until somebody wins. */
const runOf = (seed: number, calls: number, rates: readonly number[]) => {
  const throws = dice(seed);
  const variants = rates.map(() => ({ share: 1, numbers: 0, successes: 0 }));
  for (let call = 1; call <= calls; call += 1) {
    const at = throws.between(0, rates.length - 1);
    variants[at]!.numbers += 1;
    if (throws.next() < rates[at]!) variants[at]!.successes += 1;
    if (call % 10 > 0) continue;
    const { winner } = compareVariants(variants);
    if (winner !== null) return { winner, call };
  }
  return null;
};

test.each([[[0.1, 0.1]], [[0.2, 0.2, 0.2]]])(
  'A/A looked at after every ten calls, at %j: of a hundred at most one in twenty names a winner',
  rates => {
    const named = Array.from({ length: 100 }, (_, seed) => runOf(seed + 1, 500, rates)).filter(run => run !== null);
    expect(named.length).toBeLessThanOrEqual(5);
  },
);

test('A/B of 10 % and 20 %: the better one is named, and only it', () => {
  const runs = Array.from({ length: 20 }, (_, seed) => runOf(seed + 1, 3_000, [0.1, 0.2]));
  expect(runs.filter(run => run?.winner === 1)).toHaveLength(20);
});
