import { builtInMeanings, commonDialogues, customerTypes, type Plan, spokenWays } from '@lianxian/core';
import { z } from 'zod';
import {
  accepts,
  condition,
  identified,
  ignoring,
  interruption,
  level,
  levelCondition,
  list,
  longText,
  ms,
  named,
  notUnderstood,
  planLimits,
  planRanges,
  recognised,
  reference,
  router,
  sentences,
  silence,
  transferTarget,
  voiceService,
} from './plan-graph.parts.ts';

/**
 * A whole plan on the wire, field by field as core's `Plan` (a type test keeps them equal). A draft may be faulty (a
 * router that leads nowhere is what the editor shows as a fault) but is well-shaped and bounded: every text, list and
 * number has a limit, and what is not known is dropped.
 */
const nodeBase = {
  id: identified,
  name: named,
  at: z.object({ x: z.number().min(-1e6).max(1e6), y: z.number().min(-1e6).max(1e6) }).exactOptional(),
  visits: z.object({ most: z.int().min(0).max(1_000), to: reference }).exactOptional(),
};
const spoken = { sentences, interruption, ignoring: ignoring.exactOptional() };
const listens = {
  routers: list(router, 100),
  silence: silence.exactOptional(),
  notUnderstood: notUnderstood.exactOptional(),
};
/** Names of the plan's variables. */
const names = list(named, planLimits.variables);

export const planNode = z.discriminatedUnion('kind', [
  z.object({ ...nodeBase, kind: z.literal('speak'), ...spoken, ...listens }),
  z.object({ ...nodeBase, kind: z.literal('collect'), ...spoken, variable: named, accepts, ...listens }),
  z.object({
    ...nodeBase,
    kind: z.literal('condition'),
    branches: list(z.object({ when: condition, to: reference }), 100),
    otherwise: reference,
  }),
  z.object({
    ...nodeBase,
    kind: z.literal('menu'),
    ...spoken,
    keys: list(z.object({ key: z.string().max(4), label: named, to: reference }), 20),
    ...listens,
  }),
  z.object({
    ...nodeBase,
    kind: z.literal('transfer'),
    sentences,
    to: transferTarget,
    ringTimeoutMs: ms,
    waiting: sentences,
    otherwise: reference,
  }),
  z.object({ ...nodeBase, kind: z.literal('sms'), template: named, sent: reference, failed: reference }),
  z.object({
    ...nodeBase,
    kind: z.literal('webhook'),
    url: z.string().max(2_000),
    method: z.enum(['GET', 'POST']),
    sends: names,
    keeps: list(z.object({ path: z.string().max(200), variable: named }), 50),
    timeoutMs: ms,
    done: reference,
    failed: reference,
  }),
  z.object({
    ...nodeBase,
    kind: z.literal('llm'),
    sentences,
    interruption,
    goal: longText,
    facts: longText,
    forbidden: list(z.string().max(200), 100),
    exits: list(z.object({ id: identified, name: named, when: z.string().max(500), to: reference }), 20),
    mostTurns: z.int().min(0).max(1_000),
    timeoutMs: ms,
    failed: reference,
    silence: silence.exactOptional(),
  }),
  z.object({ ...nodeBase, kind: z.literal('goto'), flow: reference }),
  z.object({ ...nodeBase, kind: z.literal('hangup'), sentences }),
]);

const flow = z.object({
  id: identified,
  name: named,
  rootNode: reference,
  nodes: list(planNode, planLimits.nodes),
});

const priority = z.number().min(-1e6).max(1e6);

const intent = z.object({
  ...recognised,
  id: identified,
  name: named,
  priority,
  means: z.enum(builtInMeanings).exactOptional(),
  noMoreCalls: z.boolean().exactOptional(),
});

const knowledgeItem = z.object({
  ...recognised,
  id: identified,
  name: named,
  priority,
  answers: sentences,
  interruption,
  next: z.union([
    z.object({ resume: z.enum(['repeat', 'continue']) }),
    z.object({ goto: reference }),
    z.object({ hangUp: z.literal(true) }),
  ]),
  limit: z.int().min(0).max(1_000),
  common: z.enum(commonDialogues).exactOptional(),
});

const variable = z.object({
  name: named,
  label: named,
  fallback: z.string().max(200),
  spoken: z.enum(spokenWays),
});

const levelRule = z.object({
  level,
  name: named,
  when: list(levelCondition, 50),
  match: z.enum(['all', 'any']).exactOptional(),
  tags: list(named, 20).exactOptional(),
  customerType: z.literal(customerTypes).exactOptional(),
});

const defaults = z.object({
  silence,
  notUnderstood,
  longestMs: ms,
  mostTurns: z.int().min(0).max(10_000),
  announcement: z.string().max(planLimits.sentenceChars),
  opening: z
    .object({
      caller: z.boolean().exactOptional(),
      machine: z.boolean().exactOptional(),
      recorded: z.boolean().exactOptional(),
    })
    .exactOptional(),
  farewell: z.string().max(planLimits.sentenceChars).exactOptional(),
  apology: z.string().max(planLimits.sentenceChars).exactOptional(),
  filler: z.object({ afterMs: ms, sentences }).exactOptional(),
  backchannels: list(named, 200).exactOptional(),
  voice: z
    .object({
      source: z.enum(['recorded', 'synthesised']),
      speaker: named.exactOptional(),
      synthesised: list(z.string().max(planLimits.sentenceChars), 5_000).exactOptional(),
      by: z.object({ service: voiceService, speaker: named }).exactOptional(),
      speed: z.number().min(planRanges.speed.least).max(planRanges.speed.most).exactOptional(),
    })
    .exactOptional(),
  byEar: z.boolean().exactOptional(),
  modelMs: ms.exactOptional(),
});

const { groups: _, ...ownRecognised } = recognised;
const borrowedWords = z.object({ id: identified, name: named, recognised: z.object(ownRecognised) });

/** Field by field; {@link planGraph} is this with the sums bounded. */
export const planShape = z.object({
  name: named,
  variables: list(variable, planLimits.variables),
  rootFlow: reference,
  flows: list(flow, planLimits.flows),
  intents: list(intent, planLimits.intents),
  knowledge: list(knowledgeItem, planLimits.knowledge),
  levelRules: list(levelRule, planLimits.levelRules),
  defaults,
  borrowed: list(borrowedWords, planLimits.borrowed).exactOptional(),
  base: z
    .object({
      filler: sentences.exactOptional(),
      farewell: z.string().max(planLimits.sentenceChars).exactOptional(),
    })
    .exactOptional(),
  recorded: z
    .record(z.string().max(planLimits.sentenceChars), list(z.string().max(200), planLimits.wordings))
    .exactOptional(),
  closed: z.literal(true).exactOptional(),
});

export const planGraph: z.ZodType<Plan, Plan> = planShape.check(({ value, issues }) => {
  const nodes = value.flows.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const tooMany = (maximum: number) =>
    issues.push({ code: 'too_big', origin: 'array', maximum, inclusive: true, input: value });
  if (nodes > planLimits.nodes) tooMany(planLimits.nodes);
  if (Object.keys(value.recorded ?? {}).length > planLimits.recorded) tooMany(planLimits.recorded);
});

/** A graph that comes back: it was looked through when it was saved, and is not once more with every reading. */
export const keptGraph: z.ZodType<Plan, Plan> = z.custom<Plan>(value => typeof value === 'object' && value !== null);

/** What a draft is without: frozen into a version when it is published. */
export const draftGraphOf = ({ borrowed, recorded, base, ...draft }: Plan): Plan => draft;
