import { messageSources, messageStates, smsKinds } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, instant, listInput, oneLine, variables } from '../fields.ts';
import { chosenCalls } from './calls.ts';
import { chosenCustomers } from './customers.ts';
import { paged, readsSms as reads, yuan } from './sms-parts.ts';

/** Whoever calls people may write to them. */
const sends = { needs: 'button', button: 'call_out' } as const;
const sendsMany = { needs: 'button', button: 'task:create' } as const;

const message = {
  id,
  templateId: id.nullable(),
  template: z.string(),
  kind: z.enum(smsKinds),
  phone: z.string(),
  /** A customer's or a list's word for who it is. */
  name: z.string(),
  state: z.enum(messageStates),
  stateText: z.string(),
  /** Why it did not go, or not come on. */
  because: z.string(),
  becauseText: z.string(),
  parts: z.number().int(),
  cost: yuan,
  source: z.enum(messageSources),
  sourceText: z.string(),
  taskId: id.nullable(),
  task: z.string(),
  callId: id.nullable(),
  provider: z.string(),
  by: z.string(),
  createdAt: z.string(),
  /** When it is looked at again, while it waits for its hours. */
  dueAt: z.string().nullable(),
  sentAt: z.string().nullable(),
  /** When the carrier said how it ended. */
  reportedAt: z.string().nullable(),
  replies: z.number().int(),
  clicks: z.number().int(),
};

const reply = {
  id,
  phone: z.string(),
  text: z.string(),
  /** Who answers so is left alone from then on. */
  stop: z.boolean(),
  at: z.string(),
  /** Nobody called, wrote or closed it since, within a week; who wants no more waits for nothing. */
  waits: z.boolean(),
  /** What it answers; null: nothing of ours. */
  messageId: id.nullable(),
  template: z.string(),
  taskId: id.nullable(),
  callId: id.nullable(),
  provider: z.string(),
};

/** Whom a message goes to; the first figures of a number, or the whole where only a masked one is seen. */
const messageFilter = {
  phone: z.string().max(20).optional(),
  templateId: id.optional(),
  providerId: id.optional(),
  taskId: id.optional(),
  callId: id.optional(),
  /** Of one sending to many (`sms/batches`). */
  batchId: id.optional(),
  kind: z.enum(smsKinds).optional(),
  source: z.enum(messageSources).optional(),
  states: z.array(z.enum(messageStates)).max(messageStates.length).optional(),
  /** Somebody answered, or opened its link. */
  replied: flag.optional(),
  clicked: flag.optional(),
  from: instant.optional(),
  to: instant.optional(),
};

/** Whom a filter of people is: typed numbers, people of filtered calls, or customers of the number library. */
const recipientKinds = ['phones', 'calls', 'customers'] as const;
const recipients = {
  of: z.enum(recipientKinds),
  /** Of `phones`: one a line, or separated by commas. */
  phones: z.string().max(1_600_000).optional(),
  /** Of `calls`: what `call/people` is asked with, as JSON. */
  calls: z.object(chosenCalls).optional(),
  /** Of `customers`: what `custom/list` is narrowed by, or the ids of some of them, as JSON. */
  customers: z.object(chosenCustomers).optional(),
};

/** Its people are read; what was made of them waits or is on its way; all is over; taken back. */
const smsBatchStates = ['preparing', 'running', 'done', 'cancelled'] as const;

export const smsOutcome = z.object({
  id,
  state: z.enum(messageStates),
  stateText: z.string(),
  because: z.string(),
  becauseText: z.string(),
  dueAt: z.string().nullable(),
  cost: yuan,
});

