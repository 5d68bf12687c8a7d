import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, listInput, merchantNumber, oneLine, wholeField } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';
import { taskLimits } from './tasks.ts';

/** Who looks after merchants lends the lines of one to others (decision 91). */
const keepers = { needs: 'role', roles: ['admin', 'agent'] } as const;
/** Whose line it is: a merchant or reseller of the caller’s world, or a reseller itself. */
const line = { id, lineId: id };

const loan = z.object({
  cid: z.string(),
  merchant: z.string(),
  /** What the line is called there. */
  name: z.string(),
  channels: z.number().int(),
  /** Yuan a minute. */
  pricePerMinute: z.string(),
  unitSeconds: z.number().int(),
  /** Numbers abroad as well. */
  abroad: z.boolean(),
  /** Calls that live now. */
  live: z.number().int(),
});

export const lendingEndpoints = {
  loans: endpoint({
    path: 'line/loans',
    right: keepers,
    input: listInput.extend(line),
    output: z.object({
      list: z.array(loan),
      total: z.number().int(),
      /** Of the line itself, and what lives there of all that have it. */
      channels: z.number().int(),
      live: z.number().int(),
      /** The line itself dials numbers abroad, so that others may be let. */
      abroad: z.boolean(),
    }),
    idempotent: true,
    summary: 'Who has a line, and how many channels each at most.',
  }),
  lend: endpoint({
    path: 'line/lend',
    right: keepers,
    input: z.object({
      ...line,
      /** To whom: the merchant’s number. */
      cid: merchantNumber,
      name: oneLine.trim().min(1).max(50),
      channels: wholeField(taskLimits.channels),
      pricePerMinute: z.string().regex(/^\d{1,4}(\.\d{1,4})?$/, 'price' satisfies Fault),
      unitSeconds: z.enum(['6', '60']).default('60'),
      /** Lets numbers abroad be called over it; left out, it does not. */
      abroad: flag.default(false),
    }),
    output: z.object({}),
    idempotent: true,
    proof: 'always',
    summary:
      'Lends a line to a merchant, or changes on what terms; its channels, rate and numbers hold over all that have it together.',
  }),
  takeBack: endpoint({
    path: 'line/takeBack',
    right: keepers,
    input: z.object({ ...line, cid: merchantNumber }),
    output: z.object({}),
    idempotent: true,
    summary: 'Takes a lent line back; calls in progress go on, nothing new is dialled over it.',
  }),
};
