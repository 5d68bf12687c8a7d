import { recordOrderStates, sentenceStates } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, flag, id, listInput, oneLine, wholeField } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';
import { money } from './money.ts';
import { voiceLimits } from './voices.ts';

/** Whoever makes plans prepares an order and sends back what is not right; whoever publishes them spends the money. */
const prepares = { needs: 'button', button: 'plan:edit' } as const;
const spends = { needs: 'button', button: 'plan:publish' } as const;
/** Keyless: a voice person holds no page, and sees what was offered to him alone (docs/recording-orders.md). */
const anybody = { needs: 'token' } as const;

export const recordOrderLimits = { sentences: 500, noteChars: 500, days: 366, open: 200 } as const;

/** Whose voice people an order is offered to. */
export const recordOffers = ['own', 'reseller', 'platform'] as const;
const tabs = ['open', 'mine', 'done'] as const;

const number = wholeField({ least: 1, most: recordOrderLimits.sentences });
const note = z.string().trim().max(recordOrderLimits.noteChars).default('');
const state = z.enum(recordOrderStates);
const counts = {
  sentences: z.number().int(),
  /** Waits to be judged. */
  handedIn: z.number().int(),
  accepted: z.number().int(),
  sentBack: z.number().int(),
  changed: z.number().int(),
};
const shared = {
  id,
  state,
  /** Yuan a sentence; 0 among people of one merchant. */
  price: money,
  /** The last day, of the merchant's zone. */
  deadline: z.string(),
  isLate: z.boolean(),
  ...counts,
};
const take = z.object({
  durationMs: z.number().int(),
  peaks: z.array(z.number().int()),
  at: z.string(),
});
const mark = z.object({ fromMs: z.number().int(), toMs: z.number().int(), note: z.string() });
const sentence = z.object({
  number: z.number().int(),
  text: z.string(),
  /** How it should sound. */
  note: z.string(),
  state: z.enum(sentenceStates),
  /** What was handed in of it last. */
  take: take.nullable(),
  /** Where it was not right. */
  mark: mark.nullable(),
});
const sample = z.object({ text: z.string(), durationMs: z.number().int() }).nullable();

