import type { Language, PageMessage, TopicMessage } from '@lianxian/contract';
import type { WebSocket } from 'ws';
import type { Session } from '../http/index.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import type { KeptMessage } from './messages.store.ts';

/** Why we close a socket (RFC 6455 §7.4.2: 4000–4999 are ours). 4103: signed out, the page goes to the login. */
export const closeCodes = {
  signedOut: 4103,
  /** More sockets of one session than anybody has tabs for. */
  tooMany: 4107,
  /** The page does not read what it is sent. */
  tooSlow: 4108,
  /** The page says more than any page has to say. */
  tooFast: 4109,
  goingAway: 1001,
  badMessage: 1008,
  failed: 1011,
  /** Nobody can be let in now; the page tries again. */
  notNow: 1013,
} as const;

/** One open socket of one session. What changes while it is open is written by the hub alone. */
export interface Connection {
  /** Renewed when what its person may has changed. */
  session: Session;
  readonly language: Language;
  /** A page of ours, which understands own messages without a topic. */
  readonly isOwnPage: boolean;
  readonly topics: Set<string>;
  /** What it asks about topics, one after the other: it may leave what its right to is still being looked up. */
  readonly inTurn: ReturnType<typeof limitConcurrency>;
  /** Of kept messages the newest that was sent. */
  lastSeq: number;
  /** What came while it is looked up what it missed; null: nothing is looked up. */
  held: Held | null;
  /** Said since the last beat. */
  said: number;
  readonly say: (message: TopicMessage | PageMessage) => void;
  /** As `bytesOf` wrote it, once for all. */
  readonly send: (bytes: Buffer) => void;
  readonly close: (code: number) => void;
  /** Sends a ping; a socket that did not answer the last one is cut. */
  readonly beat: () => void;
}

export interface Held {
  readonly messages: KeptMessage[];
  /** Something came that is not among them: look again. */
  again: boolean;
}

/** A page that does not read for so long is cut and comes back with a fresh view. */
const MOST_BUFFERED_BYTES = 1_048_576;
const TEXT = { binary: false } as const;

export const bytesOf = (message: object): Buffer => Buffer.from(JSON.stringify(message));

export const openConnection = (
  socket: WebSocket,
  session: Session,
  { language, isOwnPage }: Pick<Connection, 'language' | 'isOwnPage'>,
): Connection => {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const send = (bytes: Buffer): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MOST_BUFFERED_BYTES) socket.close(closeCodes.tooSlow);
    else socket.send(bytes, TEXT);
  };
  return {
    session,
    language,
    isOwnPage,
    topics: new Set(),
    inTurn: limitConcurrency(1),
    lastSeq: 0,
    held: null,
    said: 0,
    say: message => send(bytesOf(message)),
    send,
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
