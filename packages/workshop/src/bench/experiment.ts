import { compareVariants, dice } from '@lianxian/core';
import type { Sample } from './figures.ts';

/**
 * Two or three ways to talk compared, looked at after every ten calls: how often one is named that is no better, and after
 * how many calls one that is.
 */
const SEEDS = 1_000;
const LOOK_EVERY = 10;
const SAME_CALLS = 2_000;
const MOST_CALLS = 20_000;

const run = (seed: number, rates: readonly number[], calls: number): number | null => {
  const throws = dice(seed);
  const variants = rates.map(() => ({ share: 1, numbers: 0, successes: 0 }));
  for (let call = 1; call <= calls; call += 1) {
    const at = throws.between(0, rates.length - 1);
    const variant = variants[at]!;
    variant.numbers += 1;
    if (throws.next() < rates[at]!) variant.successes += 1;
    if (call % LOOK_EVERY === 0 && compareVariants(variants).winner !== null) return call;
  }
  return null;
};

const named = (rates: readonly number[]): number =>
  Array.from({ length: SEEDS }, (_, seed) => run(seed + 1, rates, SAME_CALLS)).filter(call => call !== null).length;

const callsUntil = (rates: readonly number[]): number => {
  const calls = Array.from({ length: 100 }, (_, seed) => run(seed + 1, rates, MOST_CALLS) ?? MOST_CALLS);
  return calls.toSorted((one, other) => one - other)[calls.length / 2]!;
};

interface ExperimentFigure {
  readonly two: number;
  readonly three: number;
  readonly half: number;
  readonly fifth: number;
}

export const measureExperiment = (): ExperimentFigure => ({
  two: named([0.12, 0.12]) / SEEDS,
  three: named([0.12, 0.12, 0.12]) / SEEDS,
  half: callsUntil([0.12, 0.18]),
  fifth: callsUntil([0.12, 0.144]),
});

const share = (zh: string, en: string, values: readonly number[]): Sample => ({
  ...{ zh, en, unit: '%', digits: 1 },
  values: values.map(part => part * 100),
});
const calls = (zh: string, en: string, values: readonly number[]): Sample => ({
  ...{ zh, en, unit: '', digits: 0 },
  values: [...values],
});

export const experimentSamples = (all: readonly ExperimentFigure[]): Sample[] => [
  share(
    '两个一样的话术，1,000 个种子，每 10 通看一次：误报谁更好（不超过 5 %）',
    'two alike, 1,000 seeds, looked at after every ten calls: a better one is named (at most 5 %)',
    all.map(({ two }) => two),
  ),
  share(
    '三个一样的话术：误报谁更好（不超过 5 %）',
    'three alike: a better one is named (at most 5 %)',
    all.map(({ three }) => three),
  ),
  calls(
    '12 % 对 18 %：一半的试验在多少通内分出高下',
    '12 % against 18 %: half of the trials tell within',
    all.map(({ half }) => half),
  ),
  calls(
    '12 % 对 14.4 %：一半的试验在多少通内分出高下',
    '12 % against 14.4 %: half of the trials tell within',
    all.map(({ fifth }) => fifth),
  ),
];
