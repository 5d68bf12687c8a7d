import { createServer as createHttpServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type WebSocket, WebSocketServer } from 'ws';
import { MAX_MESSAGE_BYTES } from '../sip/grammar/parse.ts';
import { type Address, isLoopback, unmapped } from './address.ts';
import type { Admission, Ticket } from './admission.ts';
import type { Transport } from './flow.ts';
import type { Links } from './links.ts';
import type { StreamLimits } from './stream-limits.ts';
import { socketPipe, webSocketPipe } from './stream-pipes.ts';

/** Ports where connections come in: TCP, TLS, and WebSockets with and without TLS (RFC 7118). */
export interface Listener {
  readonly address: Address;
  /** Takes no further connections; those that live are the links' to close. */
  readonly close: () => Promise<void>;
}

/** Our own. */
export interface Certificate {
  /** PEM, the chain after the certificate itself. */
  readonly cert: string;
  readonly key: string;
}

interface ListenerParts {
  readonly links: Links;
  readonly admission: Admission;
  readonly limits: StreamLimits;
  readonly certificate: Certificate | null;
  readonly isKnown: (host: string) => boolean;
  /** Origins of pages that may open WebSockets beside those of the host they ask. */
  readonly pageOrigins: readonly string[];
}

/** One listener: its connections are found again by their far end when TLS and WebSocket have made other objects of them. */
interface Door extends ListenerParts {
  readonly transport: StreamTransport;
  readonly tickets: Map<string, Ticket>;
}

type StreamTransport = Exclude<Transport, 'udp'>;

/** Older versions are broken (RFC 8996). */
export const MIN_TLS = 'TLSv1.2';
/** The subprotocol of RFC 7118 §4.1: without it a browser's other business would be taken for SIP. */
const SUBPROTOCOL = 'sip';

/** Rejects with the system's error (EADDRINUSE, EACCES …), or when TLS is wanted without a certificate. */
export const openListener = async (
  parts: ListenerParts,
  transport: StreamTransport,
  at: Address,
): Promise<Listener> => {
  const door: Door = { ...parts, transport, tickets: new Map() };
  const server = createServerOf(door);
  // Before anything is agreed: a connection counts from its first packet to its last.
  server.prependListener('connection', (socket: Socket) => admit(door, socket));
  await listening(server, at);
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : at.port;
  return { address: { host: at.host, port }, close: () => new Promise(settle => server.close(() => settle())) };
};

const createServerOf = (door: Door): Server => {
  const { certificate, limits, transport } = door;
  const isSecure = transport === 'tls' || transport === 'wss';
  if (isSecure && certificate === null) throw new Error(`${transport} needs a certificate`);
  const secrets = { ...certificate, minVersion: MIN_TLS, handshakeTimeout: limits.handshakeMs } as const;
  switch (transport) {
    case 'tcp':
      return createServer({ noDelay: true }, socket => takeSocket(door, socket));
    case 'tls': {
      const server = createTlsServer(secrets, socket => takeSocket(door, socket));
      // Who cannot agree on TLS is gone already; an error nobody hears would end the process.
      server.on('tlsClientError', (_error, socket) => void socket.destroy());
      return server;
    }
    case 'ws':
      return nearOnly(serveWebSockets(door, createHttpServer(httpLimits(limits))));
    case 'wss': {
      const secure = serveWebSockets(door, createHttpsServer({ ...secrets, ...httpLimits(limits) }));
      const plain = serveWebSockets({ ...door, transport: 'ws' }, createHttpServer(httpLimits(limits)));
      return serveBoth({ secure, plain }, limits);
    }
  }
};

/** The first octet of a TLS handshake (RFC 8446 §5.1); no HTTP request begins so. */
const TLS_HANDSHAKE = 22;

const isNear = (socket: Socket): boolean => isLoopback(unmapped(socket.remoteAddress ?? ''));

/** Without TLS a password's digest and all that is said could be read on the way: from this machine alone there is none. */
const nearOnly = (server: HttpServer): HttpServer =>
  server.prependListener('connection', (socket: Socket) => void (isNear(socket) || socket.destroy()));

/**
 * One port for both: what begins with TLS is secure, and what begins otherwise is taken from this machine alone. So the page
 * of a first start, which comes from here without a certificate, finds its telephone where every other page does.
 */
const serveBoth = (
  { secure, plain }: { readonly secure: HttpServer; readonly plain: HttpServer },
  limits: StreamLimits,
): Server => {
  // They count the time of what they are handed only once they believe that they listen.
  for (const each of [secure, plain]) each.emit('listening');
  const server = createServer({ noDelay: true }, socket => {
    const limit = setTimeout(() => socket.destroy(), limits.handshakeMs);
    socket.once('close', () => clearTimeout(limit));
    socket.once('data', first => {
      clearTimeout(limit);
      socket.pause();
      socket.unshift(first);
      const isSecure = first[0] === TLS_HANDSHAKE;
      if (!isSecure && !isNear(socket)) return void socket.destroy();
      (isSecure ? secure : plain).emit('connection', socket);
      // Whoever took it reads by itself from here on.
      process.nextTick(() => socket.resume());
    });
  });
  return server.once('close', () => {
    for (const each of [secure, plain]) each.close();
  });
};

