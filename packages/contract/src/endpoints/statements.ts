import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, listInput } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';
import { dayRange } from './levels.ts';
import { money, owners } from './money.ts';

export const statementBys = ['day', 'line', 'task'] as const;
/** Days of one statement. */
export const STATEMENT_DAYS = 366;

const sums = {
  /** Negative: it went out. A call's reversal and correction are with the calls. */
  ...{ calls: money, messages: money },
  /** Recognition and synthesis; language models. */
  ...{ speech: money, models: money },
  /** Recordings and plans, bought and sold. */
  market: money,
  /** Top-ups and transfers, in and out. */
  moved: money,
  /** All of it. */
  total: money,
  /** Calls whose talk cost something. */
  charged: z.number().int(),
};

const wish = { by: z.enum(statementBys), ...dayRange };

export const statementEndpoints = {
  list: endpoint({
    path: 'balance/statement',
    right: owners,
    /** Days of the merchant, both included. */
    input: listInput.extend({ ...wish, after: z.string().max(20).optional() }),
    output: z.object({
      list: z.array(
        z.object({
          /** A day, or the id of a line or task; `0`: of none. */
          key: z.string(),
          /** Of a line or task, '' without one, or of one that is gone. */
          name: z.string(),
          ...sums,
          /** By days: what there was when the day ended. */
          closing: money.nullable(),
        }),
      ),
      /** Of the whole time, and what there was before and after it: opening + total = closing. */
      sum: z.object({ ...sums, opening: money, closing: money }),
      total: z.number().int(),
      after: z.string().nullable(),
    }),
    idempotent: true,
    summary: 'What moved the balance by day, line or task, newest first; adds up to the ledger.',
  }),
  sheet: endpoint({
    path: 'balance/statementSheet',
    right: owners,
    input: z.object(wish),
    output: z.object({ batchId: id }),
    idempotent: false,
    rateCost: 20,
    summary: 'Writes a statement as a sheet in the background.',
  }),
  warn: endpoint({
    path: 'balance/warnBelow',
    right: owners,
    /** Yuan; empty: nobody is told. */
    input: z.object({ amount: z.string().regex(/^(\d{1,8}(\.\d{1,2})?)?$/, 'yuan' satisfies Fault) }),
    output: z.object({}),
    idempotent: true,
    summary: 'Below which balance the owner is told.',
  }),
} as const;
