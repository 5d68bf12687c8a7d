import type { CompiledPlan } from '../compile/compile.ts';
import { wantsNoCalls } from '../recognition/call-wish/call-wish.ts';
import { asksOtherHour } from '../recognition/everyday.ts';
import { recognise } from '../recognition/recognise.ts';

/**
 * Does it ask not to be called again, by itself or by the words a plan has for it? That counts at any moment: also in a
 * greeting, over a farewell, or right before hanging up (docs/conversation.md#no-more-calls). Words of a plan are no wish where an
 * hour is named: 别打了 in 「今天别打了，明天再打」; and who was asked about another 打 answers that, unless he names calls.
 */
export const asksForNoMoreCalls = (
  plan: CompiledPlan,
  text: string,
  syllables: readonly string[] = [],
  heard = '',
): boolean =>
  !answersOtherwise(text, heard) &&
  (wantsNoCalls(text) || (hasWordsForIt(plan, text, syllables) && !asksOtherHour(text)));

/** 打疫苗, 打包, 打针: another 打 than that of a call. */
const otherwise = /打(?!电话|给|过来|过去|来|去|扰|搅|算|听|开|断|完|了|的|吗|$)/;
const namesCall = /电话|号码|骚扰|来电|拉黑|黑名单|投诉|联系|再打|打来|打去|打给|删|烦/;
/** 「不打了」 to 「要打疫苗吗？」 answers that. `heard`: what the robot said last. */
const answersOtherwise = (text: string, heard: string): boolean => otherwise.test(heard) && !namesCall.test(text);

const hasWordsForIt = (plan: CompiledPlan, text: string, syllables: readonly string[]): boolean =>
  plan.noMoreCalls.size > 0 &&
  recognise(plan.recognition, text, syllables).some(({ entry, negated }) => !negated && plan.noMoreCalls.has(entry.id));
