import { after, type Instant } from '@lianxian/core/kit';
import { netOf } from '../../net/address.ts';
import { isConnection, isWebSocket } from '../../net/flow.ts';
import { addressValue, responseTo } from '../grammar/build.ts';
import { parseAuth } from '../grammar/credentials.ts';
import { allHeaders, type Header, header, listedTokens, type ReceivedRequest } from '../grammar/message.ts';
import { parseNameAddrs } from '../grammar/name-addr.ts';
import { wholeNumber } from '../grammar/scan.ts';
import { parseSipUri, userOf } from '../grammar/uri.ts';
import type { Alarm } from '../transaction/alarms.ts';
import { type Route, type ServerTransaction, sourceOf } from '../transaction/transactions.ts';
import type { Binding, Bindings, Wish } from './bindings.ts';
import { type Challenger, createChallenger, type Demand } from './challenger.ts';
import type { AgentContext } from './context.ts';
import { createLoginLocks } from './login-locks.ts';

/**
 * The registrar (RFC 3261 §10.3), and the door for calls of those who registered (§22.1).
 *
 *     REGISTER ─▶ credentials? ──none──▶ 401
 *                     │ look the account up (the rim does, and may take its time)
 *                     ▼
 *                 right? ──no──▶ 401, counted      bindings change ─▶ 200 with all of them
 *
 * A call is asked for credentials when it gives some, or when it comes by UDP from where an account registered, for a
 * UDP source can be forged, or calls an inner name. Over a connection that an account registered by it is that account's; over a WebSocket nobody
 * else calls (no carrier uses them). Everybody else is a stranger, who may still be a carrier that is known by its address.
 *
 * Browsers' telephones know MD5 alone and read only the first challenge (JsSIP): over a WebSocket it is the only one.
 *
 * Invariants: known and unknown names, and those who are locked out, take the same way with the same answers; a lookup
 * that fails or takes too long is 503 and changes nothing; what waits is bounded.
 */
export interface RegistrarOptions {
  readonly realm: string;
  readonly bindings: Bindings;
  /** Whom no carrier calls: whoever calls one is asked for credentials. */
  readonly isInner?: (user: string) => boolean;
}

/** What the rim found of a name. `password` in the clear: digests of several kinds are made of it. */
export interface FoundAccount {
  /** Opaque: what bindings and calls are told by. */
  readonly account: string;
  readonly password: string;
  /**
   * We drew it, long and anew each time, so nobody guesses it: guesses lock the connection they come by, and keep nobody out
   * who comes from the same address (an office, a proxy).
   */
  readonly isDrawn?: boolean;
}

export interface Registrar {
  readonly onRegister: (request: ReceivedRequest, transaction: ServerTransaction, at: Instant) => void;
  /** Lets a call in, or refuses it by itself; `account` is whose call it is, null for a stranger's. */
  readonly admit: (
    request: ReceivedRequest,
    transaction: ServerTransaction,
    at: Instant,
    go: (account: string | null, at: Instant) => void,
  ) => void;
  /** Answers a challenge that was given to where it comes from; whether it is right is not looked at yet. */
  readonly isProven: (request: ReceivedRequest, route: Route) => boolean;
  /** Who registered over this connection, or from this UDP source; null: nobody. */
  readonly accountOver: (route: Route, at: Instant) => string | null;
  /** Takes back a call that still waits to be let in. */
  readonly cancel: (transaction: string, at: Instant) => void;
  readonly found: (token: string, found: FoundAccount | 'away' | null, at: Instant) => void;
}

interface Waiting {
  readonly request: ReceivedRequest;
  readonly transaction: ServerTransaction;
  readonly name: string;
  readonly net: string;
  readonly limit: Alarm;
  readonly go: (account: string, at: Instant) => void;
}

/** RFC 3261 §10.3 step 7: the shortest and the longest binding we keep, and what nobody asked otherwise gets. */
const SHORTEST_S = 60;
const LONGEST_S = 3_600;
/** A request in search of its account: phones repeat theirs meanwhile, and give up after 32 s. */
const LOOKUP_LIMIT_MS = 5_000;
const MAX_WAITING = 500;
/** Of these, from one net: whoever answers challenges with guesses keeps nobody else from being looked up. */
const MAX_WAITING_OF_NET = 100;
/** As long as a nonce may be used, with a rising count (RFC 7616 §3.4). */
const NONCE_LIFETIME_MS = 300_000;
const MAX_CONTACTS_NAMED = 20;
const USER_AGENT_KEPT = 120;

