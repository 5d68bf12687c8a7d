import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, taskName } from '../fields.ts';
import { callStateWord, levelWord } from './calls.ts';

const people = z.number().int();
const reportCall = z.object({
  id,
  phone: z.string(),
  name: z.string(),
  level: levelWord.nullable(),
  talkMs: z.number().int(),
  placedAt: z.string(),
});

/** Who of a task is called again: nobody reached them, or their latest level is one of these. */
const whom = {
  id,
  of: z.enum(['unreached', 'levels']),
  /** Of `levels`. */
  levels: z.array(levelWord).min(1).max(6).optional(),
};

/** Why people that were asked for are not called again, in the order in which it is asked. */
export const againLeftOuts = ['unreachable', 'blacklisted', 'reachedSince', 'elsewhere', 'twice'] as const;
export type AgainLeftOut = (typeof againLeftOuts)[number];
/** A task made from another takes so many of its people; a further one takes the next. */
export const MOST_AGAIN = 100_000;

export const taskReportEndpoints = {
  sheet: endpoint({
    path: 'task/reportSheet',
    right: { needs: 'button', button: 'callLog:export' },
    input: z.object({ id }),
    /** Null: it waits for a second person’s word. */
    output: z.object({ batchId: id.nullable() }),
    idempotent: false,
    rateCost: 50,
    summary: 'Writes the people of a task into a file in the background: how each came out, a column an answer.',
  }),
  read: endpoint({
    path: 'task/report',
    right: { needs: 'page', page: 'myTask' },
    // It reads the whole list and all its calls.
    rateCost: 5,
    input: z.object({ id }),
    output: z.object({
      /** People, each counted by the latest result. */
      numbers: people,
      dialled: people,
      answered: people,
      /** Answered, and said or pressed something. */
      talked: people,
      /** Level A or B. */
      good: people,
      levels: z.array(z.object({ level: levelWord, people })),
      /** Of those who were dialled and not reached. */
      causes: z.array(z.object({ state: callStateWord, people })),
      calls: z.number().int(),
      talkMs: z.number().int(),
      /** Yuan. */
      cost: z.string(),
      /** By the merchant's wall clock; hours without a call are left out. */
      hours: z.array(z.object({ hour: z.number().int(), calls: z.number().int(), answered: z.number().int() })),
      /** By the level that holds now, five at most of each: best A and B, worst from F up to D. */
      best: z.array(reportCall),
      worst: z.array(reportCall),
    }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'What came of a task: people by their latest result, causes, hours, cost, calls worth hearing.',
  }),
  people: endpoint({
    path: 'task/againPeople',
    right: { needs: 'button', button: 'task:create' },
    input: z.object(whom),
    output: z.object({
      people,
      /** Only so many of them are taken at once. */
      taken: people,
      leftOut: z.array(z.object({ because: z.enum(againLeftOuts), people })),
      /** A name that no task has. */
      name: z.string(),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 5,
    summary: 'How many people of a task would be called again, and why others would not.',
  }),
  again: endpoint({
    path: 'task/again',
    right: { needs: 'button', button: 'task:create' },
    input: z.object({ ...whom, name: taskName }),
    output: z.object({ id, people }),
    idempotent: false,
    rateCost: 10,
    summary: 'Makes a draft with the settings of a task and those of its people who are to be called again.',
  }),
} as const;
