import { callDirections } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, listInput } from '../fields.ts';
import { callCursor, callNote, followed, levelWord, NOTE_CHARS } from './calls.ts';

/** Which of one's windows: each has its own person before it. Left out: one has but one. */
const window = z.string().max(40).optional();

const look = { needs: 'page', page: 'callLog' } as const;

/** Somebody to follow up, by the latest answered call; calls by hand are trials and follow nobody. */
const followUp = z.object({
  callId: id,
  phone: z.string(),
  calleeName: z.string(),
  level: levelWord.nullable(),
  /** The level is a person's, not the rules'. */
  corrected: z.boolean(),
  /** When that call was over. */
  at: z.string(),
  talkMs: z.number().int(),
  direction: z.enum(callDirections),
  task: z.object({ id, name: z.string() }).nullable(),
  /** What was answered, else the longest the callee said; empty: nothing. */
  said: z.string(),
  levelRule: z.string(),
  /** Who has this person before them just now. */
  taken: z.object({ by: z.string(), mine: z.boolean() }).nullable(),
  /** The place in the list, for `after`. */
  cursor: callCursor,
});

export const followUpEndpoints = {
  list: endpoint({
    path: 'followUp/list',
    right: look,
    input: listInput.extend({ after: callCursor.optional(), taskId: id.optional() }),
    output: z.object({
      list: z.array(followUp),
      total: z.number().int(),
      more: z.boolean().optional(),
      after: callCursor.nullable(),
    }),
    idempotent: true,
    shows: 'phones',
    inPreview: true,
    rateCost: 1,
    summary:
      'People whose latest answered call came to A or B and whom nobody has followed up since, the latest first.',
  }),
  count: endpoint({
    path: 'followUp/count',
    right: look,
    input: z.object({ taskId: id.optional() }),
    output: z.object({ total: z.number().int(), more: z.boolean().optional() }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    summary: 'How many people the list of whom to follow up holds.',
  }),
  take: endpoint({
    path: 'followUp/take',
    right: look,
    /** `id`: the person of that call. Else the first in the list that nobody has, after `after` where it is given. */
    input: z.object({ id: id.optional(), after: callCursor.optional(), taskId: id.optional(), window }),
    /** Null: nobody is left, or the person waits no more. */
    output: z.object({ person: followUp.nullable() }),
    idempotent: true,
    shows: 'phones',
    rateCost: 1,
    summary:
      'Takes one person for some minutes, so that nobody else gets the same; lets go of the one before in that window. Again: renews.',
  }),
  leave: endpoint({
    path: 'followUp/leave',
    right: look,
    input: z.object({ window }),
    output: z.object({}),
    idempotent: true,
    summary: 'Lets go of whom one has taken in that window.',
  }),
  done: endpoint({
    path: 'followUp/done',
    right: look,
    /** `done` 0 takes it back. */
    input: z.object({ id, done: flag }),
    output: z.object({ followed: followed.nullable() }),
    idempotent: true,
    summary: 'Says of an answered call that its person was followed up.',
  }),
  note: endpoint({
    path: 'followUp/note',
    right: look,
    /** Empty takes it away. `was`: the note as one had it, empty: none; where it is another by now, it stays. */
    input: z.object({ id, text: z.string().trim().max(NOTE_CHARS), was: z.string().trim().max(NOTE_CHARS) }),
    /** As it is then. */
    output: z.object({ note: callNote.nullable() }),
    idempotent: true,
    summary:
      'Keeps one’s own note of a call in place of the one before; one that is not `was` was written elsewhere since, stays and is answered.',
  }),
} as const;
