import { calleeWants, seatStates, speakers } from '@lianxian/core';
import { z } from 'zod';
import { levelWord, understood } from './endpoints/calls.ts';
import { ladderMessage } from './endpoints/monitor.ts';
import { fileKey } from './fields.ts';

/**
 * Push messages (docs/wire.md#push-messages): numbered types 1 to 7. `seq` is ours: messages are kept, a later one
 * has a higher one, and a page that comes back says the last it got (`&after=`).
 */
export const pushMessage = z.object({
  type: z.literal([1, 2, 3, 4, 5, 6, 7]),
  msg: z.string().optional(),
  phone: z.string().optional(),
  id: z.string().optional(),
  fileId: fileKey.optional(),
  num: z.number().int().optional(),
  /** Ours, of type 4: the call-back that is due; its guide is where the message leads. */
  todoId: z.string().optional(),
  /** Ours: the task that it is about; '': several. */
  task: z.string().optional(),
  seq: z.number().int().optional(),
});
export type PushMessage = z.infer<typeof pushMessage>;

/** The reminder's list shows these; 6 and 7 only make the page do something. */
export const reminderTypes = [1, 2, 3, 4, 5] as const;

/**
 * Own messages without a topic, sent only to pages that opened the socket with `after` (even an empty one), so that an
 * old client sees 1–7 alone.
 */
export const pageMessage = z.discriminatedUnion('type', [
  /** The first: what was missed has been sent; with nothing after `seq` nothing is missed. */
  z.object({ type: z.literal('ready'), seq: z.number().int() }),
  /** What this person may has changed: the page asks `user/getUserInfo` again. Topics no longer allowed are left. */
  z.object({ type: z.literal('rightsChanged') }),
  /** Reminders were read, on this page or another: so many are left. */
  z.object({ type: z.literal('messagesRead'), unread: z.number().int() }),
]);
export type PageMessage = z.infer<typeof pageMessage>;

/** What a client may say on the socket. Topics: `call:<id>` (one live call), `calls` (records of the
 * merchant), `task:<id>` (a board), `live` (all live calls), `tasks`, `batches`, `seat:<employee>` (one's own), `seats`, `lines` (ports and monitor), `plan:<id>` (an editor), `plans`. */
export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe'), topic: z.string().max(80) }),
  z.object({ type: z.literal('unsubscribe'), topic: z.string().max(80) }),
  z.object({ type: z.literal('ping') }),
]);

const base = { seq: z.number().int(), /** ms since the call was placed */ atMs: z.number() };
const liveCallState = z.enum(['placed', 'dialling', 'ringing', 'talking', 'ended']);

/** What happens in one live call, in order of `seq`; a late subscriber gets all of them from the start. */
export const liveCallEvent = z.discriminatedUnion('kind', [
  z.object({ ...base, kind: z.literal('state'), state: liveCallState, earlyMedia: z.boolean().optional() }),
  z.object({ ...base, kind: z.literal('node'), node: z.string(), name: z.string(), knowledge: z.boolean() }),
  z.object({
    ...base,
    kind: z.literal('line'),
    line: z.number().int(),
    speaker: z.enum(speakers),
    text: z.string(),
    /** The sentence is whole; a later event with the same `line` replaces the text until then. */
    final: z.boolean(),
    /** Node or knowledge item it belongs to; empty while it grows. A node of an earlier release says none. */
    node: z.string().default(''),
    understood: understood.nullable(),
  }),
  z.object({ ...base, kind: z.literal('interrupted'), line: z.number().int(), heardMs: z.number() }),
  z.object({ ...base, kind: z.literal('answer'), label: z.string(), value: z.string(), line: z.number().int() }),
  /** A SIP message of the call (a test call's ladder); `text` as in `call/ladder`. */
  z.object({ ...base, kind: z.literal('sip'), message: ladderMessage }),
  /** The record is filed: read it with `call/detail`. */
  z.object({ ...base, kind: z.literal('filed'), id: z.string() }),
]);
export type LiveCallEvent = z.infer<typeof liveCallEvent>;

