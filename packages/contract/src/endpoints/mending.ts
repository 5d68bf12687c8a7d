import { speakers } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, oneLine, variables } from '../fields.ts';
import { exitId } from '../plan-graph.parts.ts';
import { callCursor } from './calls.ts';
import { dayRange } from './levels.ts';
import { lesson } from './node-stat.ts';
import { minuteOfDay, moves, talkDay, talkLimits } from './talks.ts';

/** A line that was heard wrong, mended (docs/conversation.md#heard-wrong). */
const edit = { needs: 'button', button: 'plan:edit' } as const;

/** A line of a call that still runs, as who watches it was told of it. */
const toldLine = z.object({
  line: z.number().int().min(0),
  speaker: z.enum(speakers),
  text: z.string().max(talkLimits.textChars),
  node: z.string().max(100),
  atMs: z.number().min(0),
  interruptedAfterMs: z.number().min(0).nullable(),
});
export type ToldLine = z.infer<typeof toldLine>;
/** As many are told of a running call, the newest. */
export const MOST_TOLD_LINES = 200;

/**
 * A line of a call by the call and its number, whose plan, node and words are its own; of a call that still runs `lines` are
 * what was said up to it. Or one that was said in a test talk, with the day and the hour it plays on.
 */
const where = {
  callId: id.optional(),
  line: z.coerce.number().int().min(0).optional(),
  lines: z.array(toldLine).max(MOST_TOLD_LINES).default([]),
  planId: id.optional(),
  node: z.string().max(100).optional(),
  text: z.string().max(talkLimits.textChars).optional(),
  minuteOfDay,
  date: talkDay.optional(),
};

/** What a line means: an `Exit`, and of an option its value. */
const meant = z.object({ meaning: exitId, value: z.string().max(500).default('') });
const reading = z.object({
  meaning: z.string(),
  /** The merchant's own for it; `exitWord` makes a word of both. */
  name: z.string(),
  value: z.string(),
});
export type LineReading = z.infer<typeof reading>;

/**
 * `word`, `sentence`: it is that; `wordExcept`, `sentenceExcept`: and is not what it was taken for; `sound`: a word of the plan
 * is heard by its sound as well.
 */
const mendKinds = ['word', 'sentence', 'wordExcept', 'sentenceExcept', 'sound'] as const;

const mend = z.object({
  kind: z.enum(mendKinds),
  /** The word, or the sentence. */
  text: z.string(),
  lessons: z.array(lesson),
  /** With it the line is understood as it was meant. */
  holds: z.boolean(),
  /** What it is understood as then. */
  becomes: reading.nullable(),
});
export type Mend = z.infer<typeof mend>;

/** Lines that are read again before one stops, in all. */
export const MOST_REREAD = 100_000;

const reread = z.object({
  callId: id,
  line: z.number().int(),
  atMs: z.number(),
  text: z.string(),
  node: z.string(),
  was: reading.nullable(),
  becomes: reading.nullable(),
  /** `worse`: it was understood, and would be nothing or something else, with no sign that it was misheard. */
  is: z.enum(['better', 'worse']),
});
export type RereadLine = z.infer<typeof reread>;

const word = oneLine.trim().min(1).max(20);
const lessons = z.array(lesson).max(4).default([]);

export const mendEndpoints = {
  ways: endpoint({
    path: 'mend/ways',
    right: edit,
    /** Either what it means, or what was really said, in words; neither: only what it may mean is asked. */
    input: z.object({
      ...where,
      meant: meant.optional(),
      said: oneLine.trim().max(talkLimits.textChars).optional(),
      /** Instead of the sentence's own words. */
      word: oneLine.trim().max(100).optional(),
    }),
    output: z.object({
      planId: id,
      planName: z.string(),
      /** What the draft makes of it as it is. */
      now: reading.nullable(),
      /** Of what was really said; null: nothing either. */
      meant: reading.nullable(),
      options: z.array(z.object({ value: z.string() })),
      intents: z.array(z.object({ id: z.string(), name: z.string(), leadsOn: z.boolean() })),
      questions: z.array(z.object({ id: z.string(), name: z.string() })),
      mends: z.array(mend),
      /** A word the speech service could be told to expect; null: it takes none, has it, or whoever asks may not say so. */
      hotWord: z.object({ word: z.string(), service: z.string() }).nullable(),
    }),
    idempotent: true,
    rateCost: 3,
    opensGraph: { plan: 'planId', call: 'callId' },
    summary: 'What a line that was heard wrong may mean, and what would make the draft hear it so.',
  }),
  keep: endpoint({
    path: 'mend/keep',
    right: edit,
    /** Of a test talk `moves` up to the line, which is the last. */
    input: z.object({
      ...where,
      meant,
      lessons,
      hotWord: word.optional(),
      moves: moves.default([]),
      variables,
      withTest: flag.default(true),
    }),
    output: z.object({
      planId: id,
      rev: z.number().int(),
      /** What was not there before: what taking it back takes. */
      lessons: z.array(lesson),
      /** Null: with the draft the talk does not come to that line, or is not understood so; or no more tests fit. */
      testId: id.nullable(),
      hotWord: z.string().nullable(),
    }),
    idempotent: false,
    rateCost: 5,
    opensGraph: { plan: 'planId', call: 'callId' },
    summary: 'Teaches the draft what a line meant, and keeps its talk as a test conversation.',
  }),
  /** A part at a time, newest calls first, so that it is watched and ended from outside. */
  reread: endpoint({
    path: 'mend/reread',
    right: edit,
    input: z.object({ planId: id, ...dayRange, after: callCursor.optional() }),
    output: z.object({
      /** Calls of these days; on the first part alone. */
      calls: z.number().int().nullable(),
      /** Of this part: calls, lines read, and how many would be understood as they were, better, or worse. */
      read: z.number().int(),
      lines: z.number().int(),
      same: z.number().int(),
      better: z.number().int(),
      worse: z.number().int(),
      changes: z.array(reread),
      after: callCursor.nullable(),
    }),
    idempotent: true,
    rateCost: 10,
    opensGraph: { plan: 'planId' },
    summary: 'Reads what callees said in these days again with the draft, each line at its node: what would change.',
  }),
  undo: endpoint({
    path: 'mend/undo',
    right: edit,
    input: z.object({ planId: id, lessons, testId: id.optional(), hotWord: word.optional() }),
    output: z.object({ rev: z.number().int() }),
    idempotent: true,
    rateCost: 3,
    opensGraph: { plan: 'planId' },
    summary: 'Takes back what a mended line taught, with its test conversation.',
  }),
} as const;
