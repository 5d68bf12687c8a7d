import { calleeStates } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, listInput } from '../fields.ts';
import { callStateWord } from './calls.ts';
import { sheetInput } from './task-sheets.ts';

/** What the list of a task's numbers can be narrowed to. */
const filter = {
  state: z.enum(calleeStates).optional(),
  lastState: callStateWord.optional(),
  phone: z.string().max(20).optional(),
};

/** Chosen at once in a list. */
const MOST_CHOSEN = 100;

export const taskNumberEndpoints = {
  takeOut: endpoint({
    path: 'task/takeOut',
    right: { needs: 'button', button: 'task:create' },
    input: z.object({ id, callees: z.array(id).min(1).max(MOST_CHOSEN) }),
    output: z.object({
      /** Never called, and gone from the list. */
      gone: z.number().int(),
      /** Called before: they stay with what came of it, and are not called again. */
      ended: z.number().int(),
      /** Called at this moment: their last call. */
      calling: z.number().int(),
    }),
    idempotent: true,
    summary: 'Takes numbers off the list of a task.',
  }),
  countTakeOut: endpoint({
    path: 'task/countTakeOut',
    right: { needs: 'button', button: 'task:create' },
    input: z.object({ id, ...filter }),
    /** Exact to 100,000. */
    output: z.object({ n: z.number().int(), called: z.number().int(), more: z.boolean() }),
    idempotent: true,
    summary:
      'How many numbers of a task a filter of its list would take off it, and how many of them were called before.',
  }),
  takeOutMany: endpoint({
    path: 'task/takeOutMany',
    right: { needs: 'button', button: 'task:create' },
    /** By what a filter of the list shows; or those of a sheet that was uploaded or pasted, in whichever cell they stand. */
    input: z.object({ id, by: z.enum(['filter', 'sheet']), ...filter, ...sheetInput }),
    output: z.object({ batchId: id }),
    idempotent: false,
    rateCost: 10,
    summary: 'Takes many numbers off the list of a task, in the background; who was called stays with what came of it.',
  }),
  takeOuts: endpoint({
    path: 'task/takeOuts',
    right: { needs: 'button', button: 'task:create' },
    input: z.object({ id }),
    output: z.object({
      list: z.array(
        z.object({
          /** Of the batch task that took them off. */
          id,
          by: z.string(),
          at: z.string(),
          numbers: z.number().int(),
          state: z.enum(['taking', 'out', 'comingBack', 'back']),
        }),
      ),
    }),
    idempotent: true,
    summary: 'When many numbers were taken off the list of a task at once in the last day, newest first.',
  }),
  putBack: endpoint({
    path: 'task/putBack',
    right: { needs: 'button', button: 'task:create' },
    input: z.object({ id, takeOutId: id }),
    output: z.object({ batchId: id }),
    idempotent: true,
    summary:
      'Puts numbers that were taken off a list at once back on it, within a day, in the background; who is on it or was called meanwhile stays.',
  }),
  imports: endpoint({
    path: 'task/imports',
    right: { needs: 'page', page: 'myTask' },
    input: listInput.extend({ id }),
    output: z.object({
      list: z.array(
        z.object({
          id,
          /** Of the file, '' for pasted numbers; `again`: of the task whose people they are. */
          name: z.string(),
          again: z.boolean(),
          by: z.string(),
          at: z.string(),
          /** Its rows are still being read. */
          running: z.boolean(),
          added: z.number().int(),
          refused: z.number().int(),
          takenBack: z
            .object({
              at: z.string(),
              by: z.string(),
              /** Numbers are still being taken off. */
              running: z.boolean(),
              /** All of them were looked at; if not, and nothing runs, it was broken off and may be taken up again. */
              done: z.boolean(),
              /** Taken off the list; those who had been called before stay. */
              gone: z.number().int(),
              stay: z.number().int(),
            })
            .nullable(),
        }),
      ),
      total: z.number().int(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'Imports into a task, newest first: file, time, person, and whether it was taken back.',
  }),
  keptTitles: endpoint({
    path: 'task/keptTitles',
    right: { needs: 'page', page: 'plan' },
    input: z.object({}),
    /** At most 100, the latest first. */
    output: z.object({ titles: z.array(z.string()) }),
    idempotent: true,
    summary:
      'What columns of the latest imports are called that fill no variable: a condition of a plan may look at them.',
  }),
  takeBackImport: endpoint({
    path: 'task/takeBackImport',
    right: { needs: 'button', button: 'task:create' },
    input: z.object({ id, importId: id }),
    output: z.object({ batchId: id }),
    idempotent: false,
    summary: 'Takes what an import brought off the list of its task, in the background; who was called stays.',
  }),
} as const;
