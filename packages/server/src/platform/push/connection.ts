import type { PushMessage, TopicMessage } from '@lianxian/contract';
import type { WebSocket } from 'ws';
import type { Session } from '../http/index.ts';

/** Why we close a socket (RFC 6455 §7.4.2: 4000–4999 are ours). 4103: signed out, the page goes to the login. */
export const closeCodes = {
  signedOut: 4103,
  tooMany: 4107,
  tooSlow: 4108,
  goingAway: 1001,
  badMessage: 1008,
  failed: 1011,
} as const;

/** One open socket of one session. */
export interface Connection {
  readonly session: Session;
  readonly topics: Set<string>;
  readonly send: (message: PushMessage | TopicMessage) => void;
  readonly close: (code: number) => void;
  /** Sends a ping; a socket that did not answer the last one is cut. */
  readonly beat: () => void;
}

/** A page that does not read for so long is cut and comes back with a fresh view. */
const MOST_BUFFERED_BYTES = 1_048_576;

export const openConnection = (socket: WebSocket, session: Session): Connection => {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  return {
    session,
    topics: new Set(),
    send: message => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > MOST_BUFFERED_BYTES) socket.close(closeCodes.tooSlow);
      else socket.send(JSON.stringify(message));
    },
    close: code => socket.close(code),
    beat: () => {
      if (!isAlive) {
        socket.terminate();
        return;
      }
      isAlive = false;
      socket.ping();
    },
  };
};
