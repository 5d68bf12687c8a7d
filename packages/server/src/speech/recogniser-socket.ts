import { createGuard } from '@lianxian/core/kit';
import { WebSocket } from 'ws';
import type { EgressGuard } from '../platform/egress-guard.ts';
import { faultOf, faultOfStatus } from './http-failure.ts';
import type { RecogniserFault } from './ports/recogniser.ts';

/**
 * A recogniser's WebSocket (RFC 6455), for one call: opened through the egress guard, JSON comes, sound goes. Every way it can
 * fail is one word, told once; nothing it does throws or grows without bound.
 */
interface RecogniserSocket {
  /** Sound before it is taken waits, a bounded while; after it is lost it goes nowhere. */
  readonly sound: (bytes: Uint8Array) => void;
  readonly close: () => void;
}

interface SocketWants {
  readonly egress: EgressGuard;
  /** One that is signed is made for each connection. */
  readonly url: URL | (() => Promise<URL>);
  readonly protocols?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** First message once it is open, where the protocol has one. */
  readonly opening?: string | Uint8Array;
  /** Said before closing, so that the service ends its side. */
  readonly parting: string | Uint8Array;
  /** It says when it takes sound (`started`); else it does as soon as it is open. */
  readonly saysWhenStarted?: true;
  readonly ready: () => void;
  /** Reads a message of bytes, of a protocol that has such; the others have none. */
  readonly read?: (bytes: Buffer) => unknown;
  /** One parsed message; false when it is none of the protocol. */
  readonly message: (json: unknown) => boolean | 'started' | SocketLost;
  readonly lost: (because: RecogniserFault) => void;
}

/** What a message says that ends it. */
interface SocketLost {
  readonly lost: RecogniserFault;
}

export const bearer = (key: string): Readonly<Record<string, string>> =>
  key === '' ? {} : { authorization: `Bearer ${key}` };

/** From the name's look-up until it takes sound. */
const CONNECT_MS = 4_000;
/** What is owed when a call ends is still taken for so long: one that reads nothing would keep its connection for ever. */
const PARTING_MS = 1_000;
/** Text of a sentence with the times of its characters. */
const MOST_MESSAGE_BYTES = 64 * 1024;
/** 5 s of 16 kHz: what may wait until it takes sound, and what it may owe while it is open. */
const MOST_WAITING_BYTES = 160_000;
/** Messages it may send that mean nothing, on end. */
const MOST_NONSENSE = 20;

const parsed = (text: Buffer): unknown => {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
};

/** What kept a socket from opening; `ws` tells the status of a refused handshake in its words. */
const faultOfOpening = (error: unknown): RecogniserFault => {
  const { message } = error as Error;
  const status = /unexpected server response: (\d+)/i.exec(message)?.[1];
  const because = status === undefined ? faultOf(error) : faultOfStatus(Number(status));
  if (because === 'notAllowed' || because === 'keyRefused' || because === 'tooMany') return because;
  // A handshake that is refused otherwise is no service of this kind.
  if (because === 'refused' && status === undefined) return because;
  return /max payload|invalid|unexpected/i.test(message) ? 'nonsense' : 'unreachable';
};

export const openRecogniserSocket = (wants: SocketWants): RecogniserSocket => {
  const { egress, opening, parting, read = parsed } = wants;
  let socket: WebSocket | null = null;
  let isOver = false;
  let isStarted = false;
  let nonsense = 0;
  const waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const limit = new AbortController();

  const end = (): void => {
    isOver = true;
    clearTimeout(late);
    waiting.length = 0;
    limit.abort();
    socket?.terminate();
  };
  const fail = (because: RecogniserFault): void => {
    if (isOver) return;
    end();
    wants.lost(because);
  };
  const late = setTimeout(() => fail('unreachable'), CONNECT_MS);

  /** What makes its reader throw is no message of the protocol. */
  const hear = createGuard(() => fail('nonsense'))((data: Buffer, isBinary: boolean): void => {
    if (isOver) return;
    const isOfKind = isBinary === (wants.read !== undefined);
    const told = isOfKind ? wants.message(read(data)) : { lost: 'nonsense' as const };
    if (told === 'started') start();
    nonsense = told === false ? nonsense + 1 : 0;
    if (typeof told === 'object') fail(told.lost);
    else if (nonsense > MOST_NONSENSE) fail('nonsense');
  });

  const start = (): void => {
    if (isStarted) return;
    isStarted = true;
    clearTimeout(late);
    wants.ready();
    for (const bytes of waiting.splice(0)) if (!isOver) send(bytes);
    waitingBytes = 0;
  };

  const send = (bytes: Uint8Array): void => {
    if (socket!.bufferedAmount > MOST_WAITING_BYTES) fail('slow');
    else socket!.send(bytes);
  };

  const open = async (): Promise<void> => {
    const url = typeof wants.url === 'function' ? await wants.url() : wants.url;
    const { lookup } = await egress.check(url, limit.signal);
    if (isOver) return;
    socket = new WebSocket(url, [...(wants.protocols ?? [])], {
      lookup: lookup as never,
      headers: wants.headers ?? {},
      maxPayload: MOST_MESSAGE_BYTES,
      followRedirects: false,
      perMessageDeflate: false,
      handshakeTimeout: CONNECT_MS,
    });
    socket.on('open', () => {
      if (isOver) return;
      if (opening !== undefined) socket?.send(opening);
      if (wants.saysWhenStarted !== true) start();
    });
    socket.on('message', (data, isBinary) => hear(data as Buffer, isBinary));
    socket.on('close', () => fail('closed'));
    // A refused handshake, a message beyond the bound, bytes that are no WebSocket.
    socket.on('error', error => fail(faultOfOpening(error)));
  };
  open().catch((error: unknown) => fail(faultOfOpening(error)));

  return {
    sound: bytes => {
      if (isOver) return;
      if (isStarted && socket?.readyState === WebSocket.OPEN) return send(bytes);
      // The oldest goes: a call that is understood late is better understood from now on.
      while (waitingBytes + bytes.length > MOST_WAITING_BYTES) waitingBytes -= waiting.shift()!.length;
      waiting.push(bytes);
      waitingBytes += bytes.length;
    },
    close: () => {
      if (isOver) return;
      const open = socket?.readyState === WebSocket.OPEN ? socket : null;
      isOver = true;
      clearTimeout(late);
      waiting.length = 0;
      if (open === null) return end();
      const unread = setTimeout(() => open.terminate(), PARTING_MS);
      open.on('close', () => clearTimeout(unread));
      open.send(parting, () => open.terminate());
    },
  };
};
