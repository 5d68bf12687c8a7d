import { callDirections, callStates, customerTypes, levels } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, oneLine } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';
import { customerType, levelWord, NOTE_CHARS } from './calls.ts';
import { guideLimits } from './research.ts';
import { wallClock } from './tasks.ts';

/** What a seat does in a call and after it (`seat/…`, `taskLog/…`, `custom/…` of the original). */
const seated = { needs: 'seat' } as const;

/** A number, or the token that stands for one that the seat may not see. */
const DIALLED_CHARS = 200;
const dialled = oneLine.trim().min(1).max(DIALLED_CHARS);

/** The original's numbers: who called whom; the state of a call by its place among the seventeen, from 1. */
export const seatCallTypes = { out: 1, in: 2 } as const;
export const callStateNumber = (state: (typeof callStates)[number]): number => callStates.indexOf(state) + 1;

/** What an uploaded guide is of: a call of one’s own, one that came in, one that was promised. */
const surveyTypes = [1, 2, 3] as const;
const surveyType = z.coerce.number().int().min(1).max(3).pipe(z.literal(surveyTypes)).default(1);

const answerLimits = { other: 500, ofOne: 4_000 } as const;
/** `[{i, q, r}]` as JSON: question, title, what was answered, several joined by ";". */
const jsonArray = z
  .string()
  .max(guideLimits.questions * answerLimits.ofOne)
  .default('[]');
/** What JSON may hold and PostgreSQL's does not. */
const isStorable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);
export const wireAnswers = z
  .array(
    z.object({
      i: id,
      q: z.string().max(guideLimits.titleChars).refine(isStorable),
      r: z.string().max(answerLimits.ofOne).refine(isStorable),
    }),
  )
  .max(guideLimits.questions);

/** As a guide is filled in: options by their words; `other` '' is ticked and empty, null not ticked. */
const guideAnswers = z
  .array(
    z.object({
      i: id,
      values: z.array(z.string().max(guideLimits.optionChars)).max(guideLimits.options),
      other: z.string().max(answerLimits.other).nullable(),
    }),
  )
  .max(guideLimits.questions);
const draft = z.object({ answers: guideAnswers, note: z.string() });

const seatCallKinds = ['out', 'handover', 'transfer', 'consult', 'internal', 'callback'] as const;
const seatPartyKinds = ['callee', 'seat', 'outside'] as const;
/** Where somebody of a call stands: with the others, hears music, aside with one other, gone for a while. */
const seatPlaces = ['ringing', 'talking', 'held', 'aside', 'away'] as const;

const seatActs = [
  'hold',
  'resume',
  'keys',
  'record',
  'pause',
  'consult',
  'transfer',
  'conference',
  'drop',
  'swap',
  'hangUp',
  'rejoin',
] as const;

const chats = z.array(
  z.object({
    /** `user`: the callee; else who spoke for us. */
    user: z.enum(['user', 'robot', 'seat']),
    tran: z.string(),
  }),
);

const liveCall = z.object({
  callId: id,
  direction: z.enum(callDirections),
  kind: z.enum(seatCallKinds),
  /** As the seat may see it, and what its telephone dials for it. */
  phone: z.string(),
  dial: z.string(),
  name: z.string(),
  company: z.string(),
  tags: z.array(z.string()),
  planId: id.nullable(),
  planName: z.string(),
  startedAt: z.string(),
  answeredAt: z.string().nullable(),
  /** Since when the callee hears music. */
  heldAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  parties: z.array(
    z.object({
      party: z.string(),
      name: z.string(),
      kind: z.enum(seatPartyKinds),
      place: z.enum(seatPlaces),
      isMe: z.boolean(),
    }),
  ),
  /** What was before a robot handed it over. */
  before: z
    .object({
      summary: z.string(),
      /** A model's words are its own: a seat should know. */
      summaryBy: z.enum(['rule', 'model']),
      chats,
      answers: z.array(z.object({ label: z.string(), value: z.string() })),
      level: levelWord.nullable(),
    })
    .nullable(),
  draft,
  isRecording: z.boolean(),
  mayPause: z.boolean(),
  /** False: a colleague has it, who alone does anything with others; one may speak, and leave. */
  isMine: z.boolean(),
  /** Answers were submitted, the call was wrapped up. */
  isSubmitted: z.boolean(),
});

const guideQuestion = z.object({
  id,
  title: z.string(),
  type: z.union([z.literal(1), z.literal(2)]),
  /** JSON in a text, `[{v, n, isChecked}]`. */
  jsonOptions: z.string(),
  isRoot: z.boolean(),
  isRequired: z.boolean(),
  hasOther: z.boolean(),
  otherValue: z.string(),
});

