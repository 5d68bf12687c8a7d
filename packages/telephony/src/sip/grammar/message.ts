import type { NameAddr } from './name-addr.ts';
import type { Via } from './via.ts';

/** Names are lower case and never compact; values are unfolded and trimmed. Order is the network's. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

export interface SipRequest {
  readonly kind: 'request';
  readonly method: string;
  readonly uri: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

export interface SipResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

export type SipMessage = SipRequest | SipResponse;

/** What every layer needs of every message, parsed once at the rim; all else is parsed where it is asked for. */
export interface Essentials {
  readonly via: Via;
  readonly from: NameAddr;
  readonly to: NameAddr;
  readonly callId: string;
  readonly cseq: CSeq;
}

export interface CSeq {
  readonly number: number;
  readonly method: string;
}

export type ReceivedRequest = SipRequest & Essentials;
export type ReceivedResponse = SipResponse & Essentials;
export type ReceivedMessage = ReceivedRequest | ReceivedResponse;

export const emptyBody = new Uint8Array(0);

export const header = (headers: readonly Header[], name: string): string | null => {
  for (const each of headers) if (each.name === name) return each.value;
  return null;
};

export const allHeaders = (headers: readonly Header[], name: string): readonly string[] => {
  const values: string[] = [];
  for (const each of headers) if (each.name === name) values.push(each.value);
  return values;
};

/** Option tags and media types of a list header, lower case, parameters cut off. */
export const listedTokens = (headers: readonly Header[], name: string): readonly string[] =>
  allHeaders(headers, name)
    .flatMap(value => value.split(','))
    .map(item => item.split(';')[0]!.trim().toLowerCase())
    .filter(item => item !== '');

/** A value as it may stand in a message: a line end in it would begin another header. */
export const oneLine = (value: string): string => value.replace(/\p{Cc}+/gu, ' ').trim();

/** Headers that others want in a message of ours: names as we keep them, values of one line. */
export const cleaned = (headers: readonly Header[] = []): readonly Header[] =>
  headers
    .filter(({ name }) => /^[A-Za-z0-9-]+$/.test(name))
    .map(({ name, value }) => ({ name: name.toLowerCase(), value: oneLine(value) }));
