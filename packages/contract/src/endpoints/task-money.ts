import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';

/** Yuan that a task may spend; empty: as the balance lasts. */
export const taskBudget = z
  .string()
  .trim()
  .max(11)
  .regex(/^(\d{1,8}(\.\d{1,2})?)?$/, 'yuan' satisfies Fault);

/** Yuan: what it has cost so far and today, what its live calls hold, what it may cost. */
export const taskMoney = z.object({
  spent: z.string(),
  spentToday: z.string(),
  held: z.string(),
  budget: z.string().nullable(),
  dayBudget: z.string().nullable(),
});

export const taskMoneyEndpoints = {
  budget: endpoint({
    path: 'task/budget',
    right: { needs: 'button', button: 'task:control' },
    input: z.object({ id, budget: taskBudget, dayBudget: taskBudget }),
    output: z.object({}),
    idempotent: true,
    summary: 'What a task may cost in all and on one day; raised, it goes on by itself.',
  }),
} as const;
