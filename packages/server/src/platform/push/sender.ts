import { setTimeout as delay } from 'node:timers/promises';
import {
  type PageMessage,
  type PushMessage,
  pageMessage,
  pushMessage,
  type TopicMessage,
  topicMessage,
} from '@lianxian/contract';
import { z } from 'zod';
import { BUS_BYTES, type Bus, notifyIn } from '../bus.ts';
import { inTransaction, type UnscopedDb } from '../db/index.ts';
import type { Log } from '../log.ts';
import { keepMessage, type Receiver } from './messages.store.ts';

/** Sends to browsers from any process; the web processes hold the sockets. Call it after the commit. */
export interface PushSender {
  /** To whoever subscribed to a topic of this merchant; who does not see the row it tells of gets less. */
  readonly toTopic: (merchantId: string, topic: string, message: TopicMessage, within?: Within) => void;
  /** Kept, then sent: who is away gets it within ten minutes, and types 1–5 are in the reminder's list. */
  readonly toEmployee: (merchantId: string, employeeId: string, message: PushMessage) => void;
  /** To everybody of a merchant, kept for each. */
  readonly toMerchant: (merchantId: string, message: PushMessage) => void;
  /** To the open pages of a person, not kept. */
  readonly toPages: (merchantId: string, employeeId: string, message: PageMessage) => void;
  /**
   * What these people may has changed (null: everybody of the merchant): topics no longer allowed are left, pages ask
   * anew, sockets of who may no longer be in are closed with 4103.
   */
  readonly rightsChanged: (merchantId: string, employeeIds: readonly string[] | null) => void;
  /** Topics that begin so may be this person's no more: it is looked again, and those that are not are left. */
  readonly topicsChanged: (merchantId: string, employeeId: string, prefix: string) => void;
  /** Closes the sockets of a session that was signed out. */
  readonly revoked: (sessionId: string) => void;
  /** Resolves when what was told before is kept, or cannot be kept in time. */
  readonly close: () => Promise<void>;
}

/** Whose row a message tells of, and what those get whose scope does not cover it. */
const within = z.object({
  owner: z.object({ id: z.string(), departmentPath: z.string() }).nullable(),
  beyond: topicMessage,
});
type Within = z.infer<typeof within>;

/** What who tells topics alone is given. */
export type TopicSender = Pick<PushSender, 'toTopic'>;

/** A push on its way over the bus. */
export const envelope = z.discriminatedUnion('to', [
  z.object({
    to: z.literal('topic'),
    merchantId: z.string(),
    topic: z.string(),
    message: topicMessage,
    within: within.optional(),
  }),
  z.object({
    to: z.literal('people'),
    merchantId: z.string(),
    /** Null: everybody of the merchant. */
    employeeId: z.string().nullable(),
    /** Null: too much for the bus, it is read from where it is kept. */
    message: pushMessage.required({ seq: true }).nullable(),
  }),
  z.object({ to: z.literal('pages'), merchantId: z.string(), employeeId: z.string(), message: pageMessage }),
  z.object({ to: z.literal('rights'), merchantId: z.string(), employeeIds: z.array(z.string()).nullable() }),
  z.object({ to: z.literal('topics'), merchantId: z.string(), employeeId: z.string(), prefix: z.string() }),
  z.object({ to: z.literal('session'), sessionId: z.string() }),
]);
export type Envelope = z.infer<typeof envelope>;

export const PUSH_CHANNEL = 'push';
/** Messages that wait to be kept; more are lost rather than kept waiting for a database that is away. */
const MOST_WAITING = 2_000;
/** A database that is away does not keep a process from ending. */
const CLOSE_LIMIT_MS = 2_000;

/** What fits the bus: without its message, or its names, when those are too long. */
const payloadOf = (push: Envelope): string => {
  const whole = JSON.stringify(push);
  if (Buffer.byteLength(whole) <= BUS_BYTES) return whole;
  if (push.to === 'people') return JSON.stringify({ ...push, message: null });
  if (push.to === 'rights') return JSON.stringify({ ...push, employeeIds: null });
  return whole;
};

/** Kept, and sent when the transaction commits; it holds the lock of the merchant's messages until then. */
export const tellIn = async (tx: UnscopedDb, receiver: Receiver, message: PushMessage): Promise<void> => {
  const kept = await keepMessage(tx, receiver, message);
  if (kept !== null) await notifyIn(tx, PUSH_CHANNEL, payloadOf({ to: 'people', ...receiver, message: kept }));
};

/**
 * Nobody waits for a push: one that cannot be sent is logged and lost, and the page asks again when it reconnects.
 * Messages to people are kept one after the other, so that what this process says first is numbered first.
 */
export const openPushSender = (db: UnscopedDb, bus: Bus, log: Log): PushSender => {
  let keeping: Promise<void> = Promise.resolve();
  let waiting = 0;

  const lost = (to: Envelope['to'], error: unknown): void => log.warn({ err: error, to }, 'a push was lost');
  const send = (push: Envelope): void => {
    bus.notify(PUSH_CHANNEL, payloadOf(push)).catch((error: unknown) => lost(push.to, error));
  };
  const keep = (receiver: Receiver, message: PushMessage): Promise<void> =>
    inTransaction(db, tx => tellIn(tx, receiver, message));
  const tell = (receiver: Receiver, message: PushMessage): void => {
    if (waiting >= MOST_WAITING) {
      lost('people', new Error('too many wait'));
      return;
    }
    waiting += 1;
    keeping = keeping
      .then(() => keep(receiver, message))
      .catch((error: unknown) => lost('people', error))
      .finally(() => {
        waiting -= 1;
      });
  };

  return {
    toTopic: (merchantId, topic, message, within) => send({ to: 'topic', merchantId, topic, message, within }),
    toEmployee: (merchantId, employeeId, message) => tell({ merchantId, employeeId }, message),
    toMerchant: (merchantId, message) => tell({ merchantId, employeeId: null }, message),
    toPages: (merchantId, employeeId, message) => send({ to: 'pages', merchantId, employeeId, message }),
    rightsChanged: (merchantId, employeeIds) =>
      send({ to: 'rights', merchantId, employeeIds: employeeIds === null ? null : [...employeeIds] }),
    topicsChanged: (merchantId, employeeId, prefix) => send({ to: 'topics', merchantId, employeeId, prefix }),
    revoked: sessionId => send({ to: 'session', sessionId }),
    close: () => Promise.race([keeping, delay(CLOSE_LIMIT_MS, undefined, { ref: false })]),
  };
};
