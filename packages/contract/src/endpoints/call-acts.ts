import { customerTypes } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, listInput } from '../fields.ts';
import { callCursor, callRow, chosenCalls, customerType, exportStarted } from './calls.ts';

const seen = { needs: 'page', page: 'callLog' } as const;
const started = z.object({ batchId: id });
const typeField = z
  .enum(customerTypes.map(type => `${type}` as const))
  .transform(text => customerType.parse(Number(text)));

/** What is done to calls that are over, chosen by hand or by a filter; in the background where they may be many. */
export const callActEndpoints = {
  changeTypes: endpoint({
    path: 'call/changeTypes',
    right: seen,
    input: z.object({ ...chosenCalls, cateType: typeField }),
    output: started,
    idempotent: false,
    rateCost: 20,
    summary: 'Gives the filtered calls, or those chosen of them, a customer type in the background.',
  }),
  assign: endpoint({
    path: 'call/assign',
    right: { needs: 'button', button: 'number:assign' },
    input: z.object({ ...chosenCalls, employeeId: id }),
    output: started,
    idempotent: false,
    rateCost: 20,
    summary: 'Makes an employee the one whose calls these are, in the background.',
  }),
  /** Caps and money still count them, figures do not; sound and words go a day later. */
  remove: endpoint({
    path: 'call/remove',
    right: { needs: 'button', button: 'callLog:delete' },
    input: z.object(chosenCalls),
    output: started,
    idempotent: false,
    rateCost: 20,
    summary: 'Removes the filtered calls, or those chosen of them, in the background.',
  }),
  putBack: endpoint({
    path: 'call/putBack',
    right: { needs: 'button', button: 'callLog:delete' },
    /** The batch task that removed them. */
    input: z.object({ id }),
    output: z.object({ calls: z.number().int() }),
    idempotent: false,
    summary: 'Takes the removal of calls back, within a day.',
  }),
  recordings: endpoint({
    path: 'call/recordings',
    right: { needs: 'button', button: 'callLog:export' },
    input: z.object(chosenCalls),
    output: exportStarted,
    idempotent: false,
    rateCost: 50,
    summary: 'Packs the recordings of the filtered calls, or of those chosen of them, into a zip in the background.',
  }),
} as const;

/** A page of calls of one kind, as `call/list` has it. */
const logList = {
  input: listInput.extend({ after: callCursor.optional() }),
  output: z.object({
    list: z.array(callRow),
    total: z.number().int(),
    more: z.boolean().optional(),
    after: callCursor.nullable(),
  }),
};

/** Calls of tasks under the original's name. */
export const taskLogEndpoints = {
  list: endpoint({
    path: 'taskLog/list',
    right: seen,
    ...logList,
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    shows: 'phones',
    summary: 'Lists the calls of tasks: what ended or was placed last is first.',
  }),
  /** As the original has it: `id` of the call, `cateType` one of −1, 0, 1, 2, 3, 4, 9. */
  changeType: endpoint({
    path: 'taskLog/changeType',
    right: seen,
    input: z.object({ id, cateType: typeField }),
    output: z.object({ id, cateType: customerType }),
    idempotent: true,
    summary: 'Gives a call another customer type.',
  }),
} as const;

/** Calls that no task made: by hand, and to us. */
export const voiceLogEndpoints = {
  list: endpoint({
    path: 'voiceLog/list',
    right: seen,
    ...logList,
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    shows: 'phones',
    summary: 'Lists the calls that no task made, by hand and to us: what ended or was placed last is first.',
  }),
} as const;
