import {
  comparisons,
  countedFacts,
  dayHalves,
  houseVoice,
  isExit,
  levels,
  routerMeanings,
  sides,
} from '@lianxian/core';
import { z } from 'zod';
import { type Bounds, id } from './fields.ts';
import type { Fault } from './words/allowed.ts';

/** How large a plan may be; what a browser sends in one piece and the editor still draws. */
export const planLimits = {
  nodes: 2_000,
  flows: 200,
  intents: 2_000,
  knowledge: 1_000,
  variables: 100,
  levelRules: 100,
  borrowed: 500,
  recorded: 50_000,
  /** Wordings of one sentence, or sentences said in turn. */
  wordings: 50,
  sentenceChars: 2_000,
  /** What a part is called. */
  nameChars: 100,
  /** Words of one intent, by one way of recognising. */
  words: 2_000,
  wordChars: 200,
  /** Of the built-in list, taken by one intent or item. */
  meanings: 100,
  /** That must hold together. */
  conditionParts: 10,
  /** Of the graph as JSON, unpacked. */
  graphBytes: 4_194_304,
  /** Packed for a form field (`packGraph`): gzip as base64url. */
  packedChars: 786_432,
} as const;

/**
 * What a person may choose of a figure where the wire takes more: a silence of a day makes no conversation, but who sends one
 * is not refused.
 */
export const planRanges = {
  priority: { least: -100, most: 100 },
  amount: { least: 0, most: 1e12 },
  keys: { least: 1, most: 100 },
  visits: { least: 1, most: 100 },
  /** Days after that of the call. */
  daysAhead: { least: 0, most: 365 },
  /** Of one question, before it is left unanswered. */
  answers: { least: 1, most: 100 },
  modelTurns: { least: 1, most: 50 },
  turns: { least: 1, most: 500 },
  callMs: { least: 60_000, most: 3_600_000 },
  silenceMs: { least: 500, most: 60_000 },
  interruptionMs: { least: 0, most: 60_000 },
  ringMs: { least: 5_000, most: 120_000 },
  webhookMs: { least: 500, most: 30_000 },
  modelAnswerMs: { least: 1_000, most: 30_000 },
  /** What is said or done meanwhile, from so long a thinking on. */
  thinkingMs: { least: 0, most: 10_000 },
  /** Of a voice: slower is no talk any more, faster is not followed on a telephone. */
  speed: { least: 0.8, most: 1.25 },
} as const satisfies Readonly<Record<string, Bounds>>;

export const list = <T extends z.ZodType>(of: T, most: number) => z.array(of).max(most);

const text = (most: number) => z.string().max(most);
export const longText = text(8_000);
export const named = text(planLimits.nameChars);
/** Of a node, flow, intent …: one word, so that it stands in a path, a fault and an address. */
export const identified = z.string().regex(/^[^\s\p{Cc}/\\]{1,64}$/u, 'graphPart' satisfies Fault);
/** An id of something else; a draft may lead nowhere yet. */
export const reference = text(64);
/** An exit or a meaning by its id, core's `Exit`; empty where none is meant. */
export const exitId = text(120).refine((exit): boolean => exit === '' || isExit(exit));
export const ms = z.number().min(0).max(86_400_000);
/** Who speaks: the built-in voice, or a service by its id. */
export const voiceService = z
  .string()
  .refine(text => text === houseVoice || id.safeParse(text).success, 'key' satisfies Fault);
export const sentences = list(text(planLimits.sentenceChars), planLimits.wordings);

export const silence = z.object({ ms, sentences });
export const notUnderstood = z.object({ sentences });
export const ignoring = z.object({
  speech: z.enum(['all', 'allButRefusals']).exactOptional(),
  knowledge: z.boolean().exactOptional(),
  common: z.boolean().exactOptional(),
  silence: z.boolean().exactOptional(),
});

export const interruption = z.discriminatedUnion('when', [
  z.object({ when: z.literal('never') }),
  z.object({ when: z.literal('always') }),
  z.object({ when: z.literal('after'), ms }),
  z.object({ when: z.literal('onIntents'), intents: list(reference, planLimits.intents) }),
  z.object({ when: z.literal('onMeaning') }),
]);

