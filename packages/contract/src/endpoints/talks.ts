import { askTypes, enders, sides } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, flag, id, listInput, oneLine, variables } from '../fields.ts';
import { exitId } from '../plan-graph.parts.ts';
import { levelWord, understood } from './calls.ts';
import { callFacts } from './levels.ts';

/** Test talks, test conversations and the parameter search of interruptions (docs/conversation.md#talks-and-test-conversations). */
const edit = { needs: 'button', button: 'plan:edit' } as const;
const look = { needs: 'page', page: 'plan' } as const;
const calls = { needs: 'page', page: 'callLog' } as const;

export const talkLimits = {
  moves: 200,
  textChars: 500,
  /** Pressed at once. */
  keys: 20,
  tests: 1_000,
  nodes: 200,
  /** Recordings the parameter search takes at all, and in one asking. */
  recordings: 200,
  recordingsAtOnce: 5,
  settings: 8,
  backchannels: 50,
  /** Practice callees of each temper. */
  callees: 20,
  /** How far into what the robot says something comes, how long one is silent, and how long a cough is. */
  afterMs: 60_000,
  silentMs: 120_000,
  coughMs: 10_000,
  /** What is spoken at once: as WAV of one channel at 48 kHz at most. */
  hearSeconds: 20,
  hearBytes: 20 * 48_000 * 2 + 4_096,
} as const;

const ms = (most: number) => z.number().int().min(0).max(most);
const text = z.string().trim().min(1).max(talkLimits.textChars);
const nodeId = z.string().min(1).max(100);
const words = (chars: number) => z.string().max(chars);
const values = z.record(words(100), words(500)).refine(record => Object.keys(record).length <= 100);

/** What the world says to an ask; core's `Answered`. */
const worldAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('kept'), values }),
  z.object({ type: z.literal('sent') }),
  z.object({ type: z.literal('transferred'), to: words(100) }),
  z.object({ type: z.literal('said'), text: words(talkLimits.textChars) }),
  z.object({ type: z.literal('exit'), exit: words(100), text: words(talkLimits.textChars) }),
  z.object({ type: z.literal('means'), choice: words(100) }),
  z.object({ type: z.literal('failed'), because: words(100) }),
]);

