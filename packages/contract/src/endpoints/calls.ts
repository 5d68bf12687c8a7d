import {
  answerTypes,
  askTypes,
  callDirections,
  callOrigins,
  callStates,
  levels,
  partyTypes,
  speakers,
} from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fileKey, flag, id, instant, listInput, phone, taskName, variables } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';
import { customerType, furtherFilter, hungUpBy, texts } from './call-filter.ts';

export const callStateWord = z.enum(callStates);
export const levelWord = z.enum(levels);
export { customerType, hungUpBy };

/** Where a page of calls ends; made by the server, opaque to who pages. */
export const callCursor = z.string().regex(/^\d{1,16}-[1-9]\d{0,17}$/, 'cursor' satisfies Fault);

/** A row of the recent calls; `state` is null while the call lives. */
export const callRow = z.object({
  id,
  phone: z.string(),
  /** Of the number: the callee's name, and province and city with the operator. */
  calleeName: z.string(),
  area: z.string(),
  /** Null: a call by hand. */
  task: z.object({ id, name: z.string() }).nullable(),
  attempt: z.number().int().nullable(),
  planName: z.string(),
  lineName: z.string(),
  placedAt: z.string(),
  /** The list's order, the last first; a call that lives stands where it was placed. */
  endedAt: z.string().nullable(),
  state: callStateWord.nullable(),
  /** The far end's last answer, where it ended the call. */
  sipCode: z.number().int().nullable(),
  level: levelWord.nullable(),
  /** The level is a person's, not the rules'. */
  corrected: z.boolean(),
  talkMs: z.number().int(),
  turns: z.number().int(),
  cost: z.string(),
  hungUpBy: hungUpBy.nullable(),
  /** `in`: somebody called a number of a line. */
  direction: z.enum(callDirections),
  /** Who made it: a robot or its test, a seat by hand, a seat to a seat. */
  origin: z.enum(callOrigins),
  /** The callee spoke of calling in the police, or an office that takes complaints. */
  namesAuthority: z.boolean(),
  /** Of a task that compares plans: what its number was dealt to, 0 for A; null: of none. */
  variant: z.number().int().nullable(),
  /** −1 公海, 0 无意向, 1 潜在, 2 意向, 3 跟进, 4 闲置, 9 成交; null: nobody said yet. */
  customerType: z.number().int().nullable(),
  /** Of the level rule that held. */
  tags: z.array(z.string()),
});

/** Of tasks, by hand, calls to us, in which a seat took part; `notHand`: all but trials; `voice`: all that no task made. */
export const callSources = ['task', 'hand', 'in', 'seat', 'notHand', 'voice'] as const;

/** What a list or an export of calls is narrowed to. */
const callFilter = {
  /** ISO instants: placed at or after, placed before. */
  from: instant.optional(),
  to: instant.optional(),
  taskId: id.optional(),
  source: z.enum(callSources).optional(),
  planId: id.optional(),
  states: texts(callStateWord),
  levels: texts(levelWord),
  /** Its first figures; the whole number where only a masked one is seen. */
  phone: z.string().max(20).optional(),
  /** Seconds of talk at least. */
  talkFromS: z.coerce.number().int().min(0).max(86_400).optional(),
  /** Marked: the callee spoke of calling in the police or an authority; false narrows nothing. */
  namesAuthority: flag.optional(),
  /** Of tasks that compare plans: 0 for A. */
  variant: z.coerce.number().int().min(0).max(2).optional(),
  ...furtherFilter,
};

/** Null: it waits for a second person (`approval/list`). */
export const exportStarted = z.object({ batchId: id.nullable() });

/** Rows that may be chosen by hand; more are chosen by their filter. */
export const MOST_CHOSEN_CALLS = 1_000;
/** `ids`: of what the filter finds these alone. */
export const chosenCalls = { ...callFilter, ids: z.array(id).min(1).max(MOST_CHOSEN_CALLS).optional() };
/** As many people go into a task at once, and are looked for among so many of the newest calls. */
export const MOST_APPENDED = 10_000;
export const MOST_APPENDED_CALLS = 50_000;

