import type { Plan } from '../plan/plan.ts';
import { firstSentences } from '../plan/reach.ts';
import { holds } from './conditions.ts';
import type { ConversationState } from './state.ts';

/**
 * What this callee hears first, called on that day and in that minute of it: conditions lead the one way that holds. Several where
 * the world is asked before anything is said, and nobody knows what it will answer.
 */
export const openingFor = (
  plan: Plan,
  called: Pick<ConversationState, 'values' | 'date' | 'minuteOfDay'>,
): readonly string[] =>
  firstSentences(plan, node => {
    if (node.kind !== 'condition') return null;
    return [node.branches.find(({ when }) => holds(when, { ...called, dates: {} }))?.to ?? node.otherwise];
  });
