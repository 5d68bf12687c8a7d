import {
  type Accepts,
  type CollectNode,
  type Intent,
  type KnowledgeItem,
  type Plan,
  type PlanNode,
  type SpeakNode,
  withAllParts,
} from '@lianxian/core';
import { emptyPlan } from '../../../server/seed/templates/empty.ts';
import { packedRows } from '../learning/written.ts';
import { type Question, writtenQuestions } from '../subject/questions.ts';

/**
 * A plan as large as they come, of what people say: its nodes ask what hands that wrote sentences for the learners were given to
 * answer, and are answered with these; words and similar sentences are of the questions of many trades. Words of chance would be
 * in no sentence, and what they are looked up in never full.
 */
export const NODES = 300;
export const INTENTS = 1_000;
const QUESTIONS = 100;
const WORDS_EACH = 20;
const LIKES_EACH = 3;
/** Meanings of the list, taken by the first intents. */
const MEANINGS = ['price', 'where', 'how', 'discount', 'pay', 'refund', 'checkupReport'];
/** Answers that make a question worth a node. */
const ANSWERS_AT_LEAST = 20;

/** What the robot asked, and what callees said to it. */
type Talked = readonly [question: string, said: readonly string[]];

const talked = (): readonly Talked[] => {
  const rows = packedRows('dialogue-act/sentences.tsv.gz');
  const byQuestion = Map.groupBy(rows, ([, question = '']) => question);
  return [...byQuestion].flatMap(([question, said]): Talked[] => {
    const isQuestion = /[？，]/.test(question) && said.length >= ANSWERS_AT_LEAST;
    return isQuestion ? [[question, said.map(([, , one = '']) => one)]] : [];
  });
};

const either = /(\p{Script=Han}{2})[，、]?(?:还是|或者?)\p{Script=Han}*?(\p{Script=Han}{2})[？，]/u;

/** What a node that asks so takes; null: it hears a yes and a no. */
const acceptsOf = (question: string): Accepts | null => {
  if (/[吗吧]？$/.test(question)) return null;
  const [, one, other] = either.exec(question) ?? [];
  if (one && other) return { type: 'choice', options: [one, other].map(value => ({ value, words: [value] })) };
  if (/哪一?天|几号|[周星期]几|几点|什么时[候间]/.test(question)) return { type: 'date' };
  if (/预算|多少钱|金额/.test(question)) return { type: 'amount' };
  if (/电话|手机号|号码/.test(question)) return { type: 'phone' };
  if (/几|多少|多[大长高远]/.test(question)) return { type: 'number' };
  return /贵姓|称呼|叫什么|名字|地址|哪[里儿]|什么/.test(question) ? { type: 'text' } : null;
};

/** Of what is asked for something all, of the others as many as there is room for, from all over them. */
const chosen = (): readonly Talked[] => {
  const [asking, telling] = [true, false].map(asks =>
    talked().filter(([question]) => (acceptsOf(question) !== null) === asks),
  ) as [Talked[], Talked[]];
  const collected = asking.slice(0, NODES / 2);
  const stride = telling.length / (NODES - collected.length);
  return [
    ...collected,
    ...Array.from({ length: NODES - collected.length }, (_, n) => telling[Math.floor(n * stride)]!),
  ];
};

const idOf = (n: number): string => `n${n % NODES}`;

const nodeOf = (question: string, n: number): SpeakNode | CollectNode => {
  const accepts = acceptsOf(question);
  const base = { id: idOf(n), name: `节点${n}`, sentences: [question], interruption: { when: 'onMeaning' } } as const;
  const further = [
    { on: { intent: `i${(n * 7) % INTENTS}` }, to: idOf(n + 11) },
    { on: 'no', to: idOf(n + 2) },
    { on: 'refuse', to: 'goodbye' },
    { on: 'notUnderstood', to: 'goodbye' },
    { on: 'silence', to: 'goodbye' },
  ] as const;
  const onward = idOf(n + 1);
  if (accepts === null)
    return { ...base, kind: 'speak', routers: [{ on: 'yes', to: onward }, { on: 'other', to: onward }, ...further] };
  return {
    ...base,
    kind: 'collect',
    variable: 'kept',
    accepts,
    routers: [{ on: 'collected', to: onward }, ...further],
  };
};

/** Pieces of what was asked, of three to six characters, no two alike. */
const wordsIn = (all: readonly Question[]): readonly string[] => {
  const words = new Set<string>();
  for (const [n, { said }] of all.entries()) {
    const length = 3 + (n % 4);
    const start = (n * 5) % Math.max(1, said.length - length + 1);
    const word = said.slice(start, start + length);
    if (/^\p{Script=Han}{3,}$/u.test(word)) words.add(word);
  }
  return [...words];
};

const part = <T>(all: readonly T[], n: number, each: number): readonly T[] => all.slice(n * each, (n + 1) * each);

const intentsOf = (all: readonly Question[]): readonly Intent[] => {
  const words = wordsIn(all);
  return Array.from({ length: INTENTS }, (_, n): Intent => {
    const likes = part(all, n, LIKES_EACH).map(({ said }) => said);
    const meaning = MEANINGS[n];
    const taken = meaning === undefined ? {} : { meanings: [meaning] };
    return { id: `i${n}`, name: `意图${n}`, priority: n % 10, words: part(words, n, WORDS_EACH), likes, ...taken };
  });
};

/** Each of what one trade is asked about something, the most asked of all. */
const knowledgeOf = (all: readonly Question[]): readonly KnowledgeItem[] =>
  [...Map.groupBy(all, ({ trade, about }) => `${trade} ${about}`)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, QUESTIONS)
    .map(([name, some], n) => ({
      ...{ id: `k${n}`, name, priority: 5, words: wordsIn(some).slice(0, LIKES_EACH) },
      ...{ likes: some.slice(0, LIKES_EACH).map(({ said }) => said), answers: ['这个我帮您看一下，是这样的。'] },
      ...{ interruption: { when: 'onMeaning' }, next: { resume: 'repeat' }, limit: 3 },
    }));

export interface LargePlan {
  readonly plan: Plan;
  /** Every sentence that is said, with the node it is said at: nodes take turns, so that no two turns are alike. */
  readonly said: readonly { readonly node: string; readonly text: string }[];
}

export const largePlan = (): LargePlan => {
  const talks = chosen();
  const all = writtenQuestions();
  const nodes: readonly PlanNode[] = [
    ...talks.map(([question], n) => nodeOf(question, n)),
    { kind: 'hangup', id: 'goodbye', name: '结束语', sentences: ['那先不打扰您了，再见。'] },
  ];
  const plan: Plan = {
    ...emptyPlan,
    name: '大话术',
    variables: [{ name: 'kept', label: '所答', fallback: '', spoken: 'asWritten' }],
    flows: [{ id: 'main', name: '主流程', rootNode: idOf(0), nodes }],
    intents: [...emptyPlan.intents, ...intentsOf(all)],
    knowledge: knowledgeOf(all),
    defaults: { ...emptyPlan.defaults, longestMs: 3_600_000, mostTurns: 1_000, announcement: '' },
  };
  const most = Math.max(...talks.map(([, said]) => said.length));
  const said = Array.from({ length: most }, (_, at) =>
    talks.flatMap(([, texts], n) => (at < texts.length ? [{ node: idOf(n), text: texts[at]! }] : [])),
  ).flat();
  return { plan: withAllParts(plan, new Map()), said };
};