const httpLimits = (limits: StreamLimits) => ({
  headersTimeout: limits.handshakeMs,
  requestTimeout: limits.handshakeMs,
  connectionsCheckingInterval: limits.sweepMs,
});

const admit = ({ admission, limits, isKnown, tickets }: Door, socket: Socket): void => {
  socket.on('error', () => {});
  const host = unmapped(socket.remoteAddress ?? '');
  const ticket = admission.take(host, isKnown(host), () => socket.destroy());
  if (ticket === null) return void socket.destroy();
  const name = nameOf(socket);
  tickets.set(name, ticket);
  socket.setNoDelay(true);
  // The system notices a far end that has vanished without a word.
  socket.setKeepAlive(true, limits.keepAliveMs);
  socket.once('close', () => {
    ticket.release();
    if (tickets.get(name) === ticket) tickets.delete(name);
  });
};

const nameOf = (socket: Socket): string => `${socket.remoteAddress} ${socket.remotePort}`;

const addressesOf = (socket: Socket) => ({
  peer: { host: unmapped(socket.remoteAddress ?? ''), port: socket.remotePort ?? 0 },
  local: { host: unmapped(socket.localAddress ?? ''), port: socket.localPort ?? 0 },
});

const takeSocket = ({ links, transport, tickets }: Door, socket: Socket): void => {
  const ticket = tickets.get(nameOf(socket));
  if (ticket === undefined) return void socket.destroy();
  const { take, gone } = links.add(socketPipe(socket), { transport, ...addressesOf(socket), ticket });
  socket.on('data', take);
  socket.on('error', () => {});
  socket.once('close', gone);
};

const serveWebSockets = (door: Door, server: HttpServer): HttpServer => {
  const upgrades = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: () => SUBPROTOCOL,
  });
  server.on('request', (_request, response) => {
    response.writeHead(426, { connection: 'close', upgrade: 'websocket' }).end();
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => {});
    if (!offersSip(request)) return turnAway(socket, '400 Bad Request');
    if (!mayUpgrade(request, door.pageOrigins)) return turnAway(socket, '403 Forbidden');
    upgrades.handleUpgrade(request, socket, head, webSocket => takeWebSocket(door, socket, webSocket));
  });
  server.on('clientError', (_error, socket) => void socket.destroy());
  server.on('tlsClientError', (_error, socket: Socket) => void socket.destroy());
  return server;
};

/** Nobody watches over its time any more once it has left HTTP: it goes when the answer has, whatever the far end does. */
const turnAway = (socket: Socket, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => socket.destroy());
};

const offersSip = (request: IncomingMessage): boolean =>
  (request.headers['sec-websocket-protocol'] ?? '').split(',').some(each => each.trim().toLowerCase() === SUBPROTOCOL);

/** A page of ours, on whatever port, or one that the operator named; who is no browser names none (RFC 6455 §10.2). */
const mayUpgrade = ({ headers: { origin, host } }: IncomingMessage, pageOrigins: readonly string[]): boolean => {
  if (origin === undefined || pageOrigins.includes(origin)) return true;
  const asked = URL.parse(`http://${host ?? ''}`);
  return asked !== null && asked.hostname !== '' && asked.hostname === URL.parse(origin)?.hostname;
};

const takeWebSocket = ({ links, transport, tickets }: Door, socket: Socket, webSocket: WebSocket): void => {
  const ticket = tickets.get(nameOf(socket));
  if (ticket === undefined) return void webSocket.terminate();
  const { take, gone } = links.add(webSocketPipe(webSocket), { transport, ...addressesOf(socket), ticket });
  webSocket.on('message', data => take(Buffer.isBuffer(data) ? data : Buffer.concat([data].flat().map(asBytes))));
  // A broken frame or a message beyond the limit: `ws` closes with the code of RFC 6455 §7.4.1 by itself.
  webSocket.on('error', () => {});
  webSocket.once('close', gone);
};

const asBytes = (part: Buffer | ArrayBuffer): Buffer => (Buffer.isBuffer(part) ? part : Buffer.from(part));

const listening = (server: Server, at: Address): Promise<void> =>
  new Promise((settle, fail) => {
    server.once('error', fail);
    server.listen({ host: at.host, port: at.port, exclusive: true }, () => {
      server.off('error', fail);
      server.on('error', () => {});
      settle();
    });
  });
