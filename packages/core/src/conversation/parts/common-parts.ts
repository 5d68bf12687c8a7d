import type { Accepts, CollectNode, CommonDialogue, HangupNode, PlanVariable } from '../plan/plan.ts';
import { canvasSpot } from './canvas.ts';
import { heard } from './heard.ts';
import { type ItemPart, type PlanPart, partId } from './part.ts';
import { repromptsOf } from './reprompts.ts';

/** The place of a variable in a sentence. */
const slot = ({ name }: PlanVariable): string => `\${${name}}`;

const company: PlanVariable = { name: 'company', label: '公司名称', fallback: '我们公司', spoken: 'asWritten' };
/** What keeps when somebody is to be called again; a day that a plan keeps under this name is an appointment. */
export const callBackVariable = 'callbackTime';
/** Whichever part asks for it. */
const callbackTime: PlanVariable = { name: callBackVariable, label: '回电时间', fallback: '', spoken: 'asWritten' };
const complaint: PlanVariable = { name: 'complaint', label: '投诉内容', fallback: '', spoken: 'asWritten' };

const repeat = { resume: 'repeat' } as const;
const hangUp = { hangUp: true } as const;

/** An answer that needs no nodes. */
const says = (kind: CommonDialogue, item: ItemPart['item'], variables: readonly PlanVariable[] = []): PlanPart => ({
  ...{ kind, ...heard[kind], item, nodes: [], variables },
});

interface Flow {
  /** What the item says before its node asks. */
  readonly answer: string;
  readonly asks: { readonly name: string; readonly sentence: string };
  readonly accepts: Accepts;
  readonly variable: PlanVariable;
  /** Said last: with an answer, and without one. */
  readonly kept: { readonly name: string; readonly sentence: string };
  readonly bye: { readonly name: string; readonly sentence: string };
  readonly handsOver?: true;
}

/**
 * Asks one thing, keeps it, says it back and ends; who does not tell is let go as well. Once a call: who says the same at the
 * question is not sent to it again.
 */
const leads = (kind: CommonDialogue, { answer, asks, accepts, variable, kept, bye, handsOver }: Flow): PlanPart => {
  const idOf = (word: string) => `${partId(kind)}-${word}`;
  const ends = (word: string, column: number, { name, sentence }: Flow['kept']): HangupNode => ({
    ...{ kind: 'hangup', id: idOf(word), name, at: canvasSpot(column, 1), sentences: [sentence] },
  });
  const ask: CollectNode = {
    ...{ kind: 'collect', id: idOf('ask'), name: asks.name, at: canvasSpot(0, 0), sentences: [asks.sentence] },
    ...{ interruption: { when: 'onMeaning' }, variable: variable.name, accepts },
    notUnderstood: { sentences: repromptsOf(accepts) },
    routers: [
      { on: 'collected', to: idOf('kept') },
      ...(['no', 'refuse', 'notUnderstood', 'silence'] as const).map(on => ({ on, to: idOf('bye') })),
    ],
  };
  return {
    ...{ kind, ...heard[kind], nodes: [ask, ends('kept', 0, kept), ends('bye', 1, bye)], variables: [variable] },
    item: { answers: [answer], next: { goto: ask.id }, limit: 1 },
    ...(handsOver && { handsOver }),
  };
};

const aDate = { accepts: { type: 'date' }, variable: callbackTime } as const;

/** The parts, in the order they are offered. */
export const planParts: readonly PlanPart[] = [
  says('refusal', { answers: ['好的，不打扰您了，祝您生活愉快，再见。'], next: hangUp, limit: 1 }),
  leads('busy', {
    ...aDate,
    answer: '好的，您先忙。',
    asks: { name: '约回电时间', sentence: '我什么时候再打给您方便？' },
    kept: { name: '约好再打', sentence: `好的，那我${slot(callbackTime)}再打给您，您先忙，再见。` },
    bye: { name: '让客户先忙', sentence: '好的，那我先不打扰您了，再见。' },
  }),
  says('whoAreYou', { answers: [`我是${slot(company)}的智能语音助手，耽误您一分钟。`], next: repeat, limit: 3 }, [
    company,
  ]),
  says('repeat', { answers: [], next: repeat, limit: 3 }),
  says('notHeard', { answers: ['不好意思，我再说一遍。'], next: repeat, limit: 3 }),
  leads('complaint', {
    ...{ accepts: { type: 'text' }, variable: complaint, handsOver: true },
    answer: '非常抱歉给您带来不便。',
    asks: { name: '问投诉内容', sentence: '您说说是什么事，我记下来转给负责的同事。' },
    kept: { name: '记下投诉', sentence: '记下了，负责的同事会尽快给您回电，再见。' },
    bye: { name: '同事会回电', sentence: '负责的同事会尽快给您回电，再见。' },
  }),
  leads('wantsPerson', {
    ...{ ...aDate, handsOver: true },
    answer: '好的，我请同事跟您说。',
    asks: { name: '约人工回电', sentence: '您什么时候接电话方便？' },
    kept: { name: '约好人工回电', sentence: `好的，${slot(callbackTime)}请同事给您回电，再见。` },
    bye: { name: '人工尽快回电', sentence: '好的，同事会尽快给您回电，再见。' },
  }),
  says('wrongNumber', {
    answers: ['不好意思，可能是号码登记错了，打扰您了，再见。'],
    ...{ next: hangUp, limit: 1 },
  }),
  says('numberSource', {
    answers: ['号码的来源我请同事核实，您不想再接到来电，说一声就不会再打。'],
    ...{ next: repeat, limit: 2 },
  }),
  leads('thinkItOver', {
    ...aDate,
    answer: '没关系，您先考虑。',
    asks: { name: '约再联系的时间', sentence: '我过几天再联系您，您看哪天方便？' },
    kept: { name: '约好再联系', sentence: `好的，那我${slot(callbackTime)}再联系您，再见。` },
    bye: { name: '等客户考虑', sentence: '好的，您考虑好了随时联系我们，再见。' },
  }),
  { kind: 'isMe', ...heard.isMe },
];
