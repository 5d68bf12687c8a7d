import { type Language, languageOf, type Right, wire } from '@lianxian/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { MerchantDb } from '../db/index.ts';
import type { MerchantBench } from './bench-for.ts';
import { type Cookies, cookiesOf } from './cookies.ts';
import { isFromProxyNear, isThisMachine } from './peer.ts';
import type { Session } from './session.ts';

/** What a handler knows of the request beside its input. */
export interface OpenContext {
  readonly locale: Language;
  readonly pagePath: string;
  /** Of the client; of the proxy's client where a proxy is trusted. */
  readonly ip: string;
  /** What the client calls itself; only shown to who signed in with it. */
  readonly userAgent: string;
  /** From this machine, no proxy in between. */
  readonly isThisMachine: boolean;
  /** A proxy nobody told us of: its clients all seem to have one address (TRUST_PROXY). */
  readonly isBehindUnknownProxy: boolean;
  /** Host name asked for, without port. */
  readonly host: string;
  /** Where the page that asks was had, without a path: what links of ours begin with. */
  readonly origin: string;
  /** Of the browser, for what no script of the page may read. */
  readonly cookies: Cookies;
  /** When the request came. */
  readonly at: Date;
}

export interface SignedInContext extends OpenContext {
  readonly session: Session;
  /** Bound to the session's merchant. */
  readonly db: MerchantDb;
  /** For work that would hold others up: in a thread, out of the merchant's share, in its turn; or a refusal. */
  readonly bench: MerchantBench;
}

export type ContextOf<N extends Right> = N extends { readonly needs: 'nothing' } ? OpenContext : SignedInContext;

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

/** As the browser says it of a page (the interface may have another host); a client that is none asks where its pages are. */
const originOf = (request: FastifyRequest): string => {
  const said = URL.parse(header(request, 'origin'));
  return said && /^https?:$/.test(said.protocol) ? said.origin : `${request.protocol}://${request.host}`;
};

const PAGE_PATH_CHARS = 200;
const USER_AGENT_CHARS = 300;

export const localeOf = (request: FastifyRequest): Language => languageOf(header(request, wire.languageHeader));

export const openContext = (request: FastifyRequest, reply: FastifyReply, at: Date): OpenContext => ({
  locale: localeOf(request),
  pagePath: header(request, wire.pageHeader).slice(0, PAGE_PATH_CHARS),
  ip: request.ip,
  userAgent: header(request, 'user-agent').slice(0, USER_AGENT_CHARS),
  isThisMachine: isThisMachine(request.raw),
  isBehindUnknownProxy: request.ips === undefined && isFromProxyNear(request.raw),
  host: request.hostname,
  origin: originOf(request),
  cookies: cookiesOf(request, reply),
  at,
});
