import { customerTypes, hungUpBys, searchSaid } from '@lianxian/core';
import { z } from 'zod';
import { id, whole } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';

export const hungUpBy = z.enum(hungUpBys);
export const customerType = z.literal(customerTypes);

export const texts = <T extends z.ZodType>(item: T) => z.array(item).max(20).optional();
/** Of one tag. */
const TAG_CHARS = 50;
const AREA_CHARS = 20;
const SAID_CHARS = 50;
const CALLER_CHARS = 40;
const BECAUSE_CHARS = 60;
const WEEKDAY = { least: 0, most: 6 } as const;
const hour = z.coerce.number().int().min(0).max(24).optional();
/** Of calls that are over; beside plan and length of talk behind `search_more`. */
export const furtherFilter = {
  /** Seconds of talk at most. */
  talkToS: z.coerce.number().int().min(0).max(86_400).optional(),
  portId: id.optional(),
  /** Whose calls they are: who placed one, or made its task, or was given it. */
  ownerId: id.optional(),
  customerTypes: texts(customerType),
  /** With any of them. */
  tags: texts(z.string().trim().min(1).max(TAG_CHARS)),
  province: z.string().trim().max(AREA_CHARS).optional(),
  /** Of that province; not for who sees masked numbers. */
  city: z.string().trim().max(AREA_CHARS).optional(),
  hungUpBys: texts(hungUpBy),
  /** With `planId`. */
  planVersion: z.coerce.number().int().min(-1_000_000).max(1_000_000).optional(),
  lineId: id.optional(),
  /** The number of ours that was shown. */
  callerNumber: z.string().trim().max(CALLER_CHARS).optional(),
  /** Keys of why they ended. */
  becauses: texts(z.string().trim().min(1).max(BECAUSE_CHARS)),
  /** Days of the merchant's week on which a call was placed; Monday is 0. */
  weekdays: texts(whole(WEEKDAY)),
  /** Hours of the merchant's day in which a call was placed: from 9 to 12 is 09:00 to 11:59; from 22 to 6 goes over midnight. */
  hourFrom: hour,
  hourTo: hour,
  /** Words that somebody said: two neighbouring letters, signs or figures at least. */
  words: z
    .string()
    .trim()
    .max(SAID_CHARS)
    .refine(text => searchSaid(text).pairs.length > 0, 'twoLetters' satisfies Fault)
    .optional(),
};
