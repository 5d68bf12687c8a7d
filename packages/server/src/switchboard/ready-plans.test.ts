import { expect, test } from 'vitest';
import { shortPlan } from '../../test/short-plan.ts';
import { openReadyPlans } from './ready-plans.ts';

test('a merchant whose minute is spent has no more plans made ready in it; his made ones stay, and others have theirs', async () => {
  const plans = openReadyPlans(1);
  try {
    const made = await plans.of('1.7.1', shortPlan);
    expect(made.byteLength).toBeGreaterThan(0);
    expect(await plans.of('1.7.1', shortPlan)).toBe(made);
    await expect(plans.of('1.7.2', shortPlan)).rejects.toMatchObject({ because: 'spent' });
    expect((await plans.of('2.9.1', shortPlan)).byteLength).toBe(made.byteLength);
  } finally {
    await plans.close();
  }
});
