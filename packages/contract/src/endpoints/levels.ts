import { enders, levels } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, id, listInput, oneLine } from '../fields.ts';
import { planShape } from '../plan-graph.ts';
import type { Fault } from '../words/allowed.ts';
import { batchStates } from './batches.ts';
import { levelWord } from './calls.ts';

const look = { needs: 'page', page: 'plan' } as const;
/** Who sees single calls must be one who sees call records. */
const calls = { needs: 'page', page: 'callLog' } as const;
const edit = { needs: 'button', button: 'plan:edit' } as const;

/** Days of the merchant, both included; at most {@link MOST_DAYS} of them. */
export const MOST_DAYS = 92;
export const dayRange = { from: day, to: day };
const DAY_MS = 86_400_000;

/** Days in turn, and not too many of them. */
export const isDayRange = ({ from, to }: { readonly from: string; readonly to: string }): boolean => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= MOST_DAYS;
};

const levelRules = planShape.shape.levelRules;

const span = z.object({ from: z.string(), to: z.string() });
/** Core's `When`. */
const whenSaid = z.object({
  days: z.array(span),
  except: z.array(z.string()),
  part: z.enum(['dawn', 'morning', 'noon', 'afternoon', 'evening', 'night']).nullable(),
  time: z.object({ from: z.number(), to: z.number() }).nullable(),
  open: z.enum(['day', 'half']).nullable(),
});

/** What level rules may ask of a call; core's `CallFacts`. */
export const callFacts = z.object({
  talkMs: z.number(),
  turns: z.number(),
  positives: z.number(),
  negatives: z.number(),
  refusals: z.number(),
  notUnderstood: z.number(),
  silences: z.number(),
  interruptions: z.number(),
  questions: z.number(),
  transferred: z.boolean(),
  met: z.record(z.string(), z.number()),
  passed: z.array(z.object({ node: z.string(), by: z.string() })),
  answers: z.record(z.string(), z.string()),
  /** Answers that name a day or an hour, and the merchant's day of the call. */
  dated: z.object({ calledOn: z.string(), answers: z.record(z.string(), whenSaid) }).exactOptional(),
  hungUpBy: z.enum(enders),
});

const WHY_CHARS = 200;
/** A level that a person set: what the rules had said, who, when and why. */
const levelCorrection = z.object({
  ruledLevel: levelWord.nullable(),
  level: levelWord,
  why: z.string(),
  by: z.string(),
  at: z.string(),
});

const levelledCall = z.object({
  id,
  phone: z.string(),
  at: z.string(),
  talkMs: z.number().int(),
  /** By the rules of then. */
  ruledLevel: levelWord.nullable(),
  levelRule: z.string().nullable(),
  /** A person's; null: nobody has looked. */
  corrected: levelWord.nullable(),
});

const pair = z.object({ from: levelWord, to: levelWord, n: z.number().int() });

/** Level rules tried on calls that were made. */
const backTest = z.object({
  id,
  state: z.enum(batchStates),
  rules: levelRules,
  ...dayRange,
  done: z.number().int(),
  total: z.number().int(),
  changed: z.number().int(),
  /** From the rules of then to these; levels that stay included. */
  moves: z.array(pair),
  /** Of calls whose level a person set: from the rules' level to the person's, by the rules of then and by these. */
  before: z.array(pair),
  after: z.array(pair),
  by: z.string(),
  at: z.string(),
});

export const levelEndpoints = {
  correct: endpoint({
    path: 'call/correctLevel',
    right: calls,
    /**
     * The same level as the rules': a person says that they were right. `was`: the level one saw, so that of two people the
     * second is told. Why is asked for by merchants who want it (`config/save`).
     */
    input: z.object({
      id,
      level: levelWord,
      was: z.enum([...levels, 'none']),
      why: oneLine.trim().max(WHY_CHARS).default(''),
    }),
    output: z.object({ correction: levelCorrection }),
    idempotent: true,
    summary: 'Sets the level of an answered call by hand; what the rules had said is kept.',
  }),
  recent: endpoint({
    path: 'level/recent',
    right: calls,
    input: z.object({ planId: id }),
    output: z.object({ list: z.array(levelledCall) }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    opensGraph: { plan: 'planId' },
    summary: 'The newest answered calls of a plan, to try level rules on.',
  }),
  facts: endpoint({
    path: 'level/facts',
    right: calls,
    input: z.object({ callId: id }),
    output: levelledCall.extend({
      facts: callFacts,
      /** Read from its words, because the call is of an earlier release. */
      derived: z.boolean(),
    }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    rateCost: 2,
    opensGraph: { call: 'callId' },
    summary: 'All that level rules may ask of one call.',
  }),
  backTest: endpoint({
    path: 'level/backTest',
    right: edit,
    input: z.object({ planId: id, rules: levelRules, ...dayRange }),
    output: z.object({ id }),
    idempotent: false,
    rateCost: 20,
    opensGraph: { plan: 'planId' },
    summary: 'Tries level rules on the calls of a plan in the background.',
  }),
  backTests: endpoint({
    path: 'level/backTests',
    right: look,
    input: z.object({ planId: id }),
    output: z.object({ list: z.array(backTest) }),
    idempotent: true,
    inPreview: true,
    opensGraph: { plan: 'planId' },
    summary: 'The newest back-tests of a plan.',
  }),
  backTestState: endpoint({
    path: 'level/backTestState',
    right: look,
    input: z.object({ id }),
    output: backTest,
    idempotent: true,
    inPreview: true,
    summary: 'How far a back-test is, and what came of it so far.',
  }),
  backTestChanges: endpoint({
    path: 'level/backTestChanges',
    right: calls,
    input: listInput.extend({
      id,
      after: z
        .string()
        .regex(/^\d{1,9}$/, 'cursor' satisfies Fault)
        .optional(),
      was: levelWord.optional(),
      becomes: levelWord.optional(),
    }),
    output: z.object({
      list: z.array(levelledCall.extend({ was: levelWord, becomes: levelWord, rule: z.string() })),
      after: z.string().nullable(),
    }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'The calls whose level a back-test would change, newest first.',
  }),
  stopBackTest: endpoint({
    path: 'level/stopBackTest',
    right: edit,
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Ends a running back-test.',
  }),
  accept: endpoint({
    path: 'level/accept',
    right: edit,
    input: z.object({ id }),
    output: z.object({ rev: z.number().int() }),
    idempotent: true,
    rateCost: 3,
    summary: 'Takes the rules of a back-test into the draft of its plan.',
  }),
} as const;