export const createRegistrar = (context: AgentContext, { realm, bindings, isInner }: RegistrarOptions): Registrar => {
  /** Of the request that is judged at this moment. */
  let password: string | null = null;
  const options = { status: 401, realm, passwordOf: () => password, nonceLifetimeMs: NONCE_LIFETIME_MS } as const;
  const usual = createChallenger({ ...options, secret: context.random(32) });
  const forBrowsers = createChallenger({ ...options, algorithms: ['MD5'], secret: context.random(32) });
  const challengerOf = ({ flow }: Route): Challenger => (isWebSocket(flow) ? forBrowsers : usual);
  const locks = createLoginLocks();
  /** Of connections instead of addresses. */
  const connectionLocks = createLoginLocks();
  const waiting = new Map<string, Waiting>();
  const register = registerWith(context, { realm, bindings });

  const respond = (
    waits: Pick<Waiting, 'request' | 'transaction'>,
    status: number,
    headers: readonly Header[],
    at: Instant,
  ) => waits.transaction.respond(responseTo(waits.request, { status, toTag: context.random(8), headers }), at);

  const refuse = (waits: Pick<Waiting, 'request' | 'transaction'>, demand: Demand, at: Instant) =>
    respond(waits, demand.status, demand.headers, at);

  /** Without credentials for a challenge of ours there is nothing to look up: the answer is the same for everybody. */
  const challenge = (waits: Pick<Waiting, 'request' | 'transaction'>, at: Instant) => {
    password = null;
    const { route } = waits.transaction;
    const judged = challengerOf(route).judge(waits.request, sourceOf({ route }).host, at);
    if (!judged.ok) refuse(waits, judged.demand, at);
  };

  const hasRoom = (net: string): boolean => {
    if (waiting.size < MAX_WAITING_OF_NET) return true;
    const ofNet = [...waiting.values()].filter(waits => waits.net === net);
    return waiting.size < MAX_WAITING && ofNet.length < MAX_WAITING_OF_NET;
  };

  const lookUp = (transaction: ServerTransaction, name: string, at: Instant, go: Waiting['go']) => {
    const { request } = transaction;
    if (!challengerOf(transaction.route).isAnswer(request, sourceOf(transaction).host))
      return challenge({ request, transaction }, at);
    const net = netOf(sourceOf(transaction).host);
    if (!hasRoom(net)) return respond({ request, transaction }, 503, [], at);
    const token = context.random(8);
    const limit = context.alarms.set(after(at, LOOKUP_LIMIT_MS), now => found(token, 'away', now));
    waiting.set(token, { request, transaction, name, net, limit, go });
    context.emit({ type: 'lookUp', token, username: name, realm });
  };

  const found = (token: string, account: FoundAccount | 'away' | null, at: Instant) => {
    const waits = waiting.get(token);
    if (waits === undefined) return;
    waiting.delete(token);
    context.alarms.cancel(waits.limit);
    if (account === 'away') return respond(waits, 503, [], at);
    const { request, name } = waits;
    const source = sourceOf(waits.transaction).host;
    const { flow } = waits.transaction.route;
    const isKnown = account !== null && bindings.of(account.account, at).some(each => each.source.host === source);
    const isOfConnection = account?.isDrawn === true && isConnection(flow);
    const isLocked = isOfConnection
      ? connectionLocks.isLocked(flow, name, true, at)
      : locks.isLocked(source, name, isKnown, at);
    password = isLocked ? null : (account?.password ?? null);
    const judged = challengerOf(waits.transaction.route).judge(request, source, at);
    if (judged.ok && account !== null) {
      locks.succeeded(source, name);
      context.emit({ type: 'met', host: source, flow });
      return waits.go(account.account, at);
    }
    if (judged.ok) return respond(waits, 503, [], at);
    if (judged.because === 'wrong') {
      context.emit({ type: 'security', kind: 'wrongPassword', address: source });
      const isNewlyLocked = !isLocked && locks.failed(source, name, at);
      if (!isLocked && isOfConnection) connectionLocks.failed(flow, name, at);
      if (isNewlyLocked) context.emit({ type: 'security', kind: 'lockedOut', address: source });
    }
    refuse(waits, judged.demand, at);
  };

  const accountOver = (route: Route, at: Instant) => bindings.accountAt(route.flow, sourceOf({ route }), at);

  return {
    accountOver,
    onRegister: (request, transaction, at) => {
      const required = listedTokens(request.headers, 'require');
      if (required.length > 0) {
        return respond({ request, transaction }, 420, [{ name: 'unsupported', value: required.join(', ') }], at);
      }
      const name = nameIn(request, realm);
      if (name === null) return challenge({ request, transaction }, at);
      lookUp(transaction, name, at, (account, now) => register(transaction, account, now));
    },
    admit: (request, transaction, at, go) => {
      const name = nameIn(request, realm);
      if (name !== null) return lookUp(transaction, name, at, go);
      const { flow } = transaction.route;
      const account = accountOver(transaction.route, at);
      const isStrange = isWebSocket(flow) || isInner?.(userOf(request.uri)) === true;
      const isAsked = account === null ? isStrange : !isConnection(flow);
      if (isAsked) return challenge({ request, transaction }, at);
      go(account, at);
    },
    isProven: (request, route) => {
      const isCall = request.method === 'INVITE' || request.method === 'REGISTER';
      return isCall && challengerOf(route).isAnswer(request, sourceOf({ route }).host);
    },
    cancel: (key, at) => {
      for (const [token, waits] of waiting) {
        if (waits.transaction.key !== key) continue;
        waiting.delete(token);
        context.alarms.cancel(waits.limit);
        respond(waits, 487, [], at);
      }
    },
    found,
  };
};

