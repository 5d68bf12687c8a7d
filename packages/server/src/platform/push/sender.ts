import type { PushMessage, TopicMessage } from '@lianxian/contract';
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

export type Envelope =
  | { readonly to: 'topic'; readonly merchantId: string; readonly topic: string; readonly message: TopicMessage }
  | { readonly to: 'employee'; readonly merchantId: string; readonly employeeId: string; readonly message: PushMessage }
  | { readonly to: 'merchant'; readonly merchantId: string; readonly message: PushMessage }
  | { readonly to: 'session'; readonly sessionId: string };

export const PUSH_CHANNEL = 'push';

/** Nobody waits for a push: one that cannot be sent is logged and lost, and the page asks again when it reconnects. */
export const openPushSender = (bus: Bus, log: Log): PushSender => {
  const send = (envelope: Envelope): void => {
    bus.notify(PUSH_CHANNEL, JSON.stringify(envelope)).catch((error: unknown) => {
      log.warn({ err: error, to: envelope.to }, 'a push was lost');
    });
  };
  return {
    toTopic: (merchantId, topic, message) => send({ to: 'topic', merchantId, topic, message }),
    toEmployee: (merchantId, employeeId, message) => send({ to: 'employee', merchantId, employeeId, message }),
    toMerchant: (merchantId, message) => send({ to: 'merchant', merchantId, message }),
    revoked: sessionId => send({ to: 'session', sessionId }),
  };
};
