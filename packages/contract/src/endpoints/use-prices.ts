import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, merchantNumber, oneLine } from '../fields.ts';
import { typedServiceHost } from '../service-host.ts';
import type { Fault } from '../words/allowed.ts';
import { money } from './money.ts';

/** Yuan with up to four decimals. */
const price = z.string().regex(/^\d{1,4}(\.\d{1,4})?$/, 'price' satisfies Fault);
const MOST_HOSTS = 20;

const version = z.object({
  recognitionPrice: money,
  synthesisPrice: money,
  modelPrice: money,
  messagePrice: money,
  /** Of a merchant: it pays what all pay. */
  asAll: z.boolean(),
  hosts: z.array(z.string()),
  at: z.string(),
  /** Who set it, '' where nobody did. */
  by: z.string(),
});

export const usePriceEndpoints = {
  list: endpoint({
    path: 'balance/usePrices',
    right: { needs: 'role', roles: ['admin'] },
    /** Of a merchant, by its number; left out: of all. */
    input: z.object({ cid: merchantNumber.optional() }),
    output: z.object({
      /** Newest first: the first one counts. A merchant that never had its own has none. */
      versions: z.array(version),
    }),
    idempotent: true,
    summary: 'What recognition, voices, models and text messages of the platform cost, and cost before.',
  }),
  set: endpoint({
    path: 'balance/setUsePrices',
    right: { needs: 'role', roles: ['admin'] },
    input: z.object({
      cid: merchantNumber.optional(),
      asAll: flag.default(false),
      /** Yuan: a minute, 1,000 characters, 1,000 tokens, a part of a text message. */
      recognitionPrice: price,
      synthesisPrice: price,
      modelPrice: price,
      messagePrice: price,
      /**
       * Of all: where the platform’s own services are, as `host` (any port) or `host:port`, by every name and address that
       * reaches them; what runs elsewhere costs nothing.
       */
      hosts: z
        .array(
          oneLine
            .trim()
            .refine(typed => typedServiceHost(typed) !== null, 'host' satisfies Fault)
            .overwrite(typed => typedServiceHost(typed) ?? typed),
        )
        .max(MOST_HOSTS)
        .default([]),
    }),
    output: z.object({}),
    idempotent: true,
    proof: 'always',
    summary:
      'Sets what the use of the platform’s services costs a merchant, or all; calls that were placed keep theirs.',
  }),
} as const;
