import { longName } from './header-names.ts';
import type { CSeq, Essentials, Header, ReceivedMessage } from './message.ts';
import { parseNameAddr, parseNameAddrs } from './name-addr.ts';
import { isToken, splitList, wholeNumber } from './scan.ts';
import { isUri, parseSipUri } from './uri.ts';
import { parseVia } from './via.ts';

/**
 * Bytes of one datagram → message or refusal; never an exception. Tolerant where phones differ (folding, compact
 * names, spaces, bare LF, missing Content-Length, trailing octets), strict where tolerance would mean guessing
 * (RFC 4475 §3.1.2). A refusal of a request that can still be answered carries the status to answer with.
 */
type Parsed =
  | { readonly ok: true; readonly message: ReceivedMessage }
  | { readonly ok: false; readonly refusal: Refusal };

export interface Refusal {
  readonly because: string;
  /** Set only for requests (not ACK) whose headers could be read: answer statelessly, then forget. */
  readonly answer: { readonly status: number; readonly headers: readonly Header[] } | null;
}

/** The largest UDP datagram; longer input never came from one. */
export const MAX_MESSAGE_BYTES = 65_535;
const MAX_HEADERS = 256;
/** RFC 3261 §8.1.1.5: a sequence number is less than 2^31. */
const MAX_SEQUENCE = 2_147_483_647;

/** What we send to keep a way open, or to find out whether there is one: to SIP it is nothing (RFC 5626 §3.5.1). */
export const KEEP_ALIVE = Buffer.from('\r\n\r\n');

/** Line ends alone keep an address translator's door open; they mean nothing (RFC 5626 §3.5.1, RFC 3261 §7.5). */
export const isKeepAlive = (bytes: Uint8Array): boolean =>
  bytes.length <= 4 && bytes.every(byte => byte === 13 || byte === 10);

const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

const refuse = (because: string): Parsed => ({ ok: false, refusal: { because, answer: null } });

export const parseMessage = (bytes: Uint8Array): Parsed => {
  if (bytes.length > MAX_MESSAGE_BYTES) return refuse('too long');
  const headEnd = endOfHead(bytes);
  if (headEnd.from === 0) return refuse('empty');
  const lines = decoder.decode(bytes.subarray(0, headEnd.from)).split('\n');
  const startLine = withoutReturn(lines[0]!);
  const { headers, fault } = readHeaders(lines);
  const isResponse = startLine.startsWith('SIP/');
  const refuseRequest = (because: string, status = 400): Parsed => {
    const canAnswer = !isResponse && headers.some(each => each.name === 'via') && !startLine.startsWith('ACK ');
    return { ok: false, refusal: { because, answer: canAnswer ? { status, headers } : null } };
  };
  const start = isResponse ? readStatusLine(startLine) : readRequestLine(startLine);
  if ('because' in start) return refuseRequest(start.because, start.status);
  if (fault !== null) return refuseRequest(fault);
  const essentials = readEssentials(headers);
  if (typeof essentials === 'string') return refuseRequest(essentials);
  const body = readBody(bytes.subarray(headEnd.to), headers);
  if (typeof body === 'string') return refuseRequest(body);
  const flaw = flawOf(headers, essentials, start.kind === 'request' ? start.method : null);
  if (flaw !== null) return refuseRequest(flaw);
  return { ok: true, message: { ...start, headers, body, ...essentials } };
};

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** The head ends at the first empty line; a datagram without one is all head. */
const endOfHead = (bytes: Uint8Array): { readonly from: number; readonly to: number } => {
  let lineStart = 0;
  for (;;) {
    const feed = bytes.indexOf(10, lineStart);
    if (feed < 0) return { from: bytes.length, to: bytes.length };
    const isEmpty = feed === lineStart || (feed === lineStart + 1 && bytes[lineStart] === 13);
    if (isEmpty) return { from: lineStart, to: feed + 1 };
    lineStart = feed + 1;
  }
};

interface StartFault {
  readonly because: string;
  readonly status: number;
}

const readRequestLine = (line: string) => {
  const parts = line.split(' ');
  const [method, uri, version] = parts;
  const fault = (because: string, status = 400): StartFault => ({ because, status });
  if (parts.length !== 3 || method === undefined || uri === undefined) return fault('malformed request line');
  if (!isToken(method)) return fault('malformed method');
  if (version !== 'SIP/2.0') {
    const isOtherVersion = version?.startsWith('SIP/') === true && version.length <= 12;
    return isOtherVersion ? fault('unknown SIP version', 505) : fault('malformed version');
  }
  if (!isUri(uri)) return fault('malformed request URI');
  if (parseSipUri(uri)?.headers !== undefined && parseSipUri(uri)?.headers !== null) {
    return fault('headers in the request URI');
  }
  return { kind: 'request' as const, method, uri };
};

