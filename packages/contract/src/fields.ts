import { z } from 'zod';
import { limits } from './wire.ts';
import type { Fault } from './words/allowed.ts';

const LARGEST_ID = 2n ** 63n - 1n;
/** Ids travel as decimal text: 64-bit in the database. */
export const id = z
  .string()
  .regex(/^[1-9]\d{0,18}$/, { abort: true, error: 'id' satisfies Fault })
  .refine(text => BigInt(text) <= LARGEST_ID, 'id' satisfies Fault);
/** Of sums: 0 is of none. */
export const idOrNone = z
  .string()
  .regex(/^(0|[1-9]\d{0,18})$/, { abort: true, error: 'id' satisfies Fault })
  .refine(text => BigInt(text) <= LARGEST_ID, 'id' satisfies Fault);
/** What a file is called on the wire: opaque text that nobody can guess, of so many characters at most. */
export const fileKey = z.string().regex(/^[\w-]{1,64}$/, 'file' satisfies Fault);
/** Calendars of the database know no year 0. */
const hasYear = (text: string): boolean => !text.startsWith('0000');
/** A day, `2026-03-09`. */
export const day = z.iso.date('day' satisfies Fault).refine(hasYear, 'day' satisfies Fault);
/** A moment with its zone. */
export const instant = z.iso
  .datetime({ offset: true, error: 'instant' satisfies Fault })
  .refine(hasYear, 'instant' satisfies Fault);
/** The number a merchant signs in with. */
export const merchantNumber = z.string().regex(/^\d{1,20}$/, 'merchantNumber' satisfies Fault);
/** Text of one line: no control characters, so that it can stand in a SIP header, a file name, a log. */
export const oneLine = z.string().regex(/^\P{Cc}*$/u, 'oneLine' satisfies Fault);
/** How a task is called; whoever cuts a name asks its limit. */
export const taskName = oneLine.trim().min(1).max(50);
/** What somebody signs in with, wherever it is given or asked for. */
export const account = oneLine.trim().min(1).max(limits.accountChars);
/** A telephone of a person, as people write it. */
export const telephone = z
  .string()
  .trim()
  .max(20)
  .regex(/^[0-9+\- ]*$/, 'telephone' satisfies Fault);
/** Answer of a removal that can be taken back for a day (`removal/undo`): by this. */
export const removed = z.object({ undo: id });
/** Yes or no in a form field. */
export const flag = z.stringbool({ truthy: ['1', 'true'], falsy: ['0', 'false'] });
/** What a whole number may be, both ends included; kept where pages can count by it as well. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}
/** A whole number within JSON, and one that is a form field, which is text. */
export const whole = ({ least, most }: Bounds) => z.number().int().min(least).max(most);
export const wholeField = ({ least, most }: Bounds) => z.coerce.number().int().min(least).max(most);
/** 8 to 12 digits after normalising; the rim's normaliser is core's `normalisePhone`. */
export const phone = z.string().max(20);
/** Names to texts, as JSON in a form field; what a callee's sentences are filled with. */
const MOST_VARIABLES = 20;
/** Of one value, typed or read from a sheet. */
export const VARIABLE_CHARS = 50;
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
