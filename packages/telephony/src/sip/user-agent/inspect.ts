import { isTooShort, leastHeader } from '../dialog/session-timer.ts';
import type { ResponseParts } from '../grammar/build.ts';
import { header, listedTokens, type ReceivedRequest } from '../grammar/message.ts';
import { schemeOf } from '../grammar/uri.ts';
import { acceptHeader, allowHeader, EXTENSIONS, mediaType, supportedHeader } from './answers.ts';
import { ALLOWED, SDP_TYPE } from './context.ts';
import { KEY_TYPES } from './keys.ts';

/**
 * What RFC 3261 §8.2 lets a user agent server object to before it looks at what is asked; null when nothing. Order of
 * the RFC: method, request URI, required extensions, content.
 */
type Objection = Omit<ResponseParts, 'toTag'>;

export const inspectRequest = (request: ReceivedRequest): Objection | null =>
  inspectMethod(request.method) ?? (schemeOf(request.uri) === 'sip' ? inspectContent(request) : { status: 416 });

/** Within a dialog the request URI is our own Contact, so only method and content can be wrong. */
export const inspectWithin = (request: ReceivedRequest): Objection | null =>
  inspectMethod(request.method) ?? inspectContent(request);

/** Methods that exist and that nobody has a use for here (RFC 3261 §21.4.6 asks 405); what is no method at all is 501. */
const KNOWN = ['REGISTER', 'MESSAGE', 'REFER', 'PUBLISH'];
/** Events (RFC 6665 §8.3.2): we know no package. */
const EVENTS = ['SUBSCRIBE', 'NOTIFY'];

const inspectMethod = (method: string): Objection | null => {
  if ((ALLOWED as readonly string[]).includes(method)) return null;
  if (EVENTS.includes(method)) return { status: 489, headers: [allowHeader] };
  return { status: KNOWN.includes(method) ? 405 : 501, headers: [allowHeader] };
};

/** Which bodies a method may bring. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  INVITE: [SDP_TYPE],
  UPDATE: [SDP_TYPE],
  PRACK: [SDP_TYPE],
  INFO: KEY_TYPES,
};

const inspectContent = (request: ReceivedRequest): Objection | null => {
  const unknown = listedTokens(request.headers, 'require').filter(each => !EXTENSIONS.includes(each));
  if (unknown.length > 0) {
    return { status: 420, headers: [{ name: 'unsupported', value: unknown.join(', ') }, supportedHeader] };
  }
  const types = TAKES[request.method];
  if (types === undefined) return null;
  if (request.body.length > 0 && !types.includes(mediaType(request))) {
    const accept = types.includes(SDP_TYPE) ? acceptHeader : { name: 'accept', value: types.join(', ') };
    return { status: 415, headers: [accept] };
  }
  const encoding = header(request.headers, 'content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    return { status: 415, headers: [{ name: 'accept-encoding', value: 'identity' }] };
  }
  if ((request.method === 'INVITE' || request.method === 'UPDATE') && isTooShort(request.headers)) {
    return { status: 422, headers: [leastHeader] };
  }
  if (request.method !== 'INVITE') return null;
  const accepted = listedTokens(request.headers, 'accept');
  const takesSdp = accepted.length === 0 || accepted.some(each => [SDP_TYPE, 'application/*', '*/*'].includes(each));
  return takesSdp ? null : { status: 406 };
};
