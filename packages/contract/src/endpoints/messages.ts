import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fileKey, id } from '../fields.ts';
import { reminderTypes } from '../push.ts';

/** A kept push message, with the fields it had on the socket. */
const reminder = z.object({
  seq: id,
  type: z.literal(reminderTypes),
  msg: z.string(),
  phone: z.string(),
  /** What it is about: a callback (type 4), a call record (type 5); '' for nothing. */
  id: z.string(),
  /** The task that it is about, '' where several; null: none. */
  task: z.string().nullable(),
  /** The file that it brings (a report that was made by itself); null: none. */
  fileId: fileKey.nullable(),
  at: z.string(),
  isRead: z.boolean(),
});

/** `unread` counts up to this and no further. */
export const MOST_UNREAD = 100;
const unread = z.object({ unread: z.number().int().max(MOST_UNREAD) });

/** Of what the bell tells; each person chooses which of them ring (docs/after-call.md#the-bell). */
export const bellKinds = [
  'customer',
  'afterCall',
  'todo',
  'taskFinished',
  'taskPaused',
  'importRefused',
  'lineDown',
  'moneyLow',
  'breaker',
  'webhookOff',
  'library',
  'smsReply',
  'smsProvider',
  'smsTemplate',
  'recordOrder',
  'market',
] as const;
export type BellKind = (typeof bellKinds)[number];
const bellKind = z.enum(bellKinds);

/** The message reminder: push messages of types 1–5, everybody's own, of 30 days. */
export const messageEndpoints = {
  list: endpoint({
    path: 'message/list',
    right: { needs: 'token' },
    input: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      /** The `after` of the page before. */
      after: id.optional(),
    }),
    output: z.object({ list: z.array(reminder), after: id.nullable() }),
    idempotent: true,
    shows: 'phones',
    summary: 'Own reminders of 30 days, newest first; phones masked for who may not see them.',
  }),
  unread: endpoint({
    path: 'message/unread',
    right: { needs: 'token' },
    input: z.object({}),
    output: unread,
    idempotent: true,
    summary: `How many own reminders are unread, up to ${MOST_UNREAD}.`,
  }),
  read: endpoint({
    path: 'message/read',
    right: { needs: 'token' },
    input: z.object({ seqs: z.array(id).min(1).max(100) }),
    output: unread,
    idempotent: true,
    summary: 'Marks own reminders as read; what is not one’s own stays as it is. Answers what is left unread.',
  }),
  readAll: endpoint({
    path: 'message/readAll',
    right: { needs: 'token' },
    /** Up to this one: what came after the page looked stays unread. */
    input: z.object({ upTo: id }),
    output: unread,
    idempotent: true,
    summary: 'Marks own reminders up to one of them as read.',
  }),
  choices: endpoint({
    path: 'message/choices',
    right: { needs: 'token' },
    input: z.object({}),
    output: z.object({ off: z.array(bellKind) }),
    idempotent: true,
    summary: 'Of which kinds of news the bell does not tell whoever asks.',
  }),
  saveChoices: endpoint({
    path: 'message/saveChoices',
    right: { needs: 'token' },
    input: z.object({ off: z.array(bellKind).max(bellKinds.length) }),
    output: z.object({}),
    idempotent: true,
    summary: 'Chooses them, for oneself.',
  }),
} as const;
