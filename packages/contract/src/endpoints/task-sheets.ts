import { listOrders } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fileKey, flag, id } from '../fields.ts';

/** What is kept with a number stands under so much of its column's title. */
export const KEPT_TITLE_CHARS = 50;
/** As many as are read of a sheet. */
const MOST_COLUMNS = 100;
/** Rows above the titles: the name of the list, who made it. */
const MOST_SKIPPED = 9;
/** A column of a sheet and what it is for. */
export const columnUse = z.object({
  index: z.number().int().min(0).max(16_383),
  /** `further`: another number of the same person, tried in the order of the columns where the one before comes to nothing. `kept`: stays with the number under its title, for conditions of the plan and for who looks. */
  use: z.enum(['phone', 'further', 'name', 'variable', 'kept']),
  /** Of `variable`: its name in the plan. Of `kept`: the title. */
  variable: z.string().trim().max(KEPT_TITLE_CHARS).optional(),
});
export const sheetEncoding = z.enum(['utf-8', 'gb18030', 'big5', 'utf-16le']);
export type SheetEncoding = z.infer<typeof sheetEncoding>;
/** How a file is to be read. `file` is a sheet uploaded before, `text` what was pasted: exactly one of them. */
export const sheetInput = {
  fileId: fileKey.optional(),
  text: z.string().max(250_000).optional(),
  /** Of a workbook; the first without it. */
  sheet: z.coerce.number().int().min(0).max(254).optional(),
  /** Of text; found out without it. */
  encoding: sheetEncoding.optional(),
};

const importInput = {
  id,
  ...sheetInput,
  skipped: z.coerce.number().int().min(0).max(MOST_SKIPPED).default(0),
  header: flag,
  columns: z.array(columnUse).min(1).max(MOST_COLUMNS),
  /** By what the list is called; `orderBy`: the column, of an ascending or descending one. */
  order: z.enum(listOrders).default('given'),
  orderBy: z.coerce.number().int().min(0).max(16_383).optional(),
};

/** A sheet of numbers into a task: looked at, counted, taken. */
export const taskSheetEndpoints = {
  preview: endpoint({
    path: 'task/preview',
    right: { needs: 'button', button: 'task:create' },
    /** `titles`: they stand in this row, 0: nowhere; found out without it. */
    input: z.object({
      id,
      ...sheetInput,
      titles: z.coerce
        .number()
        .int()
        .min(0)
        .max(MOST_SKIPPED + 1)
        .optional(),
      /** Columns are guessed, though a sheet with these titles was imported before. */
      anew: flag.optional(),
    }),
    output: z.object({
      kind: z.enum(['xlsx', 'text']),
      /** Of a workbook. */
      sheets: z.array(z.string()),
      encoding: sheetEncoding.nullable(),
      /** So many rows above the titles are no part of the list. */
      skipped: z.number().int(),
      /** The first row after them holds titles. */
      header: z.boolean(),
      /** What each column is likely for, and why: cells of the first 200 rows that hold something, a mobile number, a date, what may be a name. */
      columns: z.array(
        z.object({
          index: z.number().int(),
          title: z.string(),
          /** Under what it would be kept with its numbers: its title, told apart from others; without one its letter. */
          kept: z.string(),
          guess: columnUse.nullable(),
          filled: z.number().int(),
          mobiles: z.number().int(),
          dates: z.number().int(),
          names: z.number().int(),
        }),
      ),
      /** The columns are for what they were for when a sheet with these titles was last imported; null: they are guessed. */
      remembered: z.object({ at: z.string(), by: z.string() }).nullable(),
      /** Variables of the plan that a column may fill. */
      variables: z.array(z.object({ name: z.string(), label: z.string() })),
      /** The first 20 rows after those skipped, the title row among them; cells cut at 100 characters. */
      rows: z.array(z.array(z.string())),
      /** Cells that were left out: columns beyond the 100th. */
      columnsLeftOut: z.boolean(),
    }),
    idempotent: true,
    rateCost: 5,
    summary: 'Shows the beginning of a sheet and guesses what its columns are.',
  }),
  check: endpoint({
    path: 'task/check',
    right: { needs: 'button', button: 'task:create' },
    input: z.object(importInput),
    output: z.object({
      /** That were looked at: 20,000 at most. */
      rows: z.number().int(),
      /** Numbers that would be added; to who sees numbers masked: that could be, were none of them known. */
      good: z.number().int(),
      duplicate: z.number().int(),
      /** How many are known, and how; null: to who sees numbers masked. */
      known: z
        .object({
          inTask: z.number().int(),
          blacklisted: z.number().int(),
          noConsent: z.number().int(),
          recent: z.number().int(),
          /** In another task that may call, where the task leaves those out. */
          otherTask: z.number().int(),
          /** All their numbers are known as empty or out of service. */
          dead: z.number().int(),
          /** Good ones among them: on the list of one of the 20 newest other tasks that may call, not yet done. */
          waitingElsewhere: z.number().int(),
        })
        .nullable(),
      /** To who sees numbers masked, how many are known in any of these ways; null: no further list is compared today. */
      knownInAll: z.number().int().nullable(),
      invalid: z.number().int(),
      /** Rows that are neither duplicates nor invalid and hold a second number, which is kept and not dialled. */
      spare: z.number().int(),
      /** Rows with further numbers of the same person, which are called where the first comes to nothing. */
      further: z.number().int(),
      /** Rows above the list, its titles among them, that hold a number all the same. */
      skippedNumbers: z.number().int(),
      /** Why, the commonest five. */
      reasons: z.array(z.object({ because: z.string(), n: z.number().int() })),
      /** There are further rows. */
      more: z.boolean(),
    }),
    idempotent: true,
    rateCost: 10,
    summary: 'Counts what an import of a sheet would come to; nothing is written.',
  }),
  import: endpoint({
    path: 'task/import',
    right: { needs: 'button', button: 'task:create' },
    input: z.object(importInput),
    output: z.object({ batchId: id }),
    idempotent: false,
    rateCost: 10,
    summary: 'Adds numbers to a task in the background; refused rows come as a file of the batch.',
  }),
} as const;