/** The newest of a live call, as a board of many shows it: what is said now, its end cut to the newest words. */
export const callWord = z.object({
  call: z.string(),
  state: liveCallState,
  node: z.string(),
  speaker: z.enum(speakers).nullable(),
  text: z.string(),
  /** That the rules of its plan give it so far; a node of an earlier release says none. */
  level: levelWord.nullable().default(null),
  /** What the callee asks for, and somebody should look at; a node of an earlier release says none. */
  wants: z.array(z.enum(calleeWants)).default([]),
  /** When the callee was heard last, in ms since the answer; null: not yet. */
  heardMs: z.number().int().nullable().default(null),
});
export type CallWord = z.infer<typeof callWord>;

/** Own messages: string types, sent only to who subscribed. */
/** `call:<id>`: the words of a live call as they are said. */
export const CALL_TOPICS = 'call:';

export const topicMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), topic: z.string(), event: liveCallEvent }),
  /** On `calls`: a record is there, or has changed; `level`: that it has been given just now, to who sees the call. */
  z.object({ type: z.literal('callFiled'), topic: z.string(), id: z.string(), level: levelWord.nullable().optional() }),
  /** On `task:<id>`: calls of the task of which something is new, a few times a second at most. */
  z.object({ type: z.literal('taskWords'), topic: z.string(), calls: z.array(callWord) }),
  /** On `live`: the same of all live calls that one may see, once a second at most. */
  z.object({ type: z.literal('liveWords'), topic: z.string(), calls: z.array(callWord) }),
  /** On `task:<id>` and `tasks`: its state, counts or settings changed; at most once a second while it runs. */
  z.object({ type: z.literal('taskChanged'), topic: z.string(), id: z.string() }),
  /** On `lines`: figures of lines and ports moved, or their health; at most once a second. */
  z.object({ type: z.literal('linesChanged'), topic: z.string() }),
  /** On `lines`: a check has found something, or is done. */
  z.object({ type: z.literal('lineChecked'), topic: z.string(), id: z.string() }),
  /** On `batches`: progress or end of a batch task of one's own. */
  z.object({ type: z.literal('batchChanged'), topic: z.string(), id: z.string() }),
  /** On `plan:<id>`: a page has it open, or has left it. Whoever hears of a page anew says that it is here as well. */
  z.object({
    type: z.literal('planHere'),
    topic: z.string(),
    page: z.string(),
    employeeId: z.string(),
    who: z.string(),
    gone: z.boolean(),
  }),
  /** On `plan:<id>`: its draft is another one now. */
  z.object({
    type: z.literal('planSaved'),
    topic: z.string(),
    rev: z.number().int(),
    employeeId: z.string(),
    who: z.string(),
    at: z.string(),
  }),
  /** On `plan:<id>`: it has a newer version. */
  z.object({ type: z.literal('planPublished'), topic: z.string(), version: z.number().int() }),
  /** On `plans`: the list of plans changed: one more, one less, a name, a version. */
  z.object({ type: z.literal('plansChanged'), topic: z.string() }),
  /** On `seat:<employee>` and `seats`: a seat shows as something else now. */
  z.object({
    type: z.literal('seat.state'),
    topic: z.string(),
    employeeId: z.string(),
    state: z.enum(seatStates),
    reason: z.string(),
    since: z.string(),
    callId: z.string().nullable(),
  }),
  /** On `seat:<employee>`: something of the call is new: its parties, hold, words, recording, end; `seat/call` has it. */
  z.object({
    type: z.literal('seat.call'),
    topic: z.string(),
    callId: z.string(),
    what: z.enum(['began', 'answered', 'party', 'held', 'words', 'recording', 'ended', 'taken']),
  }),
  /** On `seat:<employee>`: what it asked for with `seat/act` was not done; `because` is a key, as of `X-Because`. */
  z.object({
    type: z.literal('seat.notDone'),
    topic: z.string(),
    callId: z.string(),
    act: z.string(),
    because: z.string(),
  }),
  /** On `seat:<employee>`: another device has the seat now, by the `grant` of its `user/getSeatPwd`. */
  z.object({ type: z.literal('seat.takenOver'), topic: z.string(), device: z.string(), grant: z.string() }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('refused'), topic: z.string(), errorCode: z.number().int(), errorMsg: z.string() }),
]);
export type TopicMessage = z.infer<typeof topicMessage>;

/** All that comes over the socket, told apart by `type`: numbers are the original's, names our own. */
export const socketMessage = z.discriminatedUnion('type', [pushMessage, pageMessage, topicMessage]);
export type SocketMessage = z.infer<typeof socketMessage>;