/** One thing the callee or the world does; core's `Move`. */
const talkMove = z.discriminatedUnion('does', [
  z.object({ does: z.literal('say'), text }),
  z.object({ does: z.literal('over'), text, afterMs: ms(talkLimits.afterMs) }),
  z.object({ does: z.literal('cough'), afterMs: ms(talkLimits.afterMs), ms: ms(talkLimits.coughMs) }),
  z.object({
    does: z.literal('press'),
    keys: z
      .string()
      .max(talkLimits.keys)
      .regex(/^[0-9*#]+$/),
  }),
  z.object({ does: z.literal('silent'), ms: ms(talkLimits.silentMs) }),
  z.object({ does: z.literal('answer'), answer: worldAnswer, afterMs: ms(talkLimits.afterMs).optional() }),
  z.object({ does: z.literal('hangUp'), afterMs: ms(talkLimits.afterMs).optional() }),
]);
export type TalkMove = z.infer<typeof talkMove>;
export const moves = z.array(talkMove).max(talkLimits.moves);

/** One thing that happened in a test talk, in order; `move`: the move it came of, −1 for the opening. */
const talkLine = z.object({
  move: z.number().int(),
  by: z.enum([...sides, 'key', 'note']),
  atMs: z.number(),
  text: z.string(),
  /** Id and name of the node or knowledge item. */
  node: z.string(),
  nodeName: z.string(),
  understood: understood.nullable(),
  missed: z.boolean(),
  /** Robot: stopped after so much of it. */
  heardMs: z.number().nullable(),
  /** Callee: from its last sound to the robot's next word. */
  replyMs: z.number().nullable(),
  /** Callee: answers that were kept of it, and the way the flow took (core's `Exit`, and the merchant's name of it). */
  kept: z.array(z.object({ variable: z.string(), label: z.string(), value: z.string() })),
  leftBy: z.string(),
  leftName: z.string(),
  /** Robot: the sentence as it stands in the plan and its variables then, so that it can be heard; null: words of its own. */
  sentence: z.object({ text: z.string(), values: z.record(z.string(), z.string()) }).nullable(),
});
export type TalkLine = z.infer<typeof talkLine>;

const talkWay = z.object({ from: z.string(), by: z.string(), to: z.string() });

/** What the world is asked while the talk waits for a move `answer`. */
const talkAsk = z.object({
  type: z.enum(askTypes),
  node: z.string(),
  nodeName: z.string(),
  /** Address, template, number, or goal. */
  detail: z.string(),
  /** webhook: variables it keeps; llm: its exits; meaning: what may be meant. */
  choices: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The house can really ask this. */
  mayBeReal: z.boolean(),
});

const talkResult = z.object({
  rev: z.number().int(),
  /** As they came; where the world was really asked, with its answers. */
  moves: z.array(talkMove),
  /** Moves that were carried out before the call was over. */
  done: z.number().int(),
  lines: z.array(talkLine),
  /** Nodes of the flow in order, and what each was left by. */
  steps: z.array(z.object({ node: z.string(), by: z.string() })),
  /** Where it stands; null when it is over. */
  at: z.string().nullable(),
  variables: z.record(z.string(), z.string()),
  awaits: z.enum(['listening', 'keys', 'world', 'nothing']),
  ask: talkAsk.nullable(),
  ended: z.boolean(),
  endedBy: z.string(),
  /** If the callee hung up now; the real one when it is over. */
  level: levelWord.nullable(),
  levelRule: z.string(),
  tags: z.array(z.string()),
  /** All that level rules may ask of it, as with `level`; null: it has not begun. */
  facts: callFacts.nullable(),
  turns: z.number().int(),
  nowMs: z.number(),
});
export type TalkResult = z.infer<typeof talkResult>;

const ids = z.array(nodeId).max(talkLimits.nodes);
const move = z.number().int().min(-1).max(talkLimits.moves);

/** What must come of a test conversation; what is left out is not looked at. Core's `Expectations`. */
const testExpects = z.object({
  path: ids.optional(),
  avoids: ids.optional(),
  understood: z
    .array(z.object({ move, meaning: exitId }))
    .max(talkLimits.moves)
    .optional(),
  says: z
    .array(z.object({ move: move.optional(), text }))
    .max(talkLimits.moves)
    .optional(),
  answers: values.optional(),
  level: levelWord.optional(),
  tags: z.array(words(50)).max(50).optional(),
  endedBy: z.enum(enders).optional(),
  withinMs: ms(talkLimits.afterMs).optional(),
  mostTurns: z.number().int().min(1).max(talkLimits.moves).optional(),
});
export type TestExpects = z.infer<typeof testExpects>;

export const testName = oneLine.trim().min(1).max(100);
export const talkDay = day;
/** A test conversation as it is kept, and as it stands in a plan file. */
export const testConversation = z.object({
  variables: z.record(words(100), words(200)).refine(record => Object.keys(record).length <= 100),
  minuteOfDay: z.number().int().min(0).max(1_439),
  /** The merchant's day; without one no date is known in it. */
  date: talkDay.exactOptional(),
  moves: moves.min(1),
  world: z.enum(['succeeds', 'fails']),
  expects: testExpects,
});
export type TestConversationOnWire = z.infer<typeof testConversation>;

export const broken = z.object({
  what: z.string(),
  expected: z.string(),
  was: z.string(),
  move: z.number().int().nullable(),
});
export type BrokenOnWire = z.infer<typeof broken>;

const testRow = z.object({
  id,
  name: z.string(),
  /** The call it was taken from. */
  callId: id.nullable(),
  test: testConversation,
  savedAt: z.string(),
  savedBy: z.string(),
});
export type TestRow = z.infer<typeof testRow>;

const interruption = z.discriminatedUnion('when', [
  z.object({ when: z.literal('never') }),
  z.object({ when: z.literal('always') }),
  z.object({ when: z.literal('after'), ms: ms(talkLimits.afterMs) }),
  z.object({ when: z.literal('onIntents'), intents: z.array(nodeId).max(100) }),
  z.object({ when: z.literal('onMeaning') }),
]);

/** Null: as each node of the plan says. */
const searchSetting = z.object({ interruption: interruption.nullable() });
export type SearchSetting = z.infer<typeof searchSetting>;

const searched = z.object({ right: z.number().int(), false: z.number().int(), missed: z.number().int() });

/** What of a plan conversations have walked. */
const coverage = z.object({
  nodes: z.array(z.string()),
  allNodes: z.number().int(),
  ways: z.array(talkWay),
  missedWays: z.array(talkWay),
});

const count = z.number().int();
const meant = z.enum(['answer', 'yes', 'no', 'refuse', 'intent', 'key', 'question', 'chat']);
const heardAs = z.enum([...meant.exclude(['chat']).options, 'otherAnswer', 'notUnderstood']);

/** How practice callees were talked to, and how they were heard; core's `TownRun`. */
const townRun = z.object({
  rev: count,
  tookMs: z.number(),
  /** The best level that the plan's rules give; null: they tell no talk from another. */
  goal: levelWord.nullable(),
  tempers: z.array(
    z.object({
      temper: z.enum(['willing', 'asking', 'refusing', 'correcting', 'misheard']),
      talks: count,
      /** Of them so many came to the goal. */
      reached: count,
    }),
  ),
  /** What they said by how it was heard; `missed` was asked back. */
  hearing: z.object({ right: count, missed: count, wrong: count }),
  cells: z.array(z.object({ meant, as: heardAs, count })),
  worst: z.array(
    z.object({
      node: z.string(),
      sentence: z.string(),
      /** As it arrived. */
      heard: z.string(),
      meant,
      as: heardAs,
      /** Name of what it was heard as, or the value kept. */
      detail: z.string(),
      hearing: z.enum(['missed', 'wrong']),
      count,
    }),
  ),
  coverage,
});
export type TownResult = z.infer<typeof townRun>;

export const minuteOfDay = z.coerce.number().int().min(0).max(1_439).default(600);
/** The draft of a plan, or one of its published versions. */
const what = { planId: id, version: z.coerce.number().int().min(1).max(1_000_000).optional() };

export const talkEndpoints = {
  run: endpoint({
    path: 'talk/run',
    right: look,
    /**
     * Where no move answers the world: `hold` waits for one, the others answer as a test conversation does. `real`: webhooks
     * and the language model are really asked instead.
     */
    input: z.object({
      ...what,
      moves: moves.default([]),
      variables,
      minuteOfDay,
      /** The merchant's day; without one no date is known in the talk. */
      date: talkDay.optional(),
      world: z.enum(['hold', 'succeeds', 'fails']).default('hold'),
      real: flag.default(false),
    }),
    output: talkResult,
    idempotent: true,
    rateCost: 2,
    // Webhooks of others and models that are paid for.
    rateCostMore: ({ real }) => (real ? 20 : 0),
    opensGraph: { plan: 'planId' },
    summary: 'Runs a test talk anew from its beginning, in virtual time, through the machine of a call.',
  }),
  hear: endpoint({
    path: 'talk/hear',
    right: look,
    input: z.object({}),
    output: z.object({ text: z.string(), tookMs: z.number() }),
    idempotent: true,
    rateCost: 2,
    summary: 'What the merchant’s recogniser hears in a WAV of 20 s at most; field `file`.',
    upload: { maxBytes: talkLimits.hearBytes, extensions: ['wav'] },
  }),
  tests: endpoint({
    path: 'talk/tests',
    right: look,
    input: listInput.extend({ planId: id }),
    output: z.object({ list: z.array(testRow), total: z.number().int() }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    opensGraph: { plan: 'planId' },
    summary: 'Test conversations of a plan.',
  }),
  saveTest: endpoint({
    path: 'talk/saveTest',
    right: edit,
    /** Without `testId`: a new one. */
    input: z.object({
      planId: id,
      testId: id.optional(),
      name: testName,
      test: testConversation,
      callId: id.optional(),
    }),
    output: z.object({ testId: id }),
    idempotent: false,
    rateCost: 2,
    opensGraph: { plan: 'planId' },
    summary: 'Keeps a test conversation of a plan.',
  }),
  removeTest: endpoint({
    path: 'talk/removeTest',
    right: edit,
    input: z.object({ planId: id, testId: id }),
    output: z.object({}),
    idempotent: true,
    opensGraph: { plan: 'planId' },
    summary: 'Removes a test conversation.',
  }),
  runTests: endpoint({
    path: 'talk/runTests',
    right: look,
    /** One of them, or all. */
    input: z.object({ planId: id, testId: id.optional() }),
    output: z.object({
      rev: z.number().int(),
      tookMs: z.number(),
      results: z.array(z.object({ testId: id, broken: z.array(broken) })),
      coverage,
    }),
    idempotent: true,
    rateCost: 2,
    shows: 'phones',
    opensGraph: { plan: 'planId' },
    summary: 'Runs the test conversations of a plan against its draft, and says what of the plan they walk.',
  }),
  town: endpoint({
    path: 'talk/town',
    right: look,
    /** So many of each temper; the same seed gives the same callees. */
    input: z.object({
      ...what,
      each: z.coerce.number().int().min(1).max(talkLimits.callees).default(8),
      seed: z.coerce.number().int().min(0).max(1_000_000).default(1),
    }),
    output: townRun,
    idempotent: true,
    rateCost: 5,
    opensGraph: { plan: 'planId' },
    summary: 'Has practice callees talk to a plan in virtual time: who came to its goal, and how they were heard.',
  }),
  acceptTest: endpoint({
    path: 'talk/acceptTest',
    right: edit,
    /** `rev`: the draft that was run when somebody saw what came. */
    input: z.object({ planId: id, testId: id, rev: z.coerce.number().int().min(0).max(2_147_483_647) }),
    output: z.object({}),
    idempotent: true,
    rateCost: 2,
    opensGraph: { plan: 'planId' },
    summary: 'What comes of a test conversation now is expected from now on; what it did not look at stays so.',
  }),
  /** What a test of these moves would be: run now, with everything that happened as an expectation. */
  draftTest: endpoint({
    path: 'talk/draftTest',
    right: look,
    input: z.object({ ...what, moves: moves.min(1), variables, minuteOfDay, date: talkDay.optional() }),
    output: z.object({ test: testConversation }),
    idempotent: true,
    rateCost: 2,
    opensGraph: { plan: 'planId' },
    summary: 'Makes a test conversation of a talk: what happened is what must happen.',
  }),
  testFromCall: endpoint({
    path: 'talk/testFromCall',
    right: calls,
    input: z.object({ callId: id }),
    output: z.object({ planId: id, name: z.string(), test: testConversation }),
    idempotent: true,
    shows: 'phones',
    rateCost: 2,
    opensGraph: { call: 'callId' },
    summary: 'Makes a test conversation of a call record: its transcript as moves, what became of it as expectations.',
  }),
  recordings: endpoint({
    path: 'talk/recordings',
    right: calls,
    input: z.object({ planId: id }),
    output: z.object({
      list: z.array(z.object({ callId: id, endedAt: z.string(), talkMs: z.number().int(), turns: z.number().int() })),
    }),
    idempotent: true,
    inPreview: true,
    opensGraph: { plan: 'planId' },
    summary: 'Newest recorded calls of a plan, for the parameter search of interruptions.',
  }),
  parameterSearch: endpoint({
    path: 'talk/parameterSearch',
    right: calls,
    input: z.object({
      planId: id,
      callIds: z.array(id).min(1).max(talkLimits.recordingsAtOnce),
      settings: z.array(searchSetting).min(1).max(talkLimits.settings),
      /** Instead of the plan's own. */
      backchannels: z.array(oneLine.trim().min(1).max(20)).max(talkLimits.backchannels).optional(),
    }),
    output: z.object({
      /** Of each setting, in the order given. */
      counts: z.array(searched),
      /** What was judged: one voice over a line of the robot's. */
      moments: z.array(
        z.object({
          callId: id,
          atMs: z.number(),
          robotText: z.string(),
          calleeText: z.string(),
          mattered: z.boolean(),
          verdicts: z.array(z.enum(['right', 'false', 'missed'])),
        }),
      ),
      /** Calls without a readable recording. */
      unread: z.array(id),
    }),
    idempotent: true,
    rateCost: 5,
    opensGraph: { plan: 'planId' },
    summary:
      'Replays recordings of a plan against settings of interruption: what would have been stopped for nothing or missed.',
  }),
} as const;