/** What a sentence was taken for, and by what. */
export const understood = z.object({
  /** Core's `Exit`: `yes`, `collected`, `intent:<id>`, `knowledge:<id>`, `key:<key>`. */
  meaning: z.string(),
  /** The merchant's own for it; empty where it has none. `exitWord` makes a word of both. */
  name: z.string(),
  by: z.string(),
  /** The words, or the sentence it is like. */
  matched: z.string(),
  /** 0…1: how alike, of similar sentences and of sound. */
  score: z.number().optional(),
});

const transcriptLine = z.object({
  line: z.number().int(),
  speaker: z.enum(speakers),
  /** ms since the answer: where the player seeks. */
  atMs: z.number(),
  endMs: z.number().nullable(),
  text: z.string(),
  node: z.string(),
  understood: understood.nullable(),
  /** An answer was awaited and no rule understood this one. A line without it that is not understood needed no answer. */
  missed: z.boolean().optional(),
  /** The robot was interrupted after so many ms of this line. */
  interruptedAfterMs: z.number().nullable(),
});

/** What was known of a number before it was called: columns of its sheet, what was typed for a call by hand. */
export const knownBefore = z.array(z.object({ title: z.string(), value: z.string() }));

/** Of one note of a call. */
export const NOTE_CHARS = 500;
/** What a person noted of a call; each has one. */
export const callNote = z.object({ by: z.string(), mine: z.boolean(), text: z.string(), at: z.string() });
/** Who followed the person of a call up, and when. */
export const followed = z.object({ by: z.string(), at: z.string() });

/** Who synthesised in place of whom the plan chose; `name`: as the service was called then, '' of the built-in voice. */
export const comparedVoice = z.object({ service: z.string(), speaker: z.string(), name: z.string() });

/** One leg of a call in which people took part: how somebody was heard, from its beginning to its end. */
const callLeg = z.object({
  kind: z.enum(['callee', ...partyTypes]),
  /** Legs of one person have the same; a reload gives them another leg. */
  party: z.string(),
  /** Of a seat. */
  name: z.string(),
  from: z.string(),
  to: z.string(),
  beganAt: z.string(),
  answeredAt: z.string().nullable(),
  /** From then on it was heard. */
  joinedAt: z.string().nullable(),
  endedAt: z.string(),
  endedBy: hungUpBy,
  becauseText: z.string(),
  /** 1…4.4 (ITU-T G.107); null: nothing came, or nobody measured. */
  mos: z.number().nullable(),
  /** Yuan; of somebody outside beside the callee. */
  cost: z.string(),
});