const meaning = z.union([z.enum(routerMeanings), z.object({ intent: reference })]);
export const router = z.object({ on: meaning, to: reference });

const minute = z.int().min(0).max(1_440);
const hours = z.object({ from: minute, to: minute });
/** Monday is 0. */
const weekdays = list(z.int().min(0).max(6), 7);
const daysAhead = z.int().min(planRanges.daysAhead.least).max(planRanges.daysAhead.most);
const dateBounds = z.object({
  closed: weekdays.exactOptional(),
  daysAhead: daysAhead.exactOptional(),
  notToday: z.boolean().exactOptional(),
  hours: hours.exactOptional(),
  sentence: text(planLimits.sentenceChars),
});
const dayPoint = z.union([z.object({ ahead: daysAhead }), z.object({ day: z.iso.date() })]);
const dateTest = z.discriminatedUnion('of', [
  z.object({ of: z.literal('days'), from: dayPoint.exactOptional(), to: dayPoint.exactOptional() }),
  z.object({ of: z.literal('weekdays'), days: weekdays }),
  z.object({ of: z.literal('half'), half: z.enum(dayHalves) }),
]);

const amount = z.number().min(-1e12).max(1e12).exactOptional();
const keyCount = z.int().min(0).max(100);
export const accepts = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('number'), min: amount, max: amount }),
  z.object({ type: z.literal('date'), within: dateBounds.exactOptional() }),
  z.object({ type: z.literal('phone') }),
  z.object({ type: z.literal('amount'), min: amount, max: amount }),
  z.object({
    type: z.literal('choice'),
    options: list(z.object({ value: named, words: list(named, 200) }), 100),
  }),
  z.object({ type: z.literal('keys'), min: keyCount, max: keyCount, end: z.literal('#').nullable() }),
]);

const conditionParts = [
  z.object({
    variable: named,
    is: z.enum(comparisons),
    value: text(200),
  }),
  z.object({ variable: named, is: z.enum(['empty', 'filled']) }),
  z.object({ variable: named, is: z.literal('date'), date: dateTest }),
  z.object({ timeOfDay: hours }),
] as const;
export const condition = z.union([
  ...conditionParts,
  z.object({ all: list(z.union(conditionParts), planLimits.conditionParts).min(1) }),
]);

export const transferTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('seat'), seat: reference }),
  z.object({ type: z.literal('group'), group: reference }),
  z.object({ type: z.literal('outside'), number: text(40), announcement: text(planLimits.sentenceChars) }),
]);

const word = text(planLimits.wordChars);
const words = list(word, planLimits.words);
export const recognised = {
  words,
  combined: list(list(word, 20), planLimits.words).exactOptional(),
  exact: words.exactOptional(),
  patterns: words.exactOptional(),
  sounds: words.exactOptional(),
  likes: words.exactOptional(),
  except: words.exactOptional(),
  meanings: list(reference, planLimits.meanings).exactOptional(),
  groups: list(reference, planLimits.borrowed).exactOptional(),
};

export const level = z.enum(levels);
const not = { not: z.boolean().exactOptional() };
const count = z.number().min(0).max(1e9).exactOptional();
export const levelCondition = z.discriminatedUnion('fact', [
  z.object({
    ...not,
    fact: z.enum(countedFacts),
    atLeast: count,
    atMost: count,
  }),
  z.object({ ...not, fact: z.literal('passedNode'), node: reference }),
  z.object({ ...not, fact: z.literal('leftNode'), node: reference, by: exitId }),
  z.object({ ...not, fact: z.literal('metIntent'), intent: reference, atLeast: count }),
  z.object({ ...not, fact: z.literal('answered'), variable: named, value: text(200).exactOptional() }),
  z.object({ ...not, fact: z.literal('answeredDate'), variable: named, date: dateTest }),
  z.object({ ...not, fact: z.literal('hungUpBy'), by: z.enum(sides) }),
  z.object({ ...not, fact: z.literal('transferred') }),
]);
