import type { Essentials, Header, SipRequest, SipResponse } from './message.ts';
import { emptyBody } from './message.ts';
import { formatParams, type Params } from './params.ts';

/** The reason phrases we write (RFC 3261 §21); others come from the caller or stay empty. */
const REASONS: ReadonlyMap<number, string> = new Map([
  [100, 'Trying'],
  [180, 'Ringing'],
  [181, 'Call Is Being Forwarded'],
  [182, 'Queued'],
  [183, 'Session Progress'],
  [200, 'OK'],
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [407, 'Proxy Authentication Required'],
  [408, 'Request Timeout'],
  [415, 'Unsupported Media Type'],
  [416, 'Unsupported URI Scheme'],
  [420, 'Bad Extension'],
  [422, 'Session Interval Too Small'],
  [480, 'Temporarily Unavailable'],
  [481, 'Call/Transaction Does Not Exist'],
  [482, 'Loop Detected'],
  [483, 'Too Many Hops'],
  [486, 'Busy Here'],
  [487, 'Request Terminated'],
  [488, 'Not Acceptable Here'],
  [489, 'Bad Event'],
  [491, 'Request Pending'],
  [500, 'Server Internal Error'],
  [501, 'Not Implemented'],
  [503, 'Service Unavailable'],
  [504, 'Server Time-out'],
  [505, 'Version Not Supported'],
  [600, 'Busy Everywhere'],
  [603, 'Decline'],
]);

const reasonOf = (status: number): string => REASONS.get(status) ?? '';

/** Copied from the request into every answer, in the network's order (RFC 3261 §8.2.6.2). */
const COPIED = new Set(['via', 'from', 'call-id', 'cseq']);

export interface ResponseParts {
  readonly status: number;
  readonly reason?: string;
  /** Set where To has no tag yet. */
  readonly toTag: string | null;
  readonly headers?: readonly Header[];
  readonly body?: Uint8Array;
}

export const responseTo = (request: { readonly headers: readonly Header[] }, parts: ResponseParts): SipResponse => {
  const headers: Header[] = [];
  for (const each of request.headers) {
    if (COPIED.has(each.name)) headers.push(each);
    else if (each.name === 'to') headers.push({ name: 'to', value: withTag(each.value, parts.toTag) });
  }
  return {
    kind: 'response',
    status: parts.status,
    reason: parts.reason ?? reasonOf(parts.status),
    headers: parts.headers === undefined ? headers : [...headers, ...parts.headers],
    body: parts.body ?? emptyBody,
  };
};

/** 100 carries no tag, and a To that already has one keeps it. */
const withTag = (to: string, tag: string | null): string =>
  tag === null || /;\s*tag\s*=/i.test(to.slice(to.lastIndexOf('>') + 1)) ? to : `${to};tag=${tag}`;

/** ACK for a non-2xx final answer, within the INVITE's transaction (RFC 3261 §17.1.1.3). */
export const ackFor = (invite: SipRequest, response: SipResponse & Essentials): SipRequest =>
  within(invite, 'ACK', response.headers.find(each => each.name === 'to')?.value ?? null);

/** CANCEL takes everything that matches it to its INVITE (RFC 3261 §9.1). */
export const cancelFor = (invite: SipRequest): SipRequest => within(invite, 'CANCEL', null);

/** What `cancelFor` and `ackFor` need of an INVITE, for whoever has to send them in its stead. */
export const essenceOf = (invite: SipRequest): readonly Header[] =>
  invite.headers.filter(({ name }) => name === 'cseq' || name === 'to' || REPEATED.has(name));

/** Taken from the INVITE as they stand (RFC 3261 §9.1, §17.1.1.3). */
const REPEATED = new Set(['via', 'from', 'call-id', 'route', 'max-forwards']);

const within = (invite: SipRequest, method: string, to: string | null): SipRequest => {
  const headers: Header[] = [];
  let viaSeen = false;
  for (const each of invite.headers) {
    if (each.name === 'via') {
      if (!viaSeen) headers.push(each);
      viaSeen = true;
    } else if (each.name === 'to') headers.push(to === null ? each : { name: 'to', value: to });
    else if (each.name === 'cseq')
      headers.push({ name: 'cseq', value: `${Number.parseInt(each.value, 10)} ${method}` });
    else if (REPEATED.has(each.name)) headers.push(each);
  }
  return { kind: 'request', method, uri: invite.uri, headers, body: emptyBody };
};

/** `<uri>;params`, always with brackets so that nothing is ambiguous. */
export const addressValue = (uri: string, params?: Params): string =>
  params === undefined ? `<${uri}>` : `<${uri}>${formatParams(params)}`;
