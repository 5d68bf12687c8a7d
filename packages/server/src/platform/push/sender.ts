import { type PushMessage, pushMessage, type TopicMessage, topicMessage } from '@lianxian/contract';
import { z } from 'zod';
import type { Bus } from '../bus.ts';
import type { Log } from '../log.ts';

/** Sends to browsers from any process; the web processes hold the sockets. Call it after the commit. */
export interface PushSender {
  /** To whoever subscribed to a topic of this merchant. */
  readonly toTopic: (merchantId: string, topic: string, message: TopicMessage) => void;
  readonly toEmployee: (merchantId: string, employeeId: string, message: PushMessage) => void;
  readonly toMerchant: (merchantId: string, message: PushMessage) => void;
  /** Closes the sockets of a session that was signed out. */
  readonly revoked: (sessionId: string) => void;
}

/** A push on its way over the bus. */
export const envelope = z.discriminatedUnion('to', [
  z.object({ to: z.literal('topic'), merchantId: z.string(), topic: z.string(), message: topicMessage }),
  z.object({ to: z.literal('employee'), merchantId: z.string(), employeeId: z.string(), message: pushMessage }),
  z.object({ to: z.literal('merchant'), merchantId: z.string(), message: pushMessage }),
  z.object({ to: z.literal('session'), sessionId: z.string() }),
]);
export type Envelope = z.infer<typeof envelope>;

export const PUSH_CHANNEL = 'push';

/** Nobody waits for a push: one that cannot be sent is logged and lost, and the page asks again when it reconnects. */
export const openPushSender = (bus: Bus, log: Log): PushSender => {
  const send = (push: Envelope): void => {
    bus.notify(PUSH_CHANNEL, JSON.stringify(push)).catch((error: unknown) => {
      log.warn({ err: error, to: push.to }, 'a push was lost');
    });
  };
  return {
    toTopic: (merchantId, topic, message) => send({ to: 'topic', merchantId, topic, message }),
    toEmployee: (merchantId, employeeId, message) => send({ to: 'employee', merchantId, employeeId, message }),
    toMerchant: (merchantId, message) => send({ to: 'merchant', merchantId, message }),
    revoked: sessionId => send({ to: 'session', sessionId }),
  };
};
