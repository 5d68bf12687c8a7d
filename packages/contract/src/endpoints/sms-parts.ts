import { z } from 'zod';
import { oneLine } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';

/** What endpoints of text messages have in common. */
export const smsLimits = {
  ...{ templates: 500, recipients: 100_000, reasonChars: 200 },
  /** Of a template. */
  ...{ nameChars: 50, signatureChars: 20, contentChars: 500, linkChars: 500, codeChars: 100 },
  /** Of caps. */
  ...{ leastCap: 1, mostCap: 100 },
} as const;

export const settlesSms = { needs: 'role', roles: ['company', 'agent'] } as const;
export const readsSms = { needs: 'page', page: 'messageTem' } as const;

/** Yuan, as text. */
export const yuan = z.string();
export const webLink = oneLine
  .trim()
  .max(smsLimits.linkChars)
  .refine(text => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'webAddress' satisfies Fault);

export const paged = <Row extends z.ZodRawShape>(row: Row) =>
  z.object({
    list: z.array(z.object(row)),
    /** Exact to 10,000. */
    total: z.number().int(),
    more: z.boolean().optional(),
    after: z.string().nullable(),
  });
