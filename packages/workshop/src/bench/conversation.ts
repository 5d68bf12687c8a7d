import {
  type CompiledPlan,
  type ConversationEvent,
  compilePlan,
  type Intent,
  instant,
  type KnowledgeItem,
  type Plan,
  type SpeakNode,
  startConversation,
  stepConversation,
} from '@lianxian/core';
import { type Dice, dice } from '@lianxian/core/kit';
import { createTypedTalk } from '@lianxian/core/simulation';
import { syllablesOf } from '../../../server/src/platform/words/syllables.ts';
import type { Sample } from './figures.ts';

/**
 * What a turn of a conversation costs (text in, actions out), with a plan of 300 nodes, 1,000 intents and 100 questions of
 * the knowledge base that hears by ear and took common meanings (syllables are the rim's, made beforehand); and how long a thousand whole conversations take in virtual time.
 */
interface ConversationFigure {
  readonly turnMedianMs: number;
  readonly turnP99Ms: number;
  readonly thousandTalksMs: number;
  readonly compileMs: number;
}

const NODES = 300;
const INTENTS = 1_000;
const QUESTIONS = 100;
const WORDS_EACH = 20;
const TURNS = 20_000;
const TALKS = 1_000;
const TURNS_A_TALK = 8;
const SEED = 7;
/** Taken by the first intents. */
const MEANINGS = ['yes', 'no', 'busy', 'price', 'where', 'checkupReport'];

/** As many as everyday writing uses. */
const characters = Array.from({ length: 2_000 }, (_, n) => String.fromCodePoint(0x4e00 + n * 7));

const word = (random: Dice, length: number): string => Array.from({ length }, () => random.pick(characters)).join('');
const words = (random: Dice): string[] => Array.from({ length: WORDS_EACH }, () => word(random, random.between(2, 4)));

const largePlan = (random: Dice): Plan => {
  const intents = Array.from({ length: INTENTS }, (_, n): Intent => {
    const taken = MEANINGS[n];
    const means = n === 0 ? ({ means: 'yes' } as const) : n === 1 ? ({ means: 'no' } as const) : {};
    return {
      id: `i${n}`,
      name: `意图${n}`,
      priority: n % 10,
      words: words(random),
      likes: [word(random, 9)],
      ...(taken && { meanings: [taken] }),
      ...means,
    };
  });
  const knowledge = Array.from(
    { length: QUESTIONS },
    (_, n): KnowledgeItem => ({
      id: `k${n}`,
      name: `问题${n}`,
      priority: n % 10,
      words: words(random),
      answers: [word(random, 20)],
      interruption: { when: 'always' },
      next: { resume: 'repeat' },
      limit: 3,
    }),
  );
  const node = (n: number): SpeakNode => ({
    kind: 'speak',
    id: `n${n}`,
    name: `节点${n}`,
    sentences: [`${word(random, 20)}？`],
    interruption: { when: 'onMeaning' },
    routers: [
      { on: 'yes', to: `n${(n + 1) % NODES}` },
      { on: { intent: random.pick(intents).id }, to: `n${random.between(0, NODES - 1)}` },
      { on: 'other', to: `n${(n + 1) % NODES}` },
    ],
  });
  const nodes = Array.from({ length: NODES }, (_, n) => node(n));
  return {
    name: '大话术',
    variables: [],
    rootFlow: 'main',
    flows: [{ id: 'main', name: '主流程', rootNode: 'n0', nodes }],
    intents,
    knowledge,
    levelRules: [{ level: 'D', name: '其他', when: [] }],
    defaults: {
      silence: { ms: 4_000, sentences: ['在听吗？'] },
      notUnderstood: { sentences: ['没听清，再说一遍？'] },
      longestMs: 3_600_000,
      mostTurns: 1_000,
      announcement: '',
      byEar: true,
    },
  };
};