export const callDetail = callRow.extend({
  /** The callee's first; empty where nobody but the robot took part. */
  legs: z.array(callLeg),
  /** Null: whoever the plan chose. */
  synthesis: comparedVoice.nullable(),
  /** Why it ended so: a key of the catalogue with its sentence. */
  because: z.string(),
  becauseText: z.string(),
  /** What the carrier wrote beside the code. */
  sipReason: z.string(),
  /** Its SIP was kept: `call/ladder`. */
  hasLadder: z.boolean(),
  /** Its number stands on the blacklist for what was said in it. */
  isBlacklistedBy: z.boolean(),
  /** Something listened to what the callee said; null: not answered yet or at all, or of a release that did not note it. */
  heard: z.boolean().nullable(),
  levelRule: z.string().nullable(),
  /** A level that a person set: what the rules had said, who, when and why. */
  correction: z
    .object({ ruledLevel: levelWord.nullable(), level: levelWord, why: z.string(), by: z.string(), at: z.string() })
    .nullable(),
  /** Of who was followed up after it (已跟进); notes, the newest first. */
  followed: followed.nullable(),
  notes: z.array(callNote),
  /** What the rules after a call did (docs/after-call.md), and which of them. */
  afterCall: z.array(z.object({ rule: z.string(), text: z.string() })),
  callerNumber: z.string(),
  answeredAt: z.string().nullable(),
  ringMs: z.number().int().nullable(),
  lastNode: z.string().nullable(),
  transcript: z.array(transcriptLine),
  path: z.array(
    z.object({
      node: z.string(),
      name: z.string(),
      knowledge: z.boolean(),
      atMs: z.number(),
      /** Core's `Exit`, and the merchant's own name of it; both empty while the node is not left. */
      leftBy: z.string(),
      leftName: z.string(),
      /** What the robot asked of the world there, and what came of it; absent: nothing. */
      asked: z
        .array(
          z.object({
            kind: z.enum(askTypes),
            /** Address, template or number; never a value. */
            target: z.string(),
            /** `waiting`: the call ended before an answer came. */
            outcome: z.enum(['waiting', ...answerTypes]),
            /** Why it failed, as a word; else empty. */
            because: z.string(),
          }),
        )
        .exactOptional(),
    }),
  ),
  answers: z.array(z.object({ label: z.string(), value: z.string(), atMs: z.number().nullable() })),
  /** What it cost by parts, in yuan; they add up to `cost`, but for messages, which may follow it. */
  costs: z.object({
    talk: z.string(),
    recognition: z.string(),
    synthesis: z.string(),
    model: z.string(),
    /** Of the market, by the minute. */
    plan: z.string(),
    messages: z.string(),
  }),
  /** What it used of services, whosever they are. */
  used: z.object({
    recognitionMs: z.number().int(),
    /** That a voice spoke anew; what was spoken before is kept. */
    characters: z.number().int(),
    /** Of language models, and the tokens they read and wrote; `estimated`: some of them as counted here. */
    answers: z.number().int(),
    asked: z.number().int(),
    answered: z.number().int(),
    estimated: z.boolean(),
  }),
  about: knownBefore,
  recording: z
    .object({
      fileId: fileKey,
      durationMs: z.number().int(),
      /** Loudness 0–255 of 20 ms steps folded to at most 2,000 columns a channel; null until the job has made them. */
      peaks: z
        .object({
          callee: z.array(z.number().int()),
          robot: z.array(z.number().int()),
          /** Where neither side sounds for 3 s or more, by the sound itself; null: of recordings of earlier releases nobody noted it. */
          quiet: z.array(z.object({ fromMs: z.number().int(), toMs: z.number().int() })).nullable(),
          /** Where a person paused it: silence in the file. */
          paused: z.array(z.object({ fromMs: z.number().int(), toMs: z.number().int() })),
        })
        .nullable(),
    })
    .nullable(),
  media: z
    .object({
      codec: z.string(),
      packetsLost: z.number(),
      packetsReceived: z.number(),
      jitterMs: z.number(),
      /** 1 to 4.5, of what we heard; null where it was not measured. */
      mos: z.number().nullable(),
      /** By RTCP, where the far end sends it. */
      roundTripMs: z.number().nullable(),
    })
    .nullable(),
});

