import { spokenPhone } from '../answers/figures.ts';
import type { CompiledPlan } from '../compile/compile.ts';
import type { PlanNode } from '../plan/plan.ts';
import { wantsNoCalls, wishOdds } from '../recognition/call-wish/call-wish.ts';
import { asksOtherHour } from '../recognition/everyday.ts';
import type { Match } from '../recognition/match.ts';
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
  !(node?.kind === 'collect' && node.accepts.type === 'date' && declinesToBeCalled(text, heard)) &&
  (wantsNoCalls(text) || (hasWordsForIt(plan, text, syllables) && !asksOtherHour(text)));

/**
 * 「不用打了，我有事自己找你们」, 「不用回电」 to 「什么时候再打给您？」 is a no to that. Who says more (never again, no interest) asks not to be
 * called.
 */
const callsAgain = /打给|打过来|再打|回[电话]|来电|联系/;
const declines = /(?:不用|不必|不消|用不着|没必要|唔使)[^，。！]{0,4}(?:打|回(?:电|话|[了我])|联系|来电)/;
const callsHimself = /(?:有事|有需要|需要|自己|自个儿?)[^，。]{0,6}(?:找|联系|打给|问|看|过去|来)/;
const wantsNone = /兴趣|不需要|不要|烦/;
const declinesToBeCalled = (text: string, heard: string): boolean =>
  callsAgain.test(heard) &&
  declines.test(text) &&
  !forGood.test(tidy(text)) &&
  (callsHimself.test(text) || !wantsNone.test(text));

/** Something the callee may do: 「不打了」 answers that. Another 打 of the robot's (打八折) is no question for it. */
const asksToDo = /打(?:.{0,3}(?:疫苗|针)|包)|(?:疫苗|针)[^，。！？]{0,6}打/;
const onlyAnswers =
  /^(?:还是|就|先|我们?|那|也|都|嗯|哦|对|是的?|早|昨天|前天|上个?月|上周|去年|今年|刚刚?|都?已经|三针|两针|一针|全部?|在别处|在别家|自己){0,4}(?:(?:不|没|还没|不想|不用|不需要)打(?:包|针|疫苗)?|打(?:过|完|好|包|针|疫苗)?)(?:[了的啊吧呢过噻咯呀嘛]|上个?月|上周|去年|今年|昨天|前天|刚打?|打的|三针都?打?|一共|[一两二三]针){0,6}$/;
/** `heard`: what the robot said last; 「打了，上个月刚打」 answers it. Whoever says more than that is taken at his word. */
const answersOtherwise = (text: string, heard: string): boolean =>
  asksToDo.test(heard) && onlyAnswers.test(tidy(text).replace(/\p{P}/gu, ''));

/** Said of calls, and of what is kept about him: then it may be a wish, a number told or not. */
const ofCalls =
  /别|勿|莫|甭|删|黑名单|拉黑|投诉|告你|骚扰|举报|注销|销毁|抹|剔|划掉|取消|停止|烦|天天|不(?:要|许|准|想|用|能|得)?再/;
/** Of calls altogether, and of what is kept. */
const forGood =
  /(?:不要|别|莫|勿)再?打(?:了|扰|搅|$)|以后|再也|永远|今后|都别|都不|别再|不要再|删|拉黑|黑名单|投诉|骚扰|举报|名单|烦/;
const denies = /不|没|无|唔|冇|未|咪|免/;
const refusesToTell =
  /(?:号码?|电话|手机|联系方式)[^打拨删，,。]{0,6}不(?:想|愿意?|能|方便|会|太想|好)?(?:给|说|讲|告诉|留|报|提供|透露|填)|不(?:想|愿意?|方便|太想|能)?(?:给|说|讲|留|报|提供|透露|填)[^，。打拨删]{0,4}(?:号码?|电话|手机|联系方式)/;
/**
 * Where a number of a phone is asked for: 「打我这个 13880264795」 tells one, 「号码我不想给」 refuses to; neither asks not to be called.
 */
const isOfNumber = (text: string): boolean => {
  const said = tidy(text);
  // 「13880264795，别打座机」, 「别打这个，打13880264795」: the number that is to be called.
  if (spokenPhone(said) !== null && !forGood.test(said)) return true;
  if (ofCalls.test(said)) return false;
  return (
    (!denies.test(said) && spokenPhone(said) !== null) || (refusesToTell.test(said) && !/[打拨]|来电|联系我/.test(said))
  );
};

/** So unlike a wish (log odds) it is none, whatever sentence of one it is like. */
const UNLIKE = -1;

const hasWordsForIt = (plan: CompiledPlan, text: string, syllables: readonly string[]): boolean =>
  plan.noMoreCalls.size > 0 &&
  recognise(plan.recognition, text, syllables).some(
    match => !match.negated && plan.noMoreCalls.has(match.entry.id) && (!isOnlyLike(match) || wishOdds(text) > UNLIKE),
  );

/** The plan's own very sentence is more. */
export const isOnlyLike = ({ by, score }: Match): boolean => by === 'sound' || (by === 'like' && score !== 1);
export const isUnlikeWish = (text: string): boolean => wishOdds(text) <= UNLIKE;