export const seatWorkEndpoints = {
  call: endpoint({
    path: 'seat/call',
    right: seated,
    /** Left out: the live call of this seat, or the last that waits for its wrap-up. */
    input: z.object({ id: id.optional() }),
    output: z.object({ call: liveCall.nullable() }),
    idempotent: true,
    shows: 'phones',
    summary: 'What the seat has before it in a call, as it is now.',
  }),
  act: endpoint({
    path: 'seat/act',
    right: seated,
    /** `to`: of consult, transfer, conference; `party`: of drop; `keys`: of keys. */
    input: z.object({
      callId: id,
      act: z.enum(seatActs),
      to: z
        .object({
          type: z.enum(['seat', 'group', 'outside']),
          id: id.optional(),
          phone: dialled.optional(),
        })
        .optional(),
      party: oneLine.max(64).optional(),
      keys: z
        .string()
        .regex(/^[0-9*#A-D]{1,20}$/, 'keys' satisfies Fault)
        .optional(),
    }),
    /** `warning`: what the rules of calling say against a number that is rung, where they only warn. */
    output: z.object({ warning: z.string().nullable() }),
    idempotent: false,
    summary: 'Does something in a call of one’s own: what comes of it is told by push.',
  }),
  guides: endpoint({
    path: 'seat/guides',
    right: seated,
    input: z.object({ planId: id }),
    output: z.object({ questions: z.array(guideQuestion) }),
    idempotent: true,
    summary: 'Guide questions of a plan, none of them answered.',
  }),
  keepDraft: endpoint({
    path: 'seat/keepDraft',
    right: seated,
    input: z.object({ callId: id, answers: guideAnswers, note: z.string().trim().max(NOTE_CHARS).default('') }),
    output: z.object({}),
    idempotent: true,
    summary: 'Keeps what was answered and typed so far: it is there again after a reload.',
  }),
  uploadSurvey: endpoint({
    path: 'seat/uploadSurvey',
    right: seated,
    input: z.object({ id, jsonArray, type: surveyType }),
    output: z.object({}),
    idempotent: true,
    summary: 'Submits the guide of a call; refused while a required question on the way is open.',
  }),
  uploadCallTask: endpoint({
    path: 'seat/uploadCallTask',
    right: seated,
    /**
     * The seat’s own word of its call: `times` seconds of talk, `calltime` its start, `callState` 1 to 17. What the server knows
     * better it takes from itself; `voicepath` is text.
     */
    input: z.object({
      phone: dialled,
      times: z.coerce.number().int().min(0).max(86_400).default(0),
      calltime: z
        .string()
        .regex(/^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})?$/, 'moment' satisfies Fault)
        .default(''),
      taskid: id.optional(),
      voicepath: z.string().max(500).default(''),
      lineId: id.optional(),
      jsonArray,
      callType: z.coerce.number().int().min(1).max(2).default(1),
      callState: z.coerce.number().int().min(1).max(callStates.length).default(1),
      /** Of the call, where it is known: else the seat’s latest to this number. */
      id: id.optional(),
    }),
    output: z.object({ id }),
    idempotent: true,
    // Whose number it was is found by trying out numbers slowly, as in the call log.
    rateCost: 1,
    summary: 'Says that an outbound call is over; twice is one record.',
  }),
  wrapUp: endpoint({
    path: 'seat/wrapUp',
    right: seated,
    /** What is left out stays. `nextCallAt`: a minute of the merchant’s clock. */
    input: z.object({
      callId: id,
      customerType: z
        .enum(customerTypes.map(type => `${type}` as const))
        .transform(text => customerType.parse(Number(text)))
        .optional(),
      level: z.enum(levels).optional(),
      tags: z.array(oneLine.trim().min(1).max(50)).max(20).optional(),
      note: z.string().trim().max(NOTE_CHARS).optional(),
      nextCallAt: wallClock.optional(),
    }),
    output: z.object({}),
    idempotent: true,
    summary: 'Sets type, level, tags, note and the next call after a call of one’s own.',
  }),
} as const;

export const seatLogEndpoints = {
  seatDetail: endpoint({
    path: 'taskLog/seatDetail',
    right: seated,
    input: z.object({ id }),
    output: z.object({
      id,
      phone: z.string(),
      dial: z.string(),
      userName: z.string(),
      userCompany: z.string(),
      /** Joined by ",". */
      phoneTag: z.string(),
      planId: id.nullable(),
      cateType: z.number().int().nullable(),
      /** JSON in a text, `{"chats":[{user, tran}]}`. */
      content: z.string(),
    }),
    idempotent: true,
    shows: 'phones',
    summary: 'The call that a seat answers, as the original has it.',
  }),
  setSeatEmp: endpoint({
    path: 'taskLog/setSeatEmp',
    right: seated,
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Takes a call that nobody has: of two who try, one gets it.',
  }),
} as const;

/** A customer, as a seat sees one: of the number’s row until there is a library. */
export const customEndpoints = {
  detailWithTask: endpoint({
    path: 'custom/detailWithTask',
    right: seated,
    /** `todoId`: a call-back that is due; then its number counts. */
    input: z.object({ phone: dialled.optional(), todoId: id.optional() }),
    output: z.object({
      phone: z.string(),
      dial: z.string(),
      name: z.string(),
      company: z.string(),
      tags: z.array(z.string()),
      cateType: z.number().int().nullable(),
      /** The newest call with the number that this seat may see. */
      logId: id.nullable(),
      todoView: z
        .object({
          id,
          state: z.enum(['promised', 'open', 'done']),
          dueAt: z.string(),
          note: z.string(),
          planId: id.nullable(),
          planName: z.string(),
          callId: id.nullable(),
        })
        .nullable(),
    }),
    idempotent: true,
    shows: 'phones',
    // What is found by trying out numbers is found slowly, as in the call log.
    rateCost: 1,
    summary: 'Who is to be called back, and what is known of them.',
  }),
  callOut: endpoint({
    path: 'custom/callOut',
    right: seated,
    input: z.object({ logId: id }),
    /** What one’s telephone dials: the number, or its token. */
    output: z.object({ msg: z.string(), planId: id.nullable() }),
    idempotent: true,
    shows: 'phones',
    summary: 'What to dial to call the person of a record again.',
  }),
} as const;