/** Text messages by hand and to many, and what became of them (docs/sms.md). */
export const smsMessageEndpoints = {
  send: endpoint({
    path: 'sms/send',
    right: sends,
    input: z.object({
      templateId: id,
      /** A number, or the token that stands for one that is seen masked; or the call with whom. */
      phone: oneLine.trim().max(300).optional(),
      callId: id.optional(),
      variables,
      /** The same one twice is sent once. */
      requestId: oneLine.trim().min(1).max(64).optional(),
    }),
    output: smsOutcome,
    idempotent: false,
    rateCost: 2,
    summary: 'Sends one message by hand.',
  }),
  count: endpoint({
    path: 'sms/count',
    right: sendsMany,
    input: z.object({ templateId: id, variables, ...recipients }),
    output: z.object({
      people: z.number().int(),
      /** Rows that are no mobile number. */
      refused: z.number().int(),
      /** Whom no message may reach, as it stands now. */
      withheld: z.number().int(),
      /** Who lacks a variable. */
      missing: z.number().int(),
      parts: z.number().int(),
      price: yuan,
      /** What the balance has for it. */
      available: yuan,
      more: z.boolean(),
    }),
    idempotent: true,
    rateCost: 10,
    summary: 'How many a message would go to, and what it would cost.',
  }),
  sendMany: endpoint({
    path: 'sms/sendMany',
    right: sendsMany,
    input: z.object({ templateId: id, variables, ...recipients }),
    output: z.object({ batchId: id }),
    idempotent: false,
    rateCost: 20,
    summary: 'Sends a message to all of them, in the background.',
  }),
  batches: endpoint({
    path: 'sms/batches',
    right: sendsMany,
    input: listInput.extend({ after: id.optional() }),
    output: paged({
      id,
      templateId: id.nullable(),
      template: z.string(),
      state: z.enum(smsBatchStates),
      people: z.number().int(),
      waiting: z.number().int(),
      delivered: z.number().int(),
      failed: z.number().int(),
      withheld: z.number().int(),
      cost: yuan,
      by: z.string(),
      createdAt: z.string(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Messages to many at once, newest first, and how far each is.',
  }),
  cancelBatch: endpoint({
    path: 'sms/cancelBatch',
    right: sendsMany,
    input: z.object({ id }),
    output: z.object({ count: z.number().int() }),
    idempotent: true,
    summary: 'Takes back what of a sending to many still waits.',
  }),
  links: endpoint({
    path: 'sms/links',
    right: reads,
    input: listInput.extend({ after: id.optional() }),
    output: paged({
      templateId: id,
      template: z.string(),
      link: z.string(),
      sent: z.number().int(),
      /** People who opened it. */
      opened: z.number().int(),
      clicks: z.number().int(),
      lastAt: z.string().nullable(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Short links by template: how many people got one, and opened it.',
  }),
  messages: endpoint({
    path: 'sms/messages',
    right: { needs: 'any', pages: ['messageTem', 'callLog', 'number'], buttons: [] },
    input: listInput.extend({ after: id.optional(), ...messageFilter }),
    output: paged(message),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    shows: 'phones',
    summary: 'What was sent, newest first.',
  }),
  message: endpoint({
    path: 'sms/message',
    right: { needs: 'any', pages: ['messageTem', 'callLog', 'number'], buttons: [] },
    input: z.object({ id }),
    output: z.object({
      ...message,
      /** As it was sent; masked where numbers in it are. */
      text: z.string(),
      /** What the carrier said of each part, '' not yet. */
      reports: z.array(z.object({ ref: z.string(), state: z.string(), code: z.string(), at: z.string().nullable() })),
      answers: z.array(z.object({ id, text: z.string(), stop: z.boolean(), at: z.string() })),
      /** The short link, and when it was first and last opened. */
      link: z.object({ url: z.string(), clicks: z.number().int(), firstAt: z.string().nullable() }).nullable(),
    }),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'One message: its text, what the carrier said, and who answered.',
  }),
  cancel: endpoint({
    path: 'sms/cancel',
    right: sendsMany,
    input: z.object({ ids: z.array(id).min(1).max(1_000) }),
    output: z.object({ count: z.number().int() }),
    idempotent: true,
    summary: 'Takes back messages that still wait.',
  }),
  export: endpoint({
    path: 'sms/export',
    right: { needs: 'button', button: 'callLog:export' },
    input: z.object(messageFilter),
    output: z.object({ batchId: id }),
    idempotent: false,
    rateCost: 10,
    summary: 'Writes the log of messages as a sheet, in the background.',
  }),
  replies: endpoint({
    path: 'sms/replies',
    right: { needs: 'any', pages: ['messageTem', 'callLog', 'number'], buttons: [] },
    input: listInput.extend({
      after: id.optional(),
      phone: z.string().max(20).optional(),
      stop: flag.optional(),
      waits: flag.optional(),
      from: instant.optional(),
      to: instant.optional(),
    }),
    output: paged(reply),
    idempotent: true,
    inPreview: true,
    shows: 'phones',
    summary: 'What people answered, newest first.',
  }),
  closeReplies: endpoint({
    path: 'sms/closeReplies',
    right: { needs: 'any', pages: ['messageTem', 'callLog', 'number'], buttons: [] },
    input: z.object({ ids: z.array(id).min(1).max(1_000) }),
    output: z.object({ count: z.number().int() }),
    idempotent: true,
    summary: 'Says of answers that they need nothing more: they wait for nobody from then on.',
  }),
} as const;
