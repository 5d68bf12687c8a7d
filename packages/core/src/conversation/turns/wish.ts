import { spokenPhone } from '../answers/figures.ts';
import type { CompiledPlan } from '../compile/compile.ts';
import type { PlanNode } from '../plan/plan.ts';
import { wantsNoCalls } from '../recognition/call-wish/call-wish.ts';
import { asksOtherHour } from '../recognition/everyday.ts';
import { recognise } from '../recognition/recognise.ts';
import { tidy } from '../recognition/text.ts';

/** When it is said: what the robot said last, and the node that listens. */
interface Moment {
  readonly heard?: string;
  readonly node?: PlanNode | undefined;
}

/**
 * Does it ask not to be called again, by itself or by the words a plan has for it? That counts at any moment: also in a
 * greeting, over a farewell, or right before hanging up (docs/conversation.md#no-more-calls). Words of a plan are no wish where an
 * hour is named: 别打了 in 「今天别打了，明天再打」; and 「不打了」 answers who asked about 打疫苗.
 */
export const asksForNoMoreCalls = (
  plan: CompiledPlan,
  text: string,
  syllables: readonly string[] = [],
  { heard = '', node }: Moment = {},
): boolean =>
  !answersOtherwise(text, heard) &&
  !(node?.kind === 'collect' && node.accepts.type === 'phone' && isOfNumber(text)) &&
  (wantsNoCalls(text) || (hasWordsForIt(plan, text, syllables) && !asksOtherHour(text)));

/** Something the callee may do: 「不打了」 answers that. Another 打 of the robot's (打八折) is no question for it. */
const asksToDo = /打(?:.{0,3}(?:疫苗|针)|包)|(?:疫苗|针)[^，。！？]{0,6}打/;
const strikes = /打/;
/** Who speaks of calls as well is taken at his word. */
const speaksOfCalls = /电话|号码|骚扰|拉黑|删|投诉|举报|烦|[来给]我打|打给|打来|再打|别打|莫打|老打|天天|一天|找我/;
/** `heard`: what the robot said last; 「打了，上个月刚打」 answers it. */
const answersOtherwise = (text: string, heard: string): boolean =>
  asksToDo.test(heard) && strikes.test(text) && !speaksOfCalls.test(tidy(text));

/** Said of calls, and of what is kept about him: then it may be a wish, a number told or not. */
const ofCalls =
  /别|勿|莫|甭|删|黑名单|拉黑|投诉|告你|骚扰|举报|注销|销毁|抹|剔|划掉|取消|停止|烦|天天|不(?:要|许|准|想|用|能|得)?再/;
const denies = /不|没|无|唔|冇|未|咪|免/;
const refusesToTell =
  /(?:号码?|电话|手机|联系方式)[^打拨删，,。]{0,6}不(?:想|愿意?|能|方便|会|太想|好)?(?:给|说|讲|告诉|留|报|提供|透露|填)/;
/**
 * Where a number of a phone is asked for: 「打我这个 13880264795」 tells one, 「号码我不想给」 refuses to; neither asks not to be called.
 */
const isOfNumber = (text: string): boolean => {
  const said = tidy(text);
  if (ofCalls.test(said)) return false;
  return (
    (!denies.test(said) && spokenPhone(said) !== null) || (refusesToTell.test(said) && !/[打拨]|来电|联系我/.test(said))
  );
};

const hasWordsForIt = (plan: CompiledPlan, text: string, syllables: readonly string[]): boolean =>
  plan.noMoreCalls.size > 0 &&
  recognise(plan.recognition, text, syllables).some(({ entry, negated }) => !negated && plan.noMoreCalls.has(entry.id));