export const callEndpoints = {
  /** A test call by hand (试呼): a row and a wake-up; answers with the call's id at once. */
  place: endpoint({
    path: 'call/place',
    right: { needs: 'button', button: 'call_out' },
    /** `variables`: values of the plan's variables by name, for this callee. */
    /** `draft`: with the plan as it is edited, not as it was published. */
    input: z.object({ planId: id, lineId: id, phone, variables, draft: flag.default(false) }),
    /** `warning`: what the rules of calling say against it, where they only warn. */
    output: z.object({ id, warning: z.string().nullable() }),
    idempotent: false,
    summary: 'Places a test call of a plan over a line to a number.',
  }),
  hangUp: endpoint({
    path: 'call/hangUp',
    right: { needs: 'button', button: 'call_out' },
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Ends a live call of the merchant.',
  }),
  list: endpoint({
    path: 'call/list',
    right: { needs: 'page', page: 'callLog' },
    input: listInput.extend({ after: callCursor.optional(), ...callFilter }),
    output: z.object({
      list: z.array(callRow),
      total: z.number().int(),
      more: z.boolean().optional(),
      /** Of words that many calls hold: only so many of the newest were looked at, `after` goes on behind them. */
      lookedAt: z.number().int().optional(),
      /**
       * Over all that was found, on the first page; null on further ones, and where `total` is not exact. Trials count apart:
       * `byHand` says how many are in no sum, none where they alone were asked for.
       */
      sums: z.object({ talkMs: z.number().int(), cost: z.string(), byHand: z.number().int() }).nullable(),
      after: callCursor.nullable(),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    shows: 'phones',
    summary: 'Lists the calls of the merchant: what ended or was placed last is first.',
  }),
  /** What the further filters can be set to. */
  choices: endpoint({
    path: 'call/choices',
    right: { needs: 'button', button: 'search_more' },
    input: z.object({}),
    output: z.object({
      ports: z.array(z.object({ id, name: z.string() })),
      /** Whose calls are seen. */
      people: z.array(z.object({ id, name: z.string() })),
      /** Of the newest calls that have some. */
      tags: z.array(z.string()),
      /** Without cities for who sees masked numbers. */
      areas: z.array(z.object({ province: z.string(), cities: z.array(z.string()) })),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'What calls can be narrowed to: ports, people, tags, places.',
  }),
  /** xlsx, or csv beyond a workbook's rows. */
  export: endpoint({
    path: 'call/export',
    right: { needs: 'button', button: 'callLog:export' },
    input: z.object(chosenCalls),
    output: exportStarted,
    idempotent: false,
    rateCost: 50,
    summary: 'Writes the filtered calls, or those chosen of them, into a file in the background.',
  }),
  people: endpoint({
    path: 'call/people',
    right: { needs: 'page', page: 'callLog' },
    input: z.object(chosenCalls),
    output: z.object({
      people: z.number().int(),
      calls: z.number().int(),
      /** There are more: of the newest so many calls. */
      more: z.boolean(),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 5,
    summary: 'How many people the filtered calls were with, or those chosen of them.',
  }),
  /** Numbers, names and what is known of them, as an import of the task: what it refuses comes as a file of the batch. */
  append: endpoint({
    path: 'call/append',
    right: { needs: 'button', button: 'task:create' },
    input: z.object({
      ...chosenCalls,
      into: id,
      /** Into a new task of this name, with the settings of `into`. */
      name: taskName.optional(),
    }),
    output: z.object({ batchId: id, people: z.number().int() }),
    idempotent: false,
    rateCost: 50,
    summary: 'Adds the people of the filtered calls, or of those chosen of them, to a task in the background.',
  }),
  detail: endpoint({
    path: 'call/detail',
    right: { needs: 'page', page: 'callLog' },
    input: z.object({ id }),
    output: callDetail,
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'One call with transcript, path, answers and recording.',
  }),
  /** Of the version that the call had; nothing of what its nodes say. */
  graph: endpoint({
    path: 'call/graph',
    right: { needs: 'page', page: 'callLog' },
    input: z.object({ id }),
    output: z.object({
      /** Those the call came through. */
      flows: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          nodes: z.array(z.object({ id: z.string(), name: z.string(), x: z.number(), y: z.number() })),
          ways: z.array(z.object({ from: z.string(), to: z.string() })),
        }),
      ),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 3,
    opensGraph: { call: 'id' },
    summary: 'The flows a call came through, as the editor has them: nodes with their places, and ways.',
  }),
  /** A ticket for GET /api/front/call/listen?ticket=…: the live sound as a stream of stereo A-law (left callee, right robot), 8 kHz, no header. */
  listenTicket: endpoint({
    path: 'call/listenTicket',
    right: { needs: 'button', button: 'seat:monitor' },
    input: z.object({ id }),
    output: z.object({ url: z.string() }),
    idempotent: true,
    summary: 'Gives a one-minute address of the live sound of a call.',
  }),
} as const;