export const recordOrderEndpoints = {
  whom: endpoint({
    path: 'recordOrder/whom',
    right: prepares,
    input: z.object({}),
    output: z.object({
      list: z.array(
        z.object({
          to: z.enum(recordOffers),
          name: z.string(),
          people: z.array(z.object({ id, name: z.string() })),
        }),
      ),
      available: money,
    }),
    idempotent: true,
    summary: 'Whose voice people an order may be offered to, and what the balance reaches.',
  }),
  sentences: endpoint({
    path: 'recordOrder/sentences',
    right: prepares,
    input: z.object({ planId: id, version: z.coerce.number().int().min(1).optional() }),
    output: z.object({
      list: z.array(
        z.object({
          number: z.number().int(),
          text: z.string(),
          state: z.enum(['missing', 'changed', 'recorded']),
          /** In an order that is not over. */
          isOrdered: z.boolean(),
        }),
      ),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    summary: 'What may be ordered of a plan’s draft, or of a version: every part that is recorded alone, each once.',
  }),
  order: endpoint({
    path: 'recordOrder/order',
    right: spends,
    input: z.object({
      planId: id,
      version: z.coerce.number().int().min(1).optional(),
      sentences: z
        .array(z.object({ text: z.string().trim().min(1).max(voiceLimits.textChars), note }))
        .min(1)
        .max(recordOrderLimits.sentences),
      /** A sentence. */
      price: z.string().regex(/^\d{1,5}(\.\d{1,2})?$/, 'yuan' satisfies Fault),
      deadline: day,
      notes: note,
      /** A recording of the library: so it should sound. */
      sampleId: id.optional(),
      to: z.enum(recordOffers),
      /** One of them alone. */
      personId: id.optional(),
      tellsName: flag.default(false),
      /** Chosen by the caller: the same one twice is one order. */
      requestId: oneLine.trim().min(8).max(64),
    }),
    output: z.object({ id }),
    idempotent: true,
    rateCost: 5,
    summary: 'Orders recordings of sentences and holds what they will cost.',
  }),
  list: endpoint({
    path: 'recordOrder/list',
    right: prepares,
    input: listInput.extend({ planId: id.optional(), state: state.optional() }),
    output: z.object({
      list: z.array(
        z.object({
          ...shared,
          planId: id,
          planName: z.string(),
          to: z.string(),
          voice: z.string().nullable(),
          at: z.string(),
        }),
      ),
      total: z.number().int(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Orders of recordings of the merchant, newest first.',
  }),
  info: endpoint({
    path: 'recordOrder/info',
    right: prepares,
    input: z.object({ id }),
    output: z.object({
      ...shared,
      planId: id,
      planName: z.string(),
      to: z.string(),
      voice: z.string().nullable(),
      tellsName: z.boolean(),
      notes: z.string(),
      sample,
      /** Yuan. */
      held: money,
      paid: money,
      list: z.array(sentence),
    }),
    idempotent: true,
    summary: 'One order with its sentences; marks those whose text changed since.',
  }),
  hear: endpoint({
    path: 'recordOrder/hear',
    right: prepares,
    input: z.object({ id, number }),
    output: z.object({ url: z.string() }),
    idempotent: true,
    summary: 'An address where what was handed in of a sentence is heard, for a minute.',
  }),
  accept: endpoint({
    path: 'recordOrder/accept',
    right: spends,
    input: z.object({
      id,
      numbers: z.array(z.number().int().min(1)).min(1).max(recordOrderLimits.sentences),
    }),
    output: z.object({ accepted: z.number().int(), paid: money, state }),
    idempotent: true,
    summary: 'Accepts sentences: they are in the plan’s library at once, and are paid, each once.',
  }),
  sendBack: endpoint({
    path: 'recordOrder/sendBack',
    right: prepares,
    input: z.object({
      id,
      number,
      fromMs: z.coerce
        .number()
        .int()
        .min(0)
        .max(voiceLimits.soundMinutes * 60_000),
      toMs: z.coerce
        .number()
        .int()
        .min(0)
        .max(voiceLimits.soundMinutes * 60_000),
      note: z.string().trim().min(1).max(recordOrderLimits.noteChars),
    }),
    output: z.object({ state }),
    idempotent: false,
    summary: 'Sends a sentence back with a mark: from, to, and what is wrong there.',
  }),
  cancel: endpoint({
    path: 'recordOrder/cancel',
    right: spends,
    input: z.object({ id }),
    output: z.object({ back: money }),
    idempotent: true,
    summary: 'Ends an order: what was recorded of changed sentences is paid, the rest is free again.',
  }),
  desk: endpoint({
    path: 'recordOrder/desk',
    right: anybody,
    input: listInput.extend({ tab: z.enum(tabs).default('open') }),
    output: z.object({
      /** Holds the role of a voice person; else the lists are empty. */
      isVoice: z.boolean(),
      list: z.array(
        z.object({
          ...shared,
          /** Who ordered; null: is not told. */
          merchant: z.string().nullable(),
          /** Sum of what was accepted, yuan. */
          earned: money,
        }),
      ),
      total: z.number().int(),
    }),
    idempotent: true,
    summary: 'The orders of a voice person: offered, his own, those that are over.',
  }),
  work: endpoint({
    path: 'recordOrder/work',
    right: anybody,
    input: z.object({ id }),
    output: z.object({
      ...shared,
      isMine: z.boolean(),
      merchant: z.string().nullable(),
      notes: z.string(),
      sample,
      list: z.array(sentence),
    }),
    idempotent: true,
    summary: 'One order as its voice person sees it: its sentences and nothing else of the plan.',
  }),
  take: endpoint({
    path: 'recordOrder/take',
    right: anybody,
    input: z.object({ id }),
    output: z.object({ state }),
    idempotent: true,
    summary: 'Takes an offered order: of two at once one has it.',
  }),
  handIn: endpoint({
    path: 'recordOrder/handIn',
    right: anybody,
    input: z.object({ id, number }),
    output: z.object({ state, take }),
    idempotent: true,
    rateCost: 1,
    summary: 'Hands in the recording of one sentence; again before it is judged, it takes the place of the one before.',
    upload: { maxBytes: voiceLimits.uploadBytes, extensions: ['wav'] },
  }),
  listen: endpoint({
    path: 'recordOrder/listen',
    right: anybody,
    /** Without a number: the sample. */
    input: z.object({ id, number: number.optional() }),
    output: z.object({ url: z.string() }),
    idempotent: true,
    summary: 'An address where a voice person hears what he handed in, or the sample, for a minute.',
  }),
} as const;
