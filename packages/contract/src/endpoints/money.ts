import { lineStates } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, id, listInput, merchantNumber, oneLine } from '../fields.ts';
import type { Fault } from '../words/allowed.ts';

/** Yuan with up to four decimals, as text: `0.12`. */
export const money = z.string().regex(/^-?\d{1,10}(\.\d{1,4})?$/);

const portRow = z.object({
  id,
  name: z.string(),
  lineId: id,
  lineName: z.string(),
  practice: z.boolean(),
  callerNumber: z.string(),
  channels: z.number().int(),
  /** Live calls on it now. */
  live: z.number().int(),
  /** How its line is; off: switched off by its owner. */
  lineState: z.enum(['off', ...lineStates]),
});

/** What a task needs to know of the channel groups it may call over. */
const portOption = portRow.omit({ callerNumber: true, live: true });

export const portEndpoints = {
  list: endpoint({
    path: 'port/list',
    right: { needs: 'page', page: 'port' },
    input: listInput,
    output: z.object({ list: z.array(portRow), total: z.number().int() }),
    idempotent: true,
    inPreview: true,
    summary: 'Channel groups of the merchant’s lines, the practice line’s first.',
  }),
  options: endpoint({
    path: 'port/options',
    right: { needs: 'page', page: 'myTask' },
    input: listInput,
    output: z.object({ list: z.array(portOption), total: z.number().int() }),
    idempotent: true,
    inPreview: true,
    summary: 'Channel groups to choose from for a task, the practice line’s first.',
  }),
  save: endpoint({
    path: 'port/save',
    right: { needs: 'page', page: 'port' },
    input: z.object({
      id: id.optional(),
      lineId: id,
      name: oneLine.trim().min(1).max(50),
      callerNumber: oneLine.trim().max(20).default(''),
      channels: z.coerce.number().int().min(1).max(5_000),
    }),
    output: z.object({ id }),
    idempotent: false,
    summary: 'Adds or edits a channel group of a line.',
  }),
  remove: endpoint({
    path: 'port/remove',
    right: { needs: 'page', page: 'port' },
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Removes a channel group; tasks go on over their others.',
  }),
} as const;

/**
 * What moves money: top-ups, calls, what a reseller gives a merchant of its own (in to one, out of the other), text messages,
 * what a call used of language models, recognisers and voices, and what merchants buy of each other: sentences that were
 * recorded, and plans (of which the platform has its share).
 */
export const ledgerKinds = [
  ...(['topUp', 'call', 'transferIn', 'transferOut'] as const),
  ...(['sms', 'model', 'recognition', 'synthesis'] as const),
  ...(['recording', 'recordingSale', 'plan', 'planSale', 'planShare'] as const),
] as const;
/**
 * The ledger is only added to: a call that was settled before its true ending was known has a reversal of that charge and a
 * correction, what it truly cost. Both are found among the calls.
 */
export const entryKinds = [...ledgerKinds, 'reversal', 'correction'] as const;
export type EntryKind = (typeof entryKinds)[number];
export const ledgerInput = listInput.extend({
  after: id.optional(),
  /** With calls come their reversals and corrections. */
  kind: z.enum(ledgerKinds).optional(),
  /** A day of the merchant's zone, `2026-03-09`. */
  day: day.optional(),
});
export const ledgerOutput = z.object({
  list: z.array(
    z.object({
      id,
      at: z.string(),
      kind: z.enum(entryKinds),
      amount: money,
      amountAfter: money,
      callId: id.nullable(),
      /** Whom a transfer came from or went to. */
      peer: z.object({ number: z.string(), name: z.string() }).nullable(),
      note: z.string(),
    }),
  ),
  total: z.number().int(),
  more: z.boolean().optional(),
  after: z.string().nullable(),
});

const moving = {
  /** The merchant’s number. */
  cid: merchantNumber,
  amount: z.string().regex(/^\d{1,8}(\.\d{1,2})?$/, 'yuan' satisfies Fault),
  /** Chosen by the caller: the same one twice counts once. */
  requestId: oneLine.trim().min(8).max(64),
  note: oneLine.trim().max(100).default(''),
};

/** Whose money it is: entries of the ledger name calls of the whole merchant. */
export const owners = { needs: 'role', roles: ['company', 'agent'] } as const;

export const balanceEndpoints = {
  info: endpoint({
    path: 'balance/info',
    right: owners,
    input: z.object({}),
    output: z.object({
      amount: money,
      reserved: money,
      available: money,
      /** The owner is told when the balance falls below it; null: never. */
      lowBelow: money.nullable(),
      isLow: z.boolean(),
    }),
    idempotent: true,
    summary: 'The merchant’s prepaid balance, in yuan.',
  }),
  ledger: endpoint({
    path: 'balance/ledger',
    right: owners,
    input: ledgerInput,
    output: ledgerOutput,
    idempotent: true,
    summary: 'What was topped up, transferred, and what calls cost, newest first.',
  }),
  topUp: endpoint({
    path: 'balance/topUp',
    right: { needs: 'role', roles: ['admin'] },
    input: z.object(moving),
    output: z.object({ amount: money }),
    idempotent: true,
    proof: 'always',
    summary: 'Tops up a merchant’s balance; the platform’s people alone.',
  }),
  transfer: endpoint({
    path: 'balance/transfer',
    right: { needs: 'role', roles: ['agent'] },
    input: z.object(moving),
    /** Of the merchant, and what the reseller has left. */
    output: z.object({ amount: money, available: money }),
    idempotent: true,
    proof: 'always',
    summary: 'A reseller gives a merchant of its own money from its own balance.',
  }),
} as const;
