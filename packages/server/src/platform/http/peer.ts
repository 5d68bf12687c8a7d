import type { IncomingMessage } from 'node:http';

const forwardingHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'true-client-ip'];

const isLoopback = (address: string): boolean => /^(::ffff:)?127\./.test(address) || address === '::1';

/** Names by which a machine means itself (RFC 6761 §6.3), with or without a port. */
const loopbackName = /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * Does the request come from this very machine, with nobody in between? Whatever a proxy is trusted for, the socket
 * decides, and any header a proxy leaves (RFC 7239, RFC 9110 §7.6.3, X-Forwarded-*) means there is one: a tunnel or a
 * reverse proxy on loopback must not open the demo account to the world. A proxy that leaves no header still asks for
 * the name its clients asked for, and so does a page whose own name was pointed at this machine (DNS rebinding): only a
 * loopback name counts. HTTP/1.0 is spoken by old proxies, never by a browser.
 */
export const isThisMachine = (request: IncomingMessage): boolean => {
  if (!isLoopback(request.socket.remoteAddress ?? '') || request.httpVersion === '1.0') return false;
  if (!loopbackName.test(request.headers.host ?? '')) return false;
  const names = Object.keys(request.headers);
  return !names.some(
    name => name.startsWith('x-forwarded') || name.startsWith('cf-') || forwardingHeaders.includes(name),
  );
};
