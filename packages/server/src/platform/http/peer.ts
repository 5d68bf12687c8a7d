import type { IncomingMessage } from 'node:http';

const forwardingHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'true-client-ip'];

const isLoopback = (address: string): boolean => /^(::ffff:)?127\./.test(address) || address === '::1';

/**
 * Does the request come from this very machine, with nobody in between? Whatever a proxy is trusted for, the socket
 * decides, and any header a proxy leaves (RFC 7239, RFC 9110 §7.6.3, X-Forwarded-*) means there is one: a tunnel or a
 * reverse proxy on loopback must not open the demo account to the world.
 */
export const isThisMachine = (request: IncomingMessage): boolean => {
  if (!isLoopback(request.socket.remoteAddress ?? '')) return false;
  const names = Object.keys(request.headers);
  return !names.some(
    name => name.startsWith('x-forwarded') || name.startsWith('cf-') || forwardingHeaders.includes(name),
  );
};
