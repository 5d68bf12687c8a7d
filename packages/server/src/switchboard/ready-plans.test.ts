import { expect, test } from 'vitest';
import { shortPlan } from '../../test/short-plan.ts';
import { openReadyPlans } from './ready-plans.ts';

/** Takes much more than a millisecond wherever it is made ready. */
const largePlan = {
  ...shortPlan,
  intents: [
    ...shortPlan.intents,
    ...Array.from({ length: 300 }, (_, n) => ({
      ...{ id: `x${n}`, name: `意图${n}`, priority: 1, words: [] },
      patterns: Array.from({ length: 10 }, (_each, at) => `甲*乙${n}丙${at}`),
    })),
  ],
};

test('a merchant whose minute is spent has no more plans made ready in it; his made ones stay, and others have theirs', async () => {
  const plans = openReadyPlans(1);
  try {
    const made = await plans.of('1.7.1', largePlan);
    expect(made.byteLength).toBeGreaterThan(0);
    expect(await plans.of('1.7.1', largePlan)).toBe(made);
    await expect(plans.of('1.7.2', largePlan)).rejects.toMatchObject({ because: 'spent' });
    expect((await plans.of('2.9.1', largePlan)).byteLength).toBe(made.byteLength);
  } finally {
    await plans.close();
  }
});
