import type { Plan } from '../plan/plan.ts';
import { firstSentences } from '../plan/reach.ts';
import { holds } from './conditions.ts';

/**
 * What this callee hears first, called in that minute of the day: conditions lead the one way that holds. Several where
 * the world is asked before anything is said, and nobody knows what it will answer.
 */
export const openingFor = (
  plan: Plan,
  values: Readonly<Record<string, string>>,
  minuteOfDay: number,
): readonly string[] =>
  firstSentences(plan, node => {
    if (node.kind !== 'condition') return null;
    return [node.branches.find(({ when }) => holds(when, values, minuteOfDay))?.to ?? node.otherwise];
  });
