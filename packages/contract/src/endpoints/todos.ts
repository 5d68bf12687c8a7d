import { todoKinds, todoStates } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, listInput } from '../fields.ts';
import { callCursor, callStateWord } from './calls.ts';
import { wallClock } from './tasks.ts';

const look = { needs: 'page', page: 'callLog' } as const;
/** One call is made, or one more. */
const mayCall = { needs: 'button', button: 'call_out' } as const;

const NOTE_CHARS = 500;
const note = z.string().trim().max(NOTE_CHARS);

const todo = z.object({
  id,
  kind: z.enum(todoKinds),
  /** `promised`: a machine does it when it is due. */
  state: z.enum(todoStates),
  dueAt: z.string(),
  phone: z.string(),
  calleeName: z.string(),
  task: z.object({ id, name: z.string() }).nullable(),
  /** The call it comes from, while its record is there. */
  callId: id.nullable(),
  /** Who promised it; null: the callee said so in that call. */
  madeBy: z.string().nullable(),
  /** Why no machine does it: a key of core's `todoBecauses`, and its sentence; '' where one does, or did. */
  because: z.string(),
  becauseText: z.string(),
  note: z.string(),
  /** Null: it is not done. By a person, or by the call that came to this. */
  done: z
    .object({ at: z.string(), by: z.string().nullable(), callId: id.nullable(), state: callStateWord.nullable() })
    .nullable(),
  /** The place in the list, for `after`. */
  cursor: callCursor,
});

/** How it stands then. */
const standing = todo.pick({ id: true, state: true, dueAt: true, because: true, becauseText: true });

export const todoEndpoints = {
  list: endpoint({
    path: 'todo/list',
    right: look,
    input: listInput.extend({ state: z.enum(todoStates).default('open'), after: callCursor.optional() }),
    output: z.object({
      list: z.array(todo),
      total: z.number().int(),
      more: z.boolean().optional(),
      after: callCursor.nullable(),
    }),
    idempotent: true,
    shows: 'phones',
    inPreview: true,
    rateCost: 1,
    summary: 'What people have to do, what is due first first; what is done, the latest first.',
  }),
  count: endpoint({
    path: 'todo/count',
    right: look,
    input: z.object({}),
    /** Open ones, those of them that are due, and what a machine will do; each exact to a bound. */
    output: z.object({
      open: z.number().int(),
      due: z.number().int(),
      promised: z.number().int(),
      more: z.boolean().optional(),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 1,
    summary: 'How much there is to do.',
  }),
  done: endpoint({
    path: 'todo/done',
    right: look,
    /** `done` 0 takes it back. */
    input: z.object({ id, done: flag }),
    output: standing,
    idempotent: true,
    summary: 'Says of something to do that it is done. What a machine does is none of them.',
  }),
  note: endpoint({
    path: 'todo/note',
    right: look,
    input: z.object({ id, text: note }),
    output: standing,
    idempotent: true,
    summary: 'Keeps a note with something to do in place of the one before; empty takes it away.',
  }),
  callBack: endpoint({
    path: 'todo/callBack',
    right: mayCall,
    /** The number of a call, or of a place on a list. `at`: a minute of the merchant's clock. */
    input: z.object({
      callId: id.optional(),
      taskId: id.optional(),
      calleeId: id.optional(),
      at: wallClock,
      note: note.default(''),
    }),
    output: standing,
    idempotent: true,
    rateCost: 1,
    summary: 'Promises a call at a time: its task makes it then, where it may; else somebody has to.',
  }),
  letGo: endpoint({
    path: 'todo/letGo',
    right: mayCall,
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Takes a promised call back: the number stands on its list as it did before.',
  }),
} as const;
