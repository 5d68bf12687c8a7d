import { expect, test } from 'vitest';
import { openBudgets } from './budget.ts';
import { Refusal } from './refusal.ts';

const person = { merchantId: '1', employeeId: '1', preview: null };

/** The seconds one is told to wait; 0: it was given. */
const waits = (ask: () => void): number => {
  try {
    ask();
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal) || error.key !== 'tooMany') throw error;
    return Number(error.values.seconds);
  }
};

test('who has spent the minute waits for the seconds that are left of it; others do not', () => {
  let now = 1_000_000;
  const spend = openBudgets(20, { now: () => new Date(now) });
  expect(waits(() => spend(person, 10))).toBe(0);
  now += 15_000;
  expect(waits(() => spend(person, 10))).toBe(0);
  expect(waits(() => spend(person, 1))).toBe(45);
  expect(waits(() => spend(person, 0))).toBe(0);
  expect(waits(() => spend({ ...person, employeeId: '2' }, 20))).toBe(0);
  expect(waits(() => spend({ ...person, merchantId: '2' }, 20))).toBe(0);
  now += 45_000;
  expect(waits(() => spend(person, 20))).toBe(0);
});
