import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import { constants } from 'node:http2';
import type { FastifyInstance } from 'fastify';

/** As a browser asks at once for a page and all it needs; more wait. Without a number a client may open billions. */
const MOST_STREAMS = 128;

interface Limits {
  readonly keepAliveMs: number;
  /** Of a request whose sender falls silent. */
  readonly requestMs: number;
}

/**
 * With TLS pages come over HTTP/2, many files over one connection with headers that are sent once; sockets and old clients
 * go on over HTTP/1.1 at the same port, by what they ask for in the handshake (decision 62).
 */
export const secureOptions = (tls: { readonly cert: Buffer; readonly key: Buffer }, { keepAliveMs }: Limits) => ({
  http2: true as const,
  https: { ...tls, allowHTTP1: true, settings: { maxConcurrentStreams: MOST_STREAMS } },
  http2SessionTimeout: keepAliveMs,
});

/** Sessions that are open now, by server. */
const sessionsOf = new WeakMap<object, Set<ServerHttp2Session>>();

const isSecure = (app: FastifyInstance): boolean => sessionsOf.has(app.server);

/** What fastify sets for HTTP/1.1 alone; and who is connected, for the end. */
export const watchSecure = (app: FastifyInstance, { keepAliveMs, requestMs }: Limits): void => {
  const server = app.server as unknown as Http2SecureServer & { keepAliveTimeout: number; requestTimeout: number };
  server.keepAliveTimeout = keepAliveMs;
  server.requestTimeout = requestMs;
  const sessions = new Set<ServerHttp2Session>();
  sessionsOf.set(server, sessions);
  server.on('session', session => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  server.on('stream', stream => stream.setTimeout(requestMs, () => stream.close(constants.NGHTTP2_CANCEL)));
};

/** Connections without a request end; `all`: the others too. */
export const endConnections = (app: FastifyInstance, all: boolean): void => {
  const { server } = app;
  for (const session of sessionsOf.get(server) ?? []) all ? session.destroy() : session.close();
  if (all && !isSecure(app)) server.closeAllConnections();
  else if (typeof server.closeIdleConnections === 'function') server.closeIdleConnections();
};