const readStatusLine = (line: string) => {
  const fault = (because: string): StartFault => ({ because, status: 400 });
  if (!line.startsWith('SIP/2.0 ')) return fault('unknown SIP version');
  const status = wholeNumber(line.slice(8, 11), 699);
  if (status === null || status < 100 || (line.length > 11 && line[11] !== ' ')) return fault('malformed status');
  return { kind: 'response' as const, status, reason: line.slice(12) };
};

const readHeaders = (lines: readonly string[]): { readonly headers: Header[]; readonly fault: string | null } => {
  const headers: Header[] = [];
  let fault: string | null = null;
  for (let i = 1; i < lines.length; i++) {
    let line = withoutReturn(lines[i]!);
    if (line === '') continue;
    if (line.includes('\r')) fault ??= 'a carriage return inside a header';
    while (i + 1 < lines.length && (lines[i + 1]![0] === ' ' || lines[i + 1]![0] === '\t')) {
      line += ` ${withoutReturn(lines[++i]!).trimStart()}`;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? '' : line.slice(0, colon).trimEnd();
    if (!isToken(name)) {
      fault ??= 'malformed header line';
      continue;
    }
    if (headers.length >= MAX_HEADERS) return { headers, fault: 'too many headers' };
    headers.push({ name: longName(name), value: line.slice(colon + 1).trim() });
  }
  return { headers, fault };
};

/** Only once in a message (RFC 3261 §20 table 2); a second one means two readers could disagree. */
const SINGLE = ['from', 'to', 'call-id', 'cseq', 'max-forwards', 'content-length', 'content-type'] as const;

const readEssentials = (headers: readonly Header[]): Essentials | string => {
  const first = new Map<string, string>();
  for (const { name, value } of headers) {
    if (!first.has(name)) first.set(name, value);
    else if ((SINGLE as readonly string[]).includes(name)) return `more than one ${name}`;
  }
  const viaList = splitList(first.get('via') ?? '');
  const via = viaList?.[0] === undefined ? null : parseVia(viaList[0]);
  if (via === null) return 'missing or malformed Via';
  const from = parseNameAddr(first.get('from') ?? '');
  if (from === null) return 'missing or malformed From';
  const to = parseNameAddr(first.get('to') ?? '');
  if (to === null) return 'missing or malformed To';
  const callId = first.get('call-id') ?? '';
  if (callId === '' || callId.includes(' ')) return 'missing or malformed Call-ID';
  const cseq = parseCSeq(first.get('cseq') ?? '');
  if (cseq === null) return 'missing or malformed CSeq';
  return { via, from, to, callId, cseq };
};

const parseCSeq = (value: string): CSeq | null => {
  const digitsEnd = value.search(/[^0-9]/);
  if (digitsEnd <= 0) return null;
  const number = wholeNumber(value.slice(0, digitsEnd), MAX_SEQUENCE);
  const method = value.slice(digitsEnd).trim();
  return number === null || !isToken(method) ? null : { number, method };
};

/** Over UDP a missing Content-Length means the rest of the datagram; octets after it are ignored (RFC 3261 §18.3). */
const readBody = (rest: Uint8Array, headers: readonly Header[]): Uint8Array | string => {
  const text = headers.find(each => each.name === 'content-length')?.value;
  if (text === undefined) return rest;
  const length = wholeNumber(text, MAX_MESSAGE_BYTES);
  if (length === null) return 'malformed Content-Length';
  return length > rest.length ? 'Content-Length longer than the message' : rest.subarray(0, length);
};

/** What is wrong with a message whose essentials can be read. */
const flawOf = (headers: readonly Header[], essentials: Essentials, method: string | null): string | null => {
  if (method !== null && method !== essentials.cseq.method) return 'CSeq names another method';
  for (const { name, value } of headers) {
    if (name === 'via' && splitList(value)?.every(item => parseVia(item) !== null) !== true) return 'malformed Via';
    if (name === 'max-forwards' && wholeNumber(value, 255) === null) return 'malformed Max-Forwards';
    const isAddressList = name === 'route' || name === 'record-route' || (name === 'contact' && value !== '*');
    if (isAddressList && parseNameAddrs([value]) === null) return `malformed ${name}`;
  }
  return null;
};
