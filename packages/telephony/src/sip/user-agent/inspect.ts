import type { ResponseParts } from '../grammar/build.ts';
import { header, listedTokens, type ReceivedRequest } from '../grammar/message.ts';
import { schemeOf } from '../grammar/uri.ts';
import { acceptHeader, allowHeader, mediaType } from './answers.ts';
import { ALLOWED, SDP_TYPE } from './context.ts';

/**
 * What RFC 3261 §8.2 lets a user agent server object to before it looks at what is asked; null when nothing. Order of
 * the RFC: method, request URI, required extensions, content.
 */
export type Objection = Omit<ResponseParts, 'toTag'>;

export const inspectRequest = (request: ReceivedRequest): Objection | null => {
  if (!(ALLOWED as readonly string[]).includes(request.method)) return { status: 405, headers: [allowHeader] };
  if (schemeOf(request.uri) !== 'sip') return { status: 416 };
  return inspectContent(request);
};

/** Within a dialog the request URI is our own Contact, so only method and content can be wrong. */
export const inspectWithin = (request: ReceivedRequest): Objection | null => {
  if (!(ALLOWED as readonly string[]).includes(request.method)) return { status: 405, headers: [allowHeader] };
  return inspectContent(request);
};

const inspectContent = (request: ReceivedRequest): Objection | null => {
  const required = listedTokens(request.headers, 'require');
  // We know no extension, so whatever is required is unsupported (RFC 3261 §8.2.2.3).
  if (required.length > 0) return { status: 420, headers: [{ name: 'unsupported', value: required.join(', ') }] };
  if (request.method !== 'INVITE') return null;
  if (request.body.length > 0 && mediaType(request) !== SDP_TYPE) return { status: 415, headers: [acceptHeader] };
  const encoding = header(request.headers, 'content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    return { status: 415, headers: [{ name: 'accept-encoding', value: 'identity' }] };
  }
  const accepted = listedTokens(request.headers, 'accept');
  const takesSdp = accepted.length === 0 || accepted.some(each => [SDP_TYPE, 'application/*', '*/*'].includes(each));
  return takesSdp ? null : { status: 406 };
};
