import { lineBecauses } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';
import { levelWord } from './calls.ts';
import { taskStateWord } from './tasks.ts';

/** What the first page (`/home`) shows, by the viewer's data scope; a part he has no right to is null. */
const whole = z.number().int();
/** How many calls came out at each level. */
const levelCounts = z.object({ A: whole, B: whole, C: whole, D: whole, E: whole, F: whole });

/** Calls of tasks that ended on a day of the merchant's; `cost` in yuan as text. */
const figures = { calls: whole, answered: whole, talkMs: whole, levels: levelCounts, cost: z.string() };
/** `byHand`: trials, which are in no other figure. */
const homeDay = z.object({ date: z.string(), ...figures, byHand: z.object({ calls: whole, cost: z.string() }) });

const homeCalls = z.object({
  /** Oldest first, without gaps; the last is `date`. */
  days: z.array(homeDay),
  /** The day before the last one, up to the same time of day while that one runs. */
  before: z.object(figures),
  /** The 24 hours of the last day; `before`: calls of the same hour the day before. */
  hours: z.array(z.object({ hour: whole, answered: whole, unanswered: whole, before: whole })),
});

/** What comes next for a task: when it is done or begins, or what somebody has to do. */
const nextWords = ['import', 'start', 'resume', 'doneAt', 'opensAt', 'because'] as const;
const homeTask = z.object({
  id,
  name: z.string(),
  /** Who made it. */
  maker: z.string(),
  state: taskStateWord,
  total: whole,
  /** Numbers that were called at least once. */
  dialled: whole,
  /** Live calls, and how many it may have. */
  calling: whole,
  concurrency: whole,
  /** Calls that ended, those that were answered, and those that came out at A or B. */
  calls: whole,
  answered: whole,
  wanted: whole,
  /** `at` with `doneAt` and `opensAt`; `text` with `because`, and with `doneAt` what the forecast leaves out. */
  next: z.object({ is: z.enum(nextWords), at: z.string().nullable(), text: z.string() }),
});

const homeTodo = z.discriminatedUnion('kind', [
  /** A task that stands still. `because` is a key of core's `taskBecauses`. */
  z.object({ kind: z.literal('task'), id, name: z.string(), because: z.string(), text: z.string() }),
  z.object({
    kind: z.literal('line'),
    id,
    name: z.string(),
    because: z.enum(lineBecauses),
    since: z.string().nullable(),
    /** It refused every call, and is given none until then. */
    restsUntil: z.string().nullable(),
  }),
  /** What is left is less than a day like the last ones costs. */
  z.object({ kind: z.literal('balance'), available: z.string() }),
  z.object({ kind: z.literal('batch'), id, name: z.string(), text: z.string() }),
  /** Own next steps that are due; requests for one's customers; answers to text messages after which nobody called or wrote; templates that were refused. */
  z.object({ kind: z.enum(['nextSteps', 'asks', 'replies', 'templates']), count: whole }),
]);

const homeIntent = z.object({
  callId: id,
  phone: z.string(),
  name: z.string(),
  level: levelWord,
  /** What he said he wants, else the rule that gave the level. */
  wanted: z.string(),
  at: z.string(),
});

/** The first run (docs/look.md#first-run): how far each step is. */
const homeSteps = z.object({
  /** The practice line, else an own one; null: there is none. */
  line: z.object({ practice: z.boolean(), channels: whole }).nullable(),
  plan: z.object({ name: z.string(), nodes: whole }).nullable(),
  /** The task whose numbers came last. */
  numbers: z.object({ taskId: id, added: whole, refused: whole }).nullable(),
  /** The newest call by hand that was answered. */
  testCall: id.nullable(),
  /** A task that was started, else the newest one. */
  task: z.object({ id, name: z.string(), started: z.boolean() }).nullable(),
});

const home = z.object({
  at: z.string(),
  /** The last day, in the merchant's zone. */
  date: z.string(),
  calls: homeCalls.nullable(),
  /** `byHand`: trials, beside the other calls. */
  live: z.object({ calls: whole, byHand: whole, channels: whole, callsPerSecond: z.number() }).nullable(),
  /** Running ones first, then those that wait or stand still. */
  tasks: z.array(homeTask).nullable(),
  todo: z.array(homeTodo),
  intents: z.array(homeIntent).nullable(),
  /** Of who sees all of the merchant's. */
  balance: z.object({ available: z.string(), reserved: z.string() }).nullable(),
  steps: homeSteps.nullable(),
});

/** the last day, and how many days back. */
const MOST_DAYS = 90;
const day = z.iso
  .date('dayOfCentury' satisfies Fault)
  .refine(text => text >= '2000-01-01' && text < '2100-01-01', 'dayOfCentury' satisfies Fault);

export const homeEndpoints = {
  live: endpoint({
    path: 'user/live',
    right: { needs: 'any', pages: ['callLog', 'myTask', 'port', 'monitor'], buttons: ['call_out'] },
    input: z.object({}),
    output: z.object({ calls: whole }),
    idempotent: true,
    inPreview: true,
    summary: 'How many calls live now, those by hand left out, by the viewer’s data scope.',
  }),
  index: endpoint({
    path: 'user/index',
    right: { needs: 'token' },
    input: z.object({ date: day.optional(), days: z.coerce.number().int().min(1).max(MOST_DAYS).default(7) }),
    output: home,
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'Figures of the first page: days up to a date, and how things stand now.',
  }),
} as const;
