import { type Instant, instant } from '@lianxian/core/kit';
import { MAX_MESSAGE_BYTES } from '../sip/grammar/parse.ts';
import { isTokenCode, wholeNumber } from '../sip/grammar/scan.ts';

/**
 * Cuts a stream into messages (RFC 3261 §7.5, §18.3): a head up to the first empty line, then as many octets as its
 * Content-Length says. Over a stream that header is a must: without it nobody knows where the next message begins, so
 * what cannot be cut is garbage, and garbage ends the stream. Where a head ends is the same rule as the parser's; two
 * rules would let somebody smuggle a message inside another.
 *
 * Between messages line ends mean nothing, but two of them at once ask for one (RFC 5626 §3.5.1).
 *
 * Invariants: at most one message and one chunk are kept; each octet is looked at once, however small the pieces.
 */
export type Piece =
  | { readonly type: 'message'; readonly bytes: Buffer }
  /** The far end wants to know whether we live; told once a chunk. */
  | { readonly type: 'ping' }
  /** The last piece; `head` is all that was understood. */
  | { readonly type: 'garbage'; readonly head: Buffer; readonly because: string };

interface Framer {
  readonly push: (chunk: Uint8Array, at: Instant) => readonly Piece[];
  /** When the message began that is not complete yet; null between messages. */
  readonly waitingSince: () => Instant | null;
}

/** Line ends further apart than this are two answers to pings of ours, not one ping. */
const PING_WITHIN_MS = 1_000;
const DOUBLE_CRLF_BYTES = 4;
const [RETURN, FEED, SPACE, TAB] = [13, 10, 32, 9] as const;
const never = instant(Number.NEGATIVE_INFINITY);

export const createFramer = (): Framer => {
  const store = createStore();
  let since: Instant | null = null;
  let isBroken = false;
  /** Where the line begins that is being looked at, and where the search goes on. */
  let [lineStart, looked] = [0, 0];
  /** Octets of head and body together; null while the head is not complete. */
  let wanted: number | null = null;
  let lineEnds = { count: 0, at: never };

  const skipLineEnds = (at: Instant): boolean => {
    const bytes = store.bytes();
    let skipped = 0;
    while (skipped < bytes.length && (bytes[skipped] === RETURN || bytes[skipped] === FEED)) skipped++;
    if (skipped === 0) return false;
    store.drop(skipped);
    const before = at - lineEnds.at < PING_WITHIN_MS ? lineEnds.count : 0;
    const isPing = before + skipped >= DOUBLE_CRLF_BYTES;
    lineEnds = { count: isPing ? 0 : before + skipped, at };
    return isPing;
  };

  /** The length of the head with its empty line; null while it has not come. */
  const findHead = (bytes: Buffer): number | null => {
    for (;;) {
      const feed = bytes.indexOf(FEED, looked);
      if (feed < 0) {
        looked = bytes.length;
        return null;
      }
      looked = feed + 1;
      const isEmpty = feed === lineStart || (feed === lineStart + 1 && bytes[lineStart] === RETURN);
      lineStart = feed + 1;
      if (isEmpty) return feed + 1;
    }
  };

  const breakOff = (head: Buffer, because: string): Piece => {
    isBroken = true;
    since = null;
    store.drop(store.bytes().length);
    return { type: 'garbage', head, because };
  };

  const next = (): Piece | null => {
    const bytes = store.bytes();
    if (wanted === null) {
      // Whoever speaks TLS, or nothing known, is told at once instead of being waited for.
      if (!isTokenCode(bytes[0] ?? 0)) return breakOff(Buffer.alloc(0), 'no SIP');
      const head = findHead(bytes);
      if (head === null) {
        return bytes.length > MAX_MESSAGE_BYTES ? breakOff(Buffer.from(bytes), 'a head without end') : null;
      }
      const length = contentLength(bytes.subarray(0, head));
      if (typeof length === 'string') return breakOff(Buffer.from(bytes.subarray(0, head)), length);
      wanted = head + length;
      if (wanted > MAX_MESSAGE_BYTES) return breakOff(Buffer.from(bytes.subarray(0, head)), 'too long');
    }
    if (bytes.length < wanted) return null;
    const message = Buffer.from(bytes.subarray(0, wanted));
    store.drop(wanted);
    [lineStart, looked] = [0, 0];
    [wanted, since] = [null, null];
    return { type: 'message', bytes: message };
  };

  const push = (chunk: Uint8Array, at: Instant): readonly Piece[] => {
    if (isBroken) return [];
    store.add(chunk);
    const pieces: Piece[] = [];
    let isPinged = false;
    for (;;) {
      if (since === null) {
        if (skipLineEnds(at)) isPinged = true;
        if (store.bytes().length === 0) break;
        since = at;
      }
      const piece = next();
      if (piece === null) break;
      pieces.push(piece);
      if (piece.type === 'garbage') break;
    }
    store.settle();
    return isPinged ? [...pieces, { type: 'ping' }] : pieces;
  };

  return { push, waitingSince: () => since };
};