/** Keeps what a REGISTER asks for, once it is known whose it is. */
const registerWith =
  (context: AgentContext, { realm, bindings }: RegistrarOptions) =>
  (transaction: ServerTransaction, account: string, at: Instant) => {
    const { request } = transaction;
    const answer = (status: number, headers: readonly Header[] = []) =>
      transaction.respond(responseTo(request, { status, toTag: context.random(8), headers }), at);
    // An account is one address here: who proved to be it may not register another (§10.3 step 4).
    if (userOf(request.to.uri) !== nameIn(request, realm)) return answer(403);
    const wishes = wishesOf(request);
    if (wishes === null) return answer(400);
    if (wishes === 'tooBrief') return answer(423, [{ name: 'min-expires', value: String(SHORTEST_S) }]);
    const who = {
      account,
      flow: transaction.route.flow,
      source: sourceOf(transaction),
      callId: request.callId,
      sequence: request.cseq.number,
      userAgent: (header(request.headers, 'user-agent') ?? '').slice(0, USER_AGENT_KEPT),
    };
    if (wishes !== 'all' && wishes.length === 0) return answer(200, contactsOf(bindings.of(account, at), at));
    const isNew = bindings.of(account, at).every(each => each.flow !== who.flow);
    const kept = bindings.register({ ...who, wishes }, at);
    if (kept === null) return answer(500);
    context.emit({ type: 'bound', account, bindings: kept, flow: who.flow, isNew });
    answer(200, contactsOf(kept, at));
  };

/** Whom the credentials for our realm claim to be; null where there are none. */
const nameIn = (request: ReceivedRequest, realm: string): string | null => {
  for (const value of allHeaders(request.headers, 'authorization')) {
    const auth = parseAuth(value);
    if (auth?.scheme === 'digest' && auth.fields.get('realm') === realm) return auth.fields.get('username') ?? '';
  }
  return null;
};

/** What a REGISTER asks for; null when it cannot be read (RFC 3261 §10.3 step 6). */
const wishesOf = (request: ReceivedRequest): readonly Wish[] | 'all' | 'tooBrief' | null => {
  const values = allHeaders(request.headers, 'contact');
  const general = wholeNumber(header(request.headers, 'expires') ?? '', 0xff_ff_ff_ff);
  if (values.includes('*')) return values.length === 1 && general === 0 ? 'all' : null;
  const contacts = parseNameAddrs(values);
  if (contacts === null || contacts.length > MAX_CONTACTS_NAMED) return null;
  const wishes: Wish[] = [];
  for (const { uri, params } of contacts) {
    if (parseSipUri(uri) === null) return null;
    const wanted = wholeNumber(params.get('expires') ?? '', 0xff_ff_ff_ff) ?? general ?? LONGEST_S;
    if (wanted > 0 && wanted < SHORTEST_S) return 'tooBrief';
    wishes.push({ contact: uri, expiresS: Math.min(wanted, LONGEST_S) });
  }
  return wishes;
};

const contactsOf = (bindings: readonly Binding[], at: Instant): readonly Header[] =>
  bindings.map(({ contact, expiresAt }) => ({
    name: 'contact',
    value: `${addressValue(contact)};expires=${Math.max(1, Math.round((expiresAt - at) / 1_000))}`,
  }));
