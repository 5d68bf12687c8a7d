import {
  type CompiledPlan,
  type ConversationEvent,
  type ConversationState,
  compilePlan,
  type Instant,
  instant,
  startConversation,
  stepConversation,
} from '@lianxian/core';
import { createTypedTalk } from '@lianxian/core/simulation';
import { syllablesOf } from '../../../server/src/platform/words/syllables.ts';
import { stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';
import { INTENTS, type LargePlan, largePlan, NODES } from './large-plan.ts';

/**
 * What a turn of a conversation costs (text in, actions out), with a plan of 300 nodes and 1,000 intents that hears by ear and
 * took common meanings: each sentence at the node it answers, its syllables made beforehand (the rim's); once as it comes, and
by the quickest of some passes, from which what others take of a busy machine is gone, and the collector. Beside it
 * the floor of looking for each word of the plan in turn (`String.includes`), and no meaning; how long a thousand whole
 * conversations take in virtual time.
 */
interface ConversationFigure {
  readonly turnMedianMs: number;
  readonly turnP99Ms: number;
  readonly quickestP99Ms: number;
  /** Processor time of all turns, those of the collector and the compiler as well, by their number. */
  readonly turnCpuMs: number;
  readonly wordsInTurnMs: number;
  readonly thousandTalksMs: number;
  readonly compileMs: number;
  /** How many turns were understood by what, and not. */
  readonly understood: Readonly<Record<string, number>>;
  readonly stolenSeconds: number;
}

const TALKS = 1_000;
const TURNS_A_TALK = 8;
/** All sentences after each other, so that none is looked at twice on end. */
const PASSES = 5;
/** Of the sentences one in so many is looked for by the floor, which takes as long as all else. */
const FLOOR_STRIDE = 20;

/** A sentence, and the conversation that waits for it. */
interface Turn {
  readonly listening: ConversationState;
  readonly event: Extract<ConversationEvent, { type: 'callee.sentence' }>;
}

/** Where the root listens, and when; every other node listens like it. */
const listeningAt = (compiled: CompiledPlan): { readonly state: ConversationState; readonly at: Instant } => {
  let [state, now] = [startConversation(compiled), 0];
  const step = (event: ConversationEvent): void => {
    now += 10_000;
    const stepped = stepConversation(state, event, instant(now));
    if (stepped.kind === 'moved') state = stepped.state;
  };
  step({ type: 'conversation.started', variables: {}, minuteOfDay: 600, date: '2026-12-02' });
  step({ type: 'timer.fired', timer: 'silence' });
  for (let prompt = state.queue[0]?.prompt; prompt !== undefined; prompt = state.queue[0]?.prompt)
    step({ type: 'prompt.finished', prompt });
  return { state, at: instant(now) };
};

const at = (share: number, times: readonly number[]): number => times[Math.floor(times.length * share)] ?? 0;

const timesMs = <T>(all: readonly T[], look: (one: T) => unknown): readonly number[] =>
  all.map(one => {
    const since = performance.now();
    look(one);
    return performance.now() - since;
  });
const sorted = (times: readonly number[]): readonly number[] => times.toSorted((a, b) => a - b);

/** By what the machine understood a turn. */
const understoodBy = ({ listening, event }: Turn, now: Instant): string => {
  const stepped = stepConversation(listening, event, now);
  const effects = stepped.kind === 'moved' ? stepped.effects : [];
  const said = effects.flatMap(one => (one.type === 'note' && one.note.type === 'callee.said' ? [one.note] : []))[0];
  return said?.understood?.by ?? (said?.missed ? 'missed' : 'nothing');
};

const measureTalks = (compiled: CompiledPlan, said: LargePlan['said']): number => {
  const since = performance.now();
  for (let n = 0; n < TALKS; n += 1) {
    const talk = createTypedTalk(compiled);
    talk.begin();
    talk.letReply();
    for (const { text } of said.slice(n * TURNS_A_TALK, (n + 1) * TURNS_A_TALK)) talk.say(text);
    talk.hangUp();
  }
  return performance.now() - since;
};

export const measureConversation = (rounds: number): readonly ConversationFigure[] => {
  const { plan, said } = largePlan();
  const compiling = performance.now();
  const result = compilePlan(plan, syllablesOf);
  const compileMs = performance.now() - compiling;
  if (!result.ok) throw new Error(JSON.stringify(result.faults.slice(0, 3)));
  const { compiled } = result;
  const { state, at: now } = listeningAt(compiled);
  const turns = said.map(
    ({ node, text }): Turn => ({
      listening: { ...state, node },
      event: { type: 'callee.sentence', text, syllables: syllablesOf(text) },
    }),
  );
  const understood = Object.fromEntries(
    [...Map.groupBy(turns, turn => understoodBy(turn, now))].map(([by, some]) => [by, some.length]),
  );
  const words = plan.intents.flatMap(intent => intent.words);
  const some = said.filter((_, n) => n % FLOOR_STRIDE === 0);
  return Array.from({ length: rounds }, (): ConversationFigure => {
    const [cpuBefore, stolenBefore] = [process.cpuUsage(), stolenSeconds()];
    const passes = Array.from({ length: PASSES }, () =>
      timesMs(turns, ({ listening, event }) => stepConversation(listening, event, now)),
    );
    const { user, system } = process.cpuUsage(cpuBefore);
    const costs = sorted(passes.flat());
    const quickest = sorted(turns.map((_, n) => Math.min(...passes.map(pass => pass[n]!))));
    const floor = sorted(timesMs(some, ({ text }) => words.filter(word => text.includes(word))));
    return {
      turnMedianMs: at(0.5, costs),
      turnP99Ms: at(0.99, costs),
      quickestP99Ms: at(0.99, quickest),
      turnCpuMs: (user + system) / 1_000 / costs.length,
      wordsInTurnMs: at(0.5, floor),
      thousandTalksMs: measureTalks(compiled, said),
      compileMs,
      understood,
      stolenSeconds: stolenSeconds() - stolenBefore,
    };
  });
};

export const conversationSamples = (all: readonly ConversationFigure[]): Sample[] => {
  const ofTurn = { unit: 'ms', digits: 3 } as const;
  return [
    {
      zh: `一轮对话（文字进，动作出），${NODES} 个节点、${INTENTS} 个意图：中位`,
      en: `a turn (text in, actions out) with ${NODES} nodes and ${INTENTS} intents: median`,
      ...ofTurn,
      values: all.map(({ turnMedianMs }) => turnMedianMs),
    },
    {
      zh: '一轮对话：百分之九十九不超过（至多 0.2）',
      en: 'a turn: 99th percentile (at most 0.2)',
      ...ofTurn,
      values: all.map(({ turnP99Ms }) => turnP99Ms),
    },
    {
      zh: `一轮对话：各取 ${PASSES} 遍里最快的一遍，百分之九十九不超过`,
      en: `a turn, each by the quickest of ${PASSES} passes: 99th percentile`,
      ...ofTurn,
      values: all.map(({ quickestP99Ms }) => quickestP99Ms),
    },
    {
      zh: '一轮对话：平均的处理器时间',
      en: 'a turn: processor time, on average',
      ...ofTurn,
      values: all.map(({ turnCpuMs }) => turnCpuMs),
    },
    {
      zh: '在一句话里逐个查找话术的 20,000 个词（只查词）：中位',
      en: 'looking for the 20,000 words of that plan in turn (words alone): median',
      ...ofTurn,
      values: all.map(({ wordsInTurnMs }) => wordsInTurnMs),
    },
    {
      zh: '最快一遍的百分之九十九，是逐个查找的几倍',
      en: 'the 99th percentile of the quickest, ratio to looking for words in turn',
      unit: '×',
      digits: 2,
      values: all.map(({ quickestP99Ms, wordsInTurnMs }) => quickestP99Ms / wordsInTurnMs),
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
};
