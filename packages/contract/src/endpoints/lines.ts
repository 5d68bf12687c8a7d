import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, listInput, merchantNumber, oneLine } from '../fields.ts';

export const lineRow = z.object({
  id,
  name: z.string(),
  /** Host or address with port, `192.0.2.10:5060`; empty for the practice line. */
  address: z.string(),
  username: z.string(),
  callerNumber: z.string(),
  practice: z.boolean(),
  hasPassword: z.boolean(),
  channels: z.number().int(),
  callsPerSecond: z.number().int(),
  /** Yuan a minute begun. */
  pricePerMinute: z.string(),
});

export const planRow = z.object({
  id,
  planName: z.string(),
  nodes: z.number().int(),
  /** What its sentences say and a test call may fill; an empty one is spoken as its fallback. */
  variables: z.array(z.object({ name: z.string(), label: z.string(), fallback: z.string() })),
  publishedAt: z.string(),
});

export const practiceCallee = z.object({ phone: z.string(), name: z.string(), says: z.string() });

export const lineEndpoints = {
  list: endpoint({
    path: 'line/list',
    right: { needs: 'button', button: 'call_out' },
    input: listInput,
    output: z.object({ list: z.array(lineRow), total: z.number().int() }),
    idempotent: true,
    says: 'Lines of the merchant, the practice line first.',
  }),
  save: endpoint({
    path: 'line/save',
    right: { needs: 'page', page: 'port' },
    input: z.object({
      id: id.optional(),
      name: oneLine.trim().min(1).max(50),
      address: z.string().trim().min(1).max(255),
      username: oneLine.trim().max(100).default(''),
      /** Empty keeps the stored one when editing. */
      password: oneLine.max(200).default(''),
      callerNumber: oneLine.trim().max(20).default(''),
      channels: z.coerce.number().int().min(1).max(5_000).default(10),
      callsPerSecond: z.coerce.number().int().min(1).max(200).default(5),
    }),
    output: z.object({ id }),
    idempotent: false,
    says: 'Adds or edits an ordinary line.',
  }),
  remove: endpoint({
    path: 'line/remove',
    right: { needs: 'page', page: 'port' },
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    says: 'Removes an ordinary line; its records stay.',
  }),
  price: endpoint({
    path: 'line/price',
    right: { needs: 'role', roles: ['admin'] },
    input: z.object({
      /** The merchant’s number. */
      cid: merchantNumber,
      lineId: id,
      pricePerMinute: z.string().regex(/^\d{1,4}(\.\d{1,4})?$/),
    }),
    output: z.object({}),
    idempotent: true,
    says: 'Sets what a minute begun over an ordinary line costs a merchant; the platform’s people alone.',
  }),
  callees: endpoint({
    path: 'practice/callees',
    right: { needs: 'button', button: 'call_out' },
    input: z.object({}),
    output: z.object({ list: z.array(practiceCallee) }),
    idempotent: true,
    says: 'Who answers on the practice line, by number.',
  }),
} as const;

export const planEndpoints = {
  list: endpoint({
    path: 'plan/list',
    right: { needs: 'token' },
    input: listInput,
    output: z.object({ list: z.array(planRow), total: z.number().int() }),
    idempotent: true,
    says: 'Plans of the merchant that may be called with.',
  }),
} as const;

export const fileEndpoints = {
  /** One-file ticket of a minute for GET /api/common/download/{fileId}?ticket=… */
  ticket: endpoint({
    path: 'file/ticket',
    right: { needs: 'token' },
    input: z.object({ fileId: id }),
    output: z.object({ url: z.string() }),
    idempotent: true,
    says: 'A one-minute address of one file.',
  }),
} as const;
