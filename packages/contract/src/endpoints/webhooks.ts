import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, oneLine } from '../fields.ts';
import { webhookEventNames, webhookFaults } from '../webhook-events.ts';

const roles = ['company', 'agent'] as const;
const right = { needs: 'role', roles } as const;
/** How a delivery stands. */
export const deliveryStates = ['waiting', 'sent', 'givenUp'] as const;

export const webhookLimits = { endpoints: 20, replayed: 1_000 } as const;

const endpointRow = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEventNames)),
  wholeNumbers: z.boolean(),
  enabled: z.boolean(),
  /** Why the house switched it off; '' where it did not. */
  offBecauseText: z.string(),
  /** Nothing has got through since; null: the last one did. */
  failingSince: z.string().nullable(),
  /** Messages that wait, up to a thousand. */
  waiting: z.number().int(),
});

const delivery = z.object({
  id,
  event: z.string(),
  eventText: z.string(),
  /** What it is about, as `call:17`. */
  subject: z.string(),
  at: z.string(),
  state: z.enum(deliveryStates),
  tries: z.number().int(),
  triedAt: z.string().nullable(),
  /** When it is tried again; null: no more. */
  dueAt: z.string().nullable(),
  code: z.number().int().nullable(),
  because: z.enum(webhookFaults),
  becauseText: z.string(),
  tookMs: z.number().int().nullable(),
});

const secret = z.object({ id, secret: z.string() });

/** What is told to the merchant's own systems, and what became of it (docs/webhooks.md). */
export const webhookEndpoints = {
  list: endpoint({
    path: 'webhook/list',
    right,
    input: z.object({}),
    output: z.object({ list: z.array(endpointRow) }),
    idempotent: true,
    inPreview: true,
    summary: 'Where events are sent to, and how it goes.',
  }),
  options: endpoint({
    path: 'webhook/options',
    right: { needs: 'button', button: 'task:control' },
    input: z.object({}),
    output: z.object({ list: z.array(z.object({ id, name: z.string() })) }),
    idempotent: true,
    inPreview: true,
    summary: 'The names of endpoints that are on, for rules that send to one.',
  }),
  save: endpoint({
    path: 'webhook/save',
    right,
    input: z.object({
      id: id.optional(),
      name: oneLine.trim().min(1).max(50),
      url: oneLine.trim().min(1).max(2_000),
      events: z.array(z.enum(webhookEventNames)).max(webhookEventNames.length),
      /** Whole numbers of callees are sent; only who sees them may say so. */
      wholeNumbers: flag.default(false),
    }),
    /** The secret of a new one, shown this once; '' of one that was there. */
    output: secret,
    idempotent: false,
    proof: 'always',
    summary: 'Adds or edits an endpoint; the secret it signs with is shown once.',
  }),
  renewSecret: endpoint({
    path: 'webhook/renewSecret',
    right,
    input: z.object({ id }),
    output: secret,
    idempotent: false,
    proof: 'always',
    summary: 'Makes a new secret, shown once; the old one is worth nothing from then on.',
  }),
  enable: endpoint({
    path: 'webhook/enable',
    right,
    input: z.object({ id, enabled: flag }),
    output: z.object({}),
    idempotent: true,
    summary: 'Switches an endpoint on or off; nothing is written for one that is off.',
  }),
  remove: endpoint({
    path: 'webhook/remove',
    right,
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Removes an endpoint with its log.',
  }),
  test: endpoint({
    path: 'webhook/test',
    right,
    input: z.object({ id }),
    output: delivery.extend({ answer: z.string() }),
    idempotent: false,
    rateCost: 3,
    summary: 'Sends a test event at once, and says what was answered.',
  }),
  deliveries: endpoint({
    path: 'webhook/deliveries',
    right,
    input: z.object({
      endpointId: id,
      state: z.enum(deliveryStates).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      after: id.optional(),
    }),
    output: z.object({ list: z.array(delivery), after: id.nullable() }),
    idempotent: true,
    summary: 'What was sent to an endpoint in the last 30 days, newest first.',
  }),
  delivery: endpoint({
    path: 'webhook/delivery',
    right,
    input: z.object({ id }),
    output: delivery.extend({
      /** As it is sent; '' for who may not see the whole numbers in it. */
      body: z.string(),
      answer: z.string(),
    }),
    idempotent: true,
    shows: 'phones',
    summary: 'One of them: what was sent, and the first of what was answered.',
  }),
  replay: endpoint({
    path: 'webhook/replay',
    right,
    input: z.object({
      endpointId: id,
      /** Left out: all that were given up, the newest thousand. */
      ids: z.array(id).min(1).max(100).optional(),
    }),
    output: z.object({ count: z.number().int() }),
    idempotent: true,
    summary: 'Sends deliveries again, with the id they had.',
  }),
} as const;
