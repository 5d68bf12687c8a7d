import type { Address } from '../../exchange/types.ts';
import type { ReceivedRequest } from '../grammar/message.ts';
import { splitList } from '../grammar/scan.ts';
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

/** Where answers go: back to the host that asked, never to a third one that Via names (RFC 3261 §18.2.2, RFC 3581). */
export const answerAddress = (via: Via, source: Address): Address => ({
  host: source.host,
  port: via.params.has('rport') ? source.port : (via.port ?? 5060),
});
