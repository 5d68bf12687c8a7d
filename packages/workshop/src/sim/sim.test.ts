import { type LegEnding, usualMerchantRules, usualRetries, usualWindows } from '@lianxian/core';
import { expect, test } from 'vitest';
import { type DayOptions, simulateDay } from './day.ts';
import { tableOf } from './table.ts';
import { practiceTown, type Town } from './town.ts';

const answers = { ringMs: 10_000, talkMs: 30_000, ending: { how: 'byThem', code: null } } as const;
const refuses = (code: number) => ({ ringMs: 2_000, talkMs: 0, ending: { how: 'refused', code } satisfies LegEnding });
const rings = { ringMs: 45_000, talkMs: 0, ending: { how: 'ringTimeout', code: null } } as const;

/** Of ten neighbours four answer, one is always busy, one only the first time; the others each in their own way. */
const byHand: Town = (callee, attempt) => {
  const of = callee % 10;
  if (of < 4) return answers;
  if (of === 4) return refuses(486);
  if (of === 5) return attempt === 1 ? refuses(486) : answers;
  if (of === 6) return rings;
  return refuses([480, 404, 603][of - 7]!);
};

const wide: DayOptions = {
  numbers: 2_000,
  town: byHand,
  lines: [{ name: 'A', channels: 30, callsPerSecond: 20 }],
  concurrency: 30,
  windows: usualWindows,
  retries: usualRetries,
  rules: usualMerchantRules,
  weekday: 0,
  startsAt: 9 * 60,
};

test('a day of 2,000 numbers at 30 channels ends as counted by hand, and no limit is exceeded', () => {
  const day = simulateDay(wide);
  // 1,000 answer (200 of them at the second try), 200 are busy three times and 200 once, 200 ring twice, 200 are off twice.
  expect(day.calls).toEqual({
    answered: 1_000,
    busy: 800,
    noAnswer: 400,
    unreachable: 400,
    emptyNumber: 200,
    rejected: 200,
  });
  expect(day.dialled).toBe(3_000);
  expect(day.numbers).toEqual({ answered: 1_000, triesUsed: 600, notRetried: 400 });
  expect(day.standing).toEqual({ state: 'finished', because: '' });
  expect(day.hours.reduce((sum, { retries }) => sum + retries, 0)).toBe(1_000);
  expect(day.hours.reduce((sum, { settled }) => sum + settled, 0)).toBe(2_000);
  expect(day.most.live).toBe(30);
  // Its rate and a tenth of it, as the house promises of a line.
  expect(day.most.lines[0]!.starts).toBeLessThanOrEqual(22);
  // What could not be reached is called again two hours later, so it is over between 11 and 12.
  expect(Math.floor(day.finishedAt! / 60)).toBe(11);
});

test('a day too short for its list keeps to its hours, its lines and the caps of a number', () => {
  const lines = [
    { name: 'A', channels: 1, callsPerSecond: 1 },
    { name: 'B', channels: 1, callsPerSecond: 1 },
  ];
  const rules = { ...usualMerchantRules, caps: { ...usualMerchantRules.caps, perDay: 1 } };
  const day = simulateDay({ ...wide, numbers: 4_000, lines, rules, startsAt: 0 });
  const dialledIn = day.hours.map(({ dialled }) => dialled > 0);
  expect(dialledIn.flatMap((isDialled, hour) => (isDialled ? [hour] : []))).toEqual([
    9, 10, 11, 13, 14, 15, 16, 17, 18, 19,
  ]);
  expect(day.most.lines.map(({ live }) => live)).toEqual([1, 1]);
  expect(day.finishedAt).toBeNull();
  expect(day.standing).toEqual({ state: 'waiting', because: 'outsideHours' });
  expect(day.hours.reduce((sum, { retries }) => sum + retries, 0)).toBe(0);
  expect(day.numbers.cappedDay).toBeGreaterThan(0);
});

test('the same seed is the same day of the town, another is another', () => {
  const dayOf = (seed: number) =>
    tableOf(
      simulateDay({ ...wide, numbers: 200, town: practiceTown({ seed, reachedLater: 30, ringTimeoutMs: 45_000 }) }),
    );
  expect(dayOf(7)).toEqual(dayOf(7));
  expect(dayOf(7)).not.toEqual(dayOf(8));
});
