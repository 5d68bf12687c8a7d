import type { CompiledPlan } from '../compile/compile.ts';
import { wantsNoCalls } from '../recognition/call-wish/call-wish.ts';
import { asksOtherHour } from '../recognition/everyday.ts';
import { recognise } from '../recognition/recognise.ts';

/**
 * Does it ask not to be called again, by itself or by the words a plan has for it? That counts at any moment: also in a
 * greeting, over a farewell, or right before hanging up (docs/conversation.md#no-more-calls). Words of a plan are no wish where an
 * hour is named: 别打了 in 「今天别打了，明天再打」.
 */
export const asksForNoMoreCalls = (plan: CompiledPlan, text: string, syllables: readonly string[] = []): boolean =>
  wantsNoCalls(text) || (hasWordsForIt(plan, text, syllables) && !asksOtherHour(text));

const hasWordsForIt = (plan: CompiledPlan, text: string, syllables: readonly string[]): boolean =>
  plan.noMoreCalls.size > 0 &&
  recognise(plan.recognition, text, syllables).some(({ entry, negated }) => !negated && plan.noMoreCalls.has(entry.id));
