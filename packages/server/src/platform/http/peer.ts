import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { isLoopback } from '../loopback.ts';

const forwardingHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'true-client-ip'];

/** Names by which a machine means itself (RFC 6761 §6.3), with or without a port. */
const loopbackName = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** HTTP/2 says it in a header of its own (RFC 9113 §8.3.1); of both that one counts. */
const nameAsked = ({ headers }: IncomingMessage): string => String(headers[':authority'] ?? headers.host ?? '');

const isForwarded = ({ headers }: IncomingMessage): boolean =>
  Object.keys(headers).some(
    name => name.startsWith('x-forwarded') || name.startsWith('cf-') || forwardingHeaders.includes(name),
  );

/**
 * Does the request come from this very machine, with nobody in between? Whatever a proxy is trusted for, the socket
 * decides, and any header a proxy leaves (RFC 7239, RFC 9110 §7.6.3, X-Forwarded-*) means there is one: a tunnel or a
 * reverse proxy on loopback must not open the demo account to the world. A proxy that leaves no header still asks for
 * the name its clients asked for, and so does a page whose own name was pointed at this machine (DNS rebinding): only a
 * loopback name counts. HTTP/1.0 is spoken by old proxies, never by a browser.
 */
export const isThisMachine = (request: IncomingMessage): boolean => {
  if (!isLoopback(request.socket.remoteAddress ?? '') || request.httpVersion === '1.0') return false;
  if (!loopbackName.test(nameAsked(request))) return false;
  return !isForwarded(request);
};

/** Loopback and the networks of RFC 1918 and RFC 4193: where a proxy of the operator's own stands. */
const near = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  near.addSubnet(net, bits, 'ipv4');
near.addSubnet('fc00::', 7, 'ipv6');
near.addAddress('::1', 'ipv6');

/** Somebody near passes on what others ask. From further away it may be anybody who wrote such a header. */
export const isFromProxyNear = (request: IncomingMessage): boolean => {
  const address = request.socket.remoteAddress ?? '';
  return isForwarded(request) && near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
};
