import { suspicions } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, listInput } from '../fields.ts';
import { planLimits } from '../plan-graph.parts.ts';
import { callCursor, levelWord } from './calls.ts';
import { dayRange } from './levels.ts';

const look = { needs: 'page', page: 'plan' } as const;
/** Who sees single calls must be one who sees call records. */
const calls = { needs: 'page', page: 'callLog' } as const;
const edit = { needs: 'button', button: 'plan:edit' } as const;

/**
 * Endings that lose the callee: they hung up in the middle of a sentence, or after it (`hungUp`: of an earlier release,
 * nobody knows); they asked not to be called again and were let go with an apology; the robot gave up.
 */
export const lostHows = [
  'midSentence',
  'afterHearing',
  'hungUp',
  'noMoreCalls',
  'notUnderstood',
  'silence',
  'tooLong',
  'gaveUp',
] as const;
/**
 * How a talk ended at the node where it stood: it was lost, or ended as the plan says; a person took it; it was stopped
 * by us.
 */
export const endedHows = [...lostHows, 'planned', 'transferred', 'stopped'] as const;
const endedHow = z.enum(endedHows);
export type EndedHow = (typeof endedHows)[number];

const node = z.string().min(1).max(100);
const version = z.coerce.number().int().min(1).max(1_000_000).optional();
/** `byHand`: of trials alone; else of all other calls. They count apart. */
const byHand = flag.default(false);
const span = { planId: id, ...dayRange, version, byHand };
const count = z.number().int();

const nodeHeat = z.object({
  node: z.string(),
  /** Calls that came here, and those of them that were lost here. */
  calls: count,
  lost: count,
  /** Every leaving: by what (as a record's path says it) and into which node; '' into none. */
  left: z.array(z.object({ by: z.string(), next: z.string(), n: count })),
  ended: z.array(z.object({ how: endedHow, n: count })),
});

/** Sentences of callees that no rule understood and that are alike. */
const missedGroup = z.object({
  /** The one said most. */
  text: z.string(),
  texts: z.array(z.object({ text: z.string(), n: count })),
  n: count,
  calls: count,
  /** What came of their calls; '' without a level. */
  levels: z.record(z.string(), count),
  lost: count,
  nodes: z.array(z.object({ node: z.string(), n: count })),
  /** What the draft makes of it now: the name of an intent or a question; null: still nothing. */
  understoodAs: z.string().nullable(),
  ignored: z.boolean(),
  /** Of lines that were understood and are likely misheard: why one thinks so, and how often. */
  because: z.partialRecord(z.enum(suspicions), count),
  examples: z.array(z.object({ callId: id, line: count, atMs: count, text: z.string() })),
});

const sayings = z.array(z.string().trim().min(1).max(500)).min(1).max(100);

/** A change of a draft that makes it understand more, or otherwise; core's `Lesson`. */
export const lesson = z.object({
  to: z.enum(['intent', 'knowledge', 'option']),
  /** Of the draft; of an option its node. */
  id: node,
  option: z.string().min(1).max(planLimits.nameChars).optional(),
  words: z.array(z.string().trim().min(1).max(100)).max(50).default([]),
  likes: z.array(z.string().trim().min(1).max(200)).max(50).default([]),
  sounds: z.array(z.string().trim().min(1).max(100)).max(50).optional(),
  except: z.array(z.string().trim().min(1).max(planLimits.wordChars)).max(50).optional(),
  /** The plan has no question of that id yet: it is made, with these answers. */
  question: z
    .object({
      name: z.string().trim().min(1).max(planLimits.nameChars),
      answers: z.array(z.string().trim().min(1).max(planLimits.sentenceChars)).min(1).max(planLimits.wordings),
    })
    .optional(),
});
export type Lesson = z.output<typeof lesson>;

export const nodeStatEndpoints = {
  heat: endpoint({
    path: 'nodeStat/heat',
    right: look,
    input: z.object(span),
    output: z.object({
      calls: count,
      /** Versions that calls of these days were made with, newest first. */
      versions: z.array(z.object({ version: count, calls: count })),
      nodes: z.array(nodeHeat),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    opensGraph: { plan: 'planId' },
    summary: 'How many calls pass, leave and are lost at each node of a plan.',
  }),
  ended: endpoint({
    path: 'nodeStat/ended',
    right: calls,
    input: listInput.extend({ ...span, node, how: endedHow.optional(), after: callCursor.optional() }),
    output: z.object({
      list: z.array(
        z.object({
          id,
          phone: z.string(),
          talkMs: count,
          level: levelWord.nullable(),
          how: endedHow,
          /** Where in the recording the node began. */
          atMs: count,
          endedAt: z.string(),
        }),
      ),
      after: callCursor.nullable(),
      /** Where callees hang up in the middle of its sentence, if they do: the median, and what is being said then. */
      cut: z.object({ ms: count, words: z.string() }).nullable(),
    }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    opensGraph: { plan: 'planId' },
    summary: 'The calls that ended at a node, newest first.',
  }),
  missed: endpoint({
    path: 'nodeStat/missed',
    right: look,
    input: z.object({
      ...span,
      node: node.optional(),
      withIgnored: flag.default(false),
      suspects: flag.default(false),
    }),
    output: z.object({ lines: count, list: z.array(missedGroup) }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    opensGraph: { plan: 'planId' },
    summary:
      'What callees said and no rule understood, or (`suspects`) what likely means something else, grouped by likeness.',
  }),
  gain: endpoint({
    path: 'nodeStat/gain',
    right: look,
    input: z.object({ planId: id, ...dayRange, byHand, lesson, sayings }),
    output: z.object({
      /** Of the group: how many of its sayings as often as they came, and how many of them would be understood. */
      group: z.object({ n: count, understood: count }),
      /** Of all that was missed. */
      missed: z.object({ n: count, understood: count }),
      /** Of what was understood by words: how much was looked at, and how much would mean something else. */
      known: z.object({ n: count, changed: count }),
      samples: z.array(z.object({ text: z.string(), was: z.string(), becomes: z.string() })),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 5,
    opensGraph: { plan: 'planId' },
    summary: 'What a change of the draft would make of the sentences of these days.',
  }),
  learn: endpoint({
    path: 'nodeStat/learn',
    right: edit,
    input: z.object({ planId: id, lesson }),
    output: z.object({ rev: count }),
    idempotent: true,
    rateCost: 3,
    opensGraph: { plan: 'planId' },
    summary: 'Adds words or similar sentences to an intent or a question of the draft.',
  }),
  ignore: endpoint({
    path: 'nodeStat/ignore',
    right: edit,
    input: z.object({ planId: id, sayings, ignored: flag }),
    output: z.object({}),
    idempotent: true,
    opensGraph: { plan: 'planId' },
    summary: 'Leaves sentences out of what was not understood, or takes them back.',
  }),
} as const;