/** Octets that wait: a chunk is used as it came, and copied only when something of it stays. */
const createStore = () => {
  let buffer: Buffer = Buffer.alloc(0);
  let [from, to] = [0, 0];
  let isOurs = false;
  const own = (capacity: number) => {
    const bigger = Buffer.allocUnsafe(capacity);
    buffer.copy(bigger, 0, from, to);
    [buffer, from, to, isOurs] = [bigger, 0, to - from, true];
  };
  return {
    bytes: (): Buffer => buffer.subarray(from, to),
    add: (chunk: Uint8Array) => {
      if (from === to) {
        [buffer, from, to, isOurs] = [
          Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length),
          0,
          chunk.length,
          false,
        ];
        return;
      }
      const length = to - from + chunk.length;
      if (!isOurs || to + chunk.length > buffer.length) own(2 * length);
      buffer.set(chunk, to);
      to += chunk.length;
    },
    drop: (count: number) => {
      from += count;
    },
    /** The chunk belongs to the socket: what is left of it is taken over. */
    settle: () => {
      if (from === to) [buffer, from, to, isOurs] = [Buffer.alloc(0), 0, 0, true];
      else if (!isOurs) own(2 * (to - from));
    },
  };
};

/** The one Content-Length of a head, or what is wrong with it; folded lines and the compact name count too. */
const contentLength = (head: Buffer): number | string => {
  let value: string | null = null;
  let lineStart = head.indexOf(FEED) + 1;
  while (lineStart < head.length) {
    let lineEnd = feedAfter(head, lineStart);
    const isNamed = nameIsLength(head, lineStart, lineEnd);
    while (lineEnd < head.length && (head[lineEnd] === SPACE || head[lineEnd] === TAB))
      lineEnd = feedAfter(head, lineEnd);
    if (isNamed) {
      if (value !== null) return 'more than one Content-Length';
      const line = head.toString('latin1', lineStart, lineEnd);
      value = line.slice(line.indexOf(':') + 1).trim();
    }
    lineStart = lineEnd;
  }
  if (value === null) return 'no Content-Length';
  return wholeNumber(value, MAX_MESSAGE_BYTES) ?? 'malformed Content-Length';
};

/** Where the line after this one begins. */
const feedAfter = (bytes: Buffer, from: number): number => {
  const feed = bytes.indexOf(FEED, from);
  return feed < 0 ? bytes.length : feed + 1;
};

const nameIsLength = (head: Buffer, from: number, to: number): boolean => {
  const first = (head[from] ?? 0) | 0x20;
  if (first !== 0x63 && first !== 0x6c) return false;
  const line = head.toString('latin1', from, to);
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(0, colon)).trimEnd().toLowerCase();
  return name === 'content-length' || name === 'l';
};
