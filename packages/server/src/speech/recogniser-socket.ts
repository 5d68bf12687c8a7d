import { createGuard } from '@lianxian/core/kit';
import { WebSocket } from 'ws';
import { type EgressGuard, NotAllowed } from '../platform/egress-guard.ts';
import type { RecogniserFault } from './ports/recogniser.ts';

/**
 * A recogniser's WebSocket (RFC 6455), for one call: opened through the egress guard, JSON comes, sound goes. Every way it can
 * fail is one word, told once; nothing it does throws or grows without bound.
 */
interface RecogniserSocket {
  /** Sound before it is open waits, a bounded while; after it is lost it goes nowhere. */
  readonly sound: (bytes: Uint8Array) => void;
  readonly close: () => void;
}

interface SocketWants {
  readonly egress: EgressGuard;
  readonly url: URL;
  readonly protocols?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** First message once it is open. */
  readonly opening: string;
  /** Said before closing, so that the service ends its side. */
  readonly parting: string;
  readonly ready: () => void;
  /** One parsed message; false when it is none of the protocol. */
  readonly message: (json: unknown) => boolean;
  readonly lost: (because: RecogniserFault) => void;
}

export const bearer = (key: string): Readonly<Record<string, string>> =>
  key === '' ? {} : { authorization: `Bearer ${key}` };

/** From the name's look-up to the open socket. */
const CONNECT_MS = 4_000;
/** Text of a sentence with the times of its characters. */
const MOST_MESSAGE_BYTES = 64 * 1024;
/** 5 s of 16 kHz: what may wait while it connects, and what it may owe while it is open. */
const MOST_WAITING_BYTES = 160_000;
/** Messages it may send that mean nothing, on end. */
const MOST_NONSENSE = 20;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const openRecogniserSocket = (wants: SocketWants): RecogniserSocket => {
  const { egress, url, opening, parting } = wants;
  let socket: WebSocket | null = null;
  let isOver = false;
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
  const hear = createGuard(() => fail('nonsense'))((text: string): void => {
    if (isOver) return;
    nonsense = wants.message(parsed(text)) ? 0 : nonsense + 1;
    if (nonsense > MOST_NONSENSE) fail('nonsense');
  });

  const send = (bytes: Uint8Array): void => {
    if (socket!.bufferedAmount > MOST_WAITING_BYTES) fail('slow');
    else socket!.send(bytes);
  };

  const open = async (): Promise<void> => {
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
      clearTimeout(late);
      socket?.send(opening);
      wants.ready();
      for (const bytes of waiting.splice(0)) if (!isOver) send(bytes);
      waitingBytes = 0;
    });
    socket.on('message', (data, isBinary) => {
      if (isBinary) return fail('nonsense');
      hear(String(data));
    });
    socket.on('close', () => fail('closed'));
    // A refused handshake, a message beyond the bound, bytes that are no WebSocket.
    socket.on('error', error =>
      fail(/max payload|invalid|unexpected/i.test(error.message) ? 'nonsense' : 'unreachable'),
    );
  };
  open().catch((error: unknown) => fail(error instanceof NotAllowed ? 'notAllowed' : 'unreachable'));

  return {
    sound: bytes => {
      if (isOver) return;
      if (socket?.readyState === WebSocket.OPEN) return send(bytes);
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
      open.send(parting, () => open.terminate());
    },
  };
};
