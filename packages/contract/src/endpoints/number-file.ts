import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, phone } from '../fields.ts';
import { callStateWord, levelWord } from './calls.ts';
import { decisionRow } from './decisions.ts';

/** One number: as it is written, that of a call, or one of a task's list. */
const whose = {
  phone: phone.optional(),
  callId: id.optional(),
  taskId: id.optional(),
  calleeId: id.optional(),
};

const fileTask = z.object({
  id,
  name: z.string(),
  /** The import that brought it; null: it is not known. */
  import: z.object({ name: z.string(), at: z.string() }).nullable(),
  /** How it stands there, in a sentence. */
  text: z.string(),
  attempts: z.number().int(),
});
const fileCall = z.object({
  id,
  at: z.string(),
  incoming: z.boolean(),
  /** '' for one of no task. */
  task: z.string(),
  line: z.string(),
  state: callStateWord.nullable(),
  level: levelWord.nullable(),
  talkMs: z.number().int(),
  recorded: z.boolean(),
});
const fileEntry = z.object({
  at: z.string(),
  /** How the list is called. */
  list: z.string(),
  reason: z.string(),
  /** Its last day. */
  until: z.string().nullable(),
  by: z.string(),
  callId: id.nullable(),
});
const fileConsent = z.object({
  at: z.string(),
  source: z.string(),
  proof: z.string(),
  /** Its last day. */
  until: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
});

const numberFile = z.object({
  phone: z.string(),
  area: z.string(),
  /** Whose tasks and calls whoever looks sees: only of those the file tells. */
  scope: z.enum(['all', 'department', 'own']),
  tasks: z.array(fileTask),
  calls: z.array(fileCall),
  /** On lists of numbers that are not called, and of those whom no cap holds back. */
  entries: z.array(fileEntry),
  consents: z.array(fileConsent),
  decisions: z.array(decisionRow),
  /** Of some there are more, older ones. */
  more: z.boolean(),
});
export type NumberFile = z.infer<typeof numberFile>;

export const numberFileEndpoints = {
  read: endpoint({
    path: 'numberFile/read',
    right: { needs: 'page', page: 'callLog' },
    input: z.object(whose),
    output: numberFile,
    idempotent: true,
    rateCost: 5,
    shows: 'phones',
    summary:
      'All that is known of one number over all tasks: its lists, calls, decisions, entries and consents; who asked is audited.',
  }),
  /** A page that can be printed, all in one file. */
  export: endpoint({
    path: 'numberFile/export',
    right: { needs: 'button', button: 'callLog:export' },
    input: z.object(whose),
    output: z.object({ batchId: id }),
    idempotent: false,
    rateCost: 10,
    summary: 'Writes the same as a page to print, in the background.',
  }),
} as const;
