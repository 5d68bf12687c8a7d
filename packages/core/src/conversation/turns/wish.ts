import type { CompiledPlan } from '../compile/compile.ts';
import { wantsNoCalls } from '../recognition/call-wish/call-wish.ts';
import { asksOtherHour } from '../recognition/everyday.ts';
import { recognise } from '../recognition/recognise.ts';
import { tidy } from '../recognition/text.ts';

/**
 * Does it ask not to be called again, by itself or by the words a plan has for it? That counts at any moment: also in a
 * greeting, over a farewell, or right before hanging up (docs/conversation.md#no-more-calls). Words of a plan are no wish where an
 * hour is named: 别打了 in 「今天别打了，明天再打」; and 「不打了」 answers who asked about 打疫苗.
 */
export const asksForNoMoreCalls = (
  plan: CompiledPlan,
  text: string,
  syllables: readonly string[] = [],
  heard = '',
): boolean =>
  !answersOtherwise(text, heard) &&
  (wantsNoCalls(text) || (hasWordsForIt(plan, text, syllables) && !asksOtherHour(text)));

/** Something the callee may do: 「不打了」 answers that. Another 打 of the robot's (打八折) is no question for it. */
const asksToDo = /打(?:.{0,3}(?:疫苗|针)|包)/;
const onlyAnswers =
  /^(?:还是|就|先|我们?|那|也|都|嗯|哦){0,3}(?:不|没|还没|不想|不用|不需要)打(?:包|针|疫苗)?[了的啊吧呢]{0,2}$/;
/** `heard`: what the robot said last. Whoever says more than that is taken at his word. */
const answersOtherwise = (text: string, heard: string): boolean =>
  asksToDo.test(heard) && onlyAnswers.test(tidy(text).replace(/\p{P}/gu, ''));

const hasWordsForIt = (plan: CompiledPlan, text: string, syllables: readonly string[]): boolean =>
  plan.noMoreCalls.size > 0 &&
  recognise(plan.recognition, text, syllables).some(({ entry, negated }) => !negated && plan.noMoreCalls.has(entry.id));
