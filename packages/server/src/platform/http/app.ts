import { X509Certificate } from 'node:crypto';
import cors from '@fastify/cors';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import { limits, wire } from '@lianxian/contract';
import { type FastifyInstance, fastify } from 'fastify';
import { parseForm } from './form.ts';
import { endConnections, secureOptions, watchSecure } from './secure-server.ts';
import { answerUnknown } from './unknown.ts';

interface AppOptions {
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  /** Believe X-Forwarded-*: only behind a proxy of the operator's own. */
  readonly trustProxy: boolean;
  /** Where the browser finds the API when it is not where the page came from. */
  readonly apiHost: string;
  readonly corsOrigins: readonly string[];
  /** Whose pages may show ours in a frame, beside our own; none: nobody else's. */
  readonly frameAncestors: readonly string[];
}

/** A sheet of 50 MB over a line of 2 Mbit/s; who only sends headers is cut by node after a minute. */
const REQUEST_LIMIT_MS = 240_000;
/** Of an upload: a token and whatever old clients send along. */
const FIELD_BYTES = 10_000;
const KEEP_ALIVE_MS = 65_000;
const TIDY_MS = 25;
const connectionLimits = { keepAliveMs: KEEP_ALIVE_MS, requestMs: REQUEST_LIMIT_MS } as const;
/** Where the files of the built web app are. */
export const ASSETS = '/assets/';

/** A year (RFC 6797); the names below ours may be others'. */
const HSTS_S = 31_536_000;

/** Signed by another than itself. A self-made certificate with HSTS would lock its own user out. */
const isVouchedFor = (tls: AppOptions['tls']): boolean => {
  if (tls === null) return false;
  const certificate = new X509Certificate(tls.cert);
  return !certificate.verify(certificate.publicKey);
};

/** Scripts and styles from here alone; a page's own style elements carry a nonce (`web-app.ts`). */
const contentSecurity = ({ apiHost, tls, frameAncestors }: AppOptions) => {
  const api = apiHost === '' ? [] : [apiHost, apiHost.replace(/^http/, 'ws')];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...api],
      fontSrc: ["'self'", 'data:'],
      mediaSrc: ["'self'", 'blob:', ...api],
      connectSrc: ["'self'", ...api],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      scriptSrcAttr: ["'none'"],
      frameAncestors: ["'self'", ...frameAncestors],
      ...(tls === null ? {} : { upgradeInsecureRequests: [] }),
    },
  };
};

/** Headers of every answer, as helmet says them. They are the same for all, so it is asked once: it makes them anew each time. */
const securityHeaders = async (options: AppOptions): Promise<Readonly<Record<string, string>>> => {
  const asked = fastify();
  await asked.register(helmet, {
    contentSecurityPolicy: contentSecurity(options),
    // It knows one origin or none; frame-ancestors says the same where others are let in.
    xFrameOptions: options.frameAncestors.length > 0 ? false : { action: 'sameorigin' },
    strictTransportSecurity: isVouchedFor(options.tls) ? { maxAge: HSTS_S, includeSubDomains: false } : false,
    crossOriginResourcePolicy: { policy: options.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
    // Needs a trustworthy origin; plain HTTP in a LAN only earns a console warning.
    originAgentCluster: false,
    crossOriginOpenerPolicy: options.tls === null ? false : { policy: 'same-origin' },
  });
  asked.get('/', (_request, reply) => reply.code(204).send());
  const { headers } = await asked.inject('/');
  await asked.close();
  const { date: _date, connection: _connection, ...said } = headers as Record<string, string>;
  // The page takes sound for a call in the browser; it needs nothing else of the machine.
  return {
    ...said,
    'permissions-policy': 'camera=(), geolocation=(), payment=(), usb=(), microphone=(self)',
    // Answers hold what its asker may see: nobody between us keeps them. What is everybody's says so itself.
    'cache-control': 'no-store',
  };
};

/** What counts for files and data too; the rest is about a document, and a page of forty files would say it forty times. */
const ofEveryAnswer = [
  'cache-control',
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
];
/** May a browser show the answer as a document? Neither our built files nor what a page asks for by script. */
const isShown = ({ method, url }: { readonly method: string; readonly url: string }): boolean =>
  method === 'POST'
    ? !url.startsWith(wire.prefix)
    : !(url.startsWith(ASSETS) && /\.\w+$/.test(url.split('?')[0] ?? ''));

/** A fastify app with what every request passes: security headers, CORS list, form parsing, sockets. Not listening yet. */
export const openApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const app: FastifyInstance = fastify({
    logger: false,
    // One proxy: what it saw counts, what its client claims further left in X-Forwarded-For does not.
    trustProxy: options.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    // A path that cannot be read (RFC 3986 §2.1) is one that nobody serves.
    frameworkErrors: (_error, request, reply) => void answerUnknown(request, reply),
    requestTimeout: REQUEST_LIMIT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // One type for both kinds of server: what differs between them is in `secure-server.ts`.
    ...((options.tls === null ? {} : secureOptions(options.tls, connectionLimits)) as object),
  });
  if (options.tls !== null) watchSecure(app, connectionLimits);
  app.removeAllContentTypeParsers();
  const fixed = await securityHeaders(options);
  const short = Object.fromEntries(Object.entries(fixed).filter(([name]) => ofEveryAnswer.includes(name)));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isShown(request) ? fixed : short);
    done();
  });
  if (options.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...options.corsOrigins],
      methods: ['GET', 'POST'],
      allowedHeaders: ['content-type', 'range', wire.pageHeader, wire.languageHeader],
      exposedHeaders: ['content-disposition', 'content-range'],
    });
  }
  await app.register(rateLimit, { global: false });
  await app.register(formbody, { bodyLimit: limits.formBytes, parser: parseForm });
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fieldNameSize: 100, fieldSize: FIELD_BYTES, fields: 20, files: 1, parts: 21, headerPairs: 50 },
  });
  await app.register(websocket, { options: { maxPayload: limits.socketMessageBytes } });
  return app;
};

/** What is being answered is finished; an endless answer (live sound, a stalled download) is cut after the limit. */
export const closeApp = async (app: FastifyInstance, limitMs: number): Promise<void> => {
  const cut = setTimeout(() => endConnections(app, true), limitMs);
  // A connection whose answer is done meanwhile would be kept alive for a page that may not ask again.
  const tidy = setInterval(() => endConnections(app, false), TIDY_MS);
  await app.close();
  clearTimeout(cut);
  clearInterval(tidy);
};