/** A sentence of some twenty characters; every other one holds a word of the plan. */
const sentenceFor = (random: Dice, plan: Plan): string => {
  const own = random.between(0, 1) === 0 ? random.pick(random.pick(plan.intents).words) : word(random, 3);
  return word(random, random.between(3, 10)) + own + word(random, random.between(2, 8));
};

const at = (share: number, sorted: readonly number[]): number => sorted[Math.floor(sorted.length * share)] ?? 0;

/** The machine alone: what one sentence costs it. */
const measureTurns = (compiled: CompiledPlan, random: Dice): number[] => {
  const costs: number[] = [];
  let state = startConversation(compiled);
  let now = 0;
  const step = (event: ConversationEvent): void => {
    now += 10_000;
    const stepped = stepConversation(state, event, instant(now));
    if (stepped.kind === 'moved') state = stepped.state;
  };
  const letFinish = (): void => {
    for (let prompt = state.queue[0]?.prompt; prompt !== undefined; prompt = state.queue[0]?.prompt)
      step({ type: 'prompt.finished', prompt });
  };
  const begin = (): void => {
    state = startConversation(compiled);
    now = 0;
    step({ type: 'conversation.started', variables: {}, minuteOfDay: 600 });
    step({ type: 'timer.fired', timer: 'silence' });
  };
  for (let turn = 0; turn < TURNS; turn += 1) {
    if (turn % 100 === 0) begin();
    letFinish();
    const text = sentenceFor(random, compiled.plan);
    const syllables = syllablesOf(text);
    const since = performance.now();
    step({ type: 'callee.sentence', text, syllables });
    costs.push(performance.now() - since);
  }
  return costs.sort((a, b) => a - b);
};

const measureTalks = (compiled: CompiledPlan, random: Dice): number => {
  const said = Array.from({ length: TALKS * TURNS_A_TALK }, () => sentenceFor(random, compiled.plan));
  const since = performance.now();
  for (let n = 0; n < TALKS; n += 1) {
    const talk = createTypedTalk(compiled);
    talk.begin();
    talk.letReply();
    for (const text of said.slice(n * TURNS_A_TALK, (n + 1) * TURNS_A_TALK)) talk.say(text);
    talk.hangUp();
  }
  return performance.now() - since;
};

export const measureConversation = (): ConversationFigure => {
  const random = dice(SEED);
  const plan = largePlan(random);
  const since = performance.now();
  const result = compilePlan(plan, syllablesOf);
  const compileMs = performance.now() - since;
  if (!result.ok) throw new Error(JSON.stringify(result.faults.slice(0, 3)));
  measureTurns(result.compiled, random);
  const turns = measureTurns(result.compiled, random);
  return {
    turnMedianMs: at(0.5, turns),
    turnP99Ms: at(0.99, turns),
    thousandTalksMs: measureTalks(result.compiled, random),
    compileMs,
  };
};

export const conversationSamples = (all: readonly ConversationFigure[]): Sample[] => [
  {
    zh: `一轮对话（文字进，动作出），${NODES} 个节点、${INTENTS} 个意图：中位`,
    en: `a turn (text in, actions out) with ${NODES} nodes and ${INTENTS} intents: median`,
    unit: 'ms',
    digits: 3,
    values: all.map(({ turnMedianMs }) => turnMedianMs),
  },
  {
    zh: '一轮对话：百分之九十九不超过',
    en: 'a turn: 99th percentile',
    unit: 'ms',
    digits: 3,
    values: all.map(({ turnP99Ms }) => turnP99Ms),
  },
  {
    zh: `${TALKS} 段对话（各 ${TURNS_A_TALK} 轮），虚拟时间`,
    en: `${TALKS} conversations of ${TURNS_A_TALK} turns in virtual time`,
    unit: 's',
    digits: 2,
    values: all.map(({ thousandTalksMs }) => thousandTalksMs / 1_000),
  },
  {
    zh: '编译这个话术',
    en: 'compiling that plan',
    unit: 'ms',
    digits: 0,
    values: all.map(({ compileMs }) => compileMs),
  },
];
