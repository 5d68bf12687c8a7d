import { z } from 'zod';

const LARGEST_ID = 2n ** 63n - 1n;
/** Ids travel as decimal text: 64-bit in the database. */
export const id = z
  .string()
  .regex(/^[1-9]\d{0,18}$/, { abort: true })
  .refine(text => BigInt(text) <= LARGEST_ID);
/** What a file is called on the wire: opaque text that nobody can guess, of so many characters at most. */
export const fileKey = z.string().regex(/^[\w-]{1,64}$/);
/** The number a merchant signs in with. */
export const merchantNumber = z.string().regex(/^\d{1,20}$/);
/** Text of one line: no control characters, so that it can stand in a SIP header, a file name, a log. */
export const oneLine = z.string().regex(/^\P{Cc}*$/u);
/** Yes or no in a form field. */
export const flag = z.stringbool({ truthy: ['1', 'true'], falsy: ['0', 'false'] });
/** 8 to 12 digits after normalising; the rim's normaliser is core's `normalisePhone`. */
export const phone = z.string().max(20);
/** Names to texts, as JSON in a form field; what a callee's sentences are filled with. */
const MOST_VARIABLES = 20;
const VARIABLE_CHARS = 50;
export const variables = z
  .record(z.string(), z.string().trim().max(VARIABLE_CHARS))
  .check(({ value, issues }) => {
    if (Object.keys(value).length > MOST_VARIABLES)
      issues.push({ code: 'too_big', origin: 'array', maximum: MOST_VARIABLES, inclusive: true, input: value });
  })
  .default({});
/** Lists: `page` from 1 and `limit`, or `after` (a cursor) on own pages (docs/wire.md#lists). Form fields are text. */
export const listInput = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  after: z.string().max(200).optional(),
});
