import { type DecisionBecause, type DecisionKind, decisionBecauses, decisionKinds } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, listInput, phone } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';

/** Where a page of the ledger ends; made by the server, opaque to who pages. */
const decisionCursor = z.string().regex(/^\d{1,10}-[1-9]\d{0,17}$/, 'cursor' satisfies Fault);
const keysOf = <K extends string>(keys: readonly K[]) => keys as unknown as readonly [K, ...K[]];

/** What a list or an export is narrowed to. */
const decisionFilter = {
  taskId: id.optional(),
  /** A whole number. */
  phone: phone.optional(),
  kinds: z
    .array(z.enum(keysOf<DecisionKind>(decisionKinds)))
    .max(decisionKinds.length)
    .optional(),
  becauses: z
    .array(z.enum(keysOf<DecisionBecause>(decisionBecauses)))
    .max(decisionBecauses.length)
    .optional(),
  /** Rows that this import did not take. */
  importId: id.optional(),
  /** ISO instants: decided at or after, before. */
  from: instant.optional(),
  to: instant.optional(),
};

export const decisionRow = z.object({
  id,
  at: z.string(),
  /** '' where there is none, or who looks may not be told of which it is. */
  phone: z.string(),
  /** Null: of a message that no task sent. */
  taskId: id.nullable(),
  task: z.string(),
  /** A key of core's decisions; of a later release '' with a sentence that says so. */
  kind: z.string(),
  because: z.string(),
  text: z.string(),
  /** When it is looked at again, or due. */
  until: z.string().nullable(),
  /** '' where no rule said so. */
  rule: z.string(),
  callId: id.nullable(),
  /** The record of the call is still there. */
  recorded: z.boolean(),
});
export type DecisionRow = z.infer<typeof decisionRow>;

export const decisionEndpoints = {
  list: endpoint({
    path: 'decision/list',
    right: { needs: 'page', page: 'myTask' },
    input: listInput.extend({ ...decisionFilter, after: decisionCursor.optional() }),
    output: z.object({
      list: z.array(decisionRow),
      total: z.number().int(),
      more: z.boolean().optional(),
      after: decisionCursor.nullable(),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    shows: 'phones',
    summary: 'What was decided about numbers of tasks, and because of what, newest first.',
  }),
  export: endpoint({
    path: 'decision/export',
    right: { needs: 'button', button: 'callLog:export' },
    input: z.object(decisionFilter),
    /** Null: a second person is asked first, as the merchant wants it of so many rows. */
    output: z.object({ batchId: id.nullable() }),
    idempotent: false,
    rateCost: 50,
    summary: 'Writes the filtered decisions into a file in the background.',
  }),
  summary: endpoint({
    path: 'decision/summary',
    right: { needs: 'page', page: 'myTask' },
    input: z.object({ taskId: id }),
    output: z.object({
      /** Numbers on the list of the task: the sum of `becauses`. */
      numbers: z.number().int(),
      /** How they stand: a key of a number's becauses, or `calling`, `fresh`, `retry`. */
      becauses: z.array(z.object({ because: z.string(), text: z.string(), numbers: z.number().int() })),
      /** Rows of its imports that were not taken. */
      refused: z.array(z.object({ because: z.string(), text: z.string(), rows: z.number().int() })),
    }),
    idempotent: true,
    inPreview: true,
    // It reads the whole list.
    rateCost: 5,
    summary: 'Why the numbers of a task stand as they do, added up, and the rows that its imports did not take.',
  }),
} as const;
