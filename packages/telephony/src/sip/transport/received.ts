import type { Address } from '../../net/address.ts';
import { defaultPort, type Flow, isReliable, transportOf } from '../../net/flow.ts';
import type { ReceivedRequest, ReceivedResponse } from '../grammar/message.ts';
import { splitList, wholeNumber } from '../grammar/scan.ts';
import { formatVia, type Via } from '../grammar/via.ts';

/**
 * Writes into the top Via where a request really came from: `received` where sent-by names another host (RFC 3261
 * §18.2.1), `rport` where the sender asks for it (RFC 3581 §4).
 */
export const stampVia = (request: ReceivedRequest, source: Address): ReceivedRequest => {
  const wantsPort = request.via.params.has('rport');
  if (!wantsPort && request.via.host === source.host) return request;
  const params = new Map(request.via.params);
  params.set('received', source.host);
  if (wantsPort) params.set('rport', String(source.port));
  const via: Via = { ...request.via, params };
  const index = request.headers.findIndex(each => each.name === 'via');
  const others = (splitList(request.headers[index]?.value ?? '') ?? []).slice(1);
  const value = [formatVia(via), ...others].join(', ');
  const headers = request.headers.map((each, i) => (i === index ? { name: 'via', value } : each));
  return { ...request, via, headers };
};

/**
 * Where answers go: back to the host that asked, never to a third one that Via names (RFC 3261 §18.2.2, RFC 3581). Over
 * a stream the connection itself carries them; this address counts only when it has broken, and there the port the
 * request came from leads nowhere.
 */
export const answerAddress = (via: Via, source: Address, flow: Flow): Address => {
  const isSymmetric = via.params.has('rport') && !isReliable(flow);
  return { host: source.host, port: isSymmetric ? source.port : (via.port ?? defaultPort(transportOf(flow))) };
};

/** What the far end saw our request come from (RFC 3581 §4); null where it tells nothing. */
export const seenAs = (response: ReceivedResponse): Address | null => {
  const { params } = response.via;
  const host = params.get('received') ?? null;
  const port = wholeNumber(params.get('rport') ?? '', 65_535);
  if (host === null && port === null) return null;
  // An IPv6 address may come with its brackets, though RFC 3261 §25.1 wants none here.
  const bare = (host ?? response.via.host).replace(/^\[|\]$/g, '');
  return { host: bare, port: port ?? response.via.port ?? 5_060 };
};
