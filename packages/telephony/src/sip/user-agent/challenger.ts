import { createHmac, timingSafeEqual } from 'node:crypto';
import { BoundedMap, type Instant } from '@lianxian/core/kit';
import { type AuthFields, parseAuth } from '../grammar/credentials.ts';
import { allHeaders, type Header, type ReceivedRequest } from '../grammar/message.ts';
import { type Algorithm, challengeHeader, digestResponse, readAlgorithm } from './digest.ts';

/**
 * Demands credentials as a server (RFC 3261 §22, RFC 8760). A nonce carries its own instant and a seal, so nothing is
 * kept of those handed out; of those used, the highest count is: one that does not rise was overheard and sent again
 * (RFC 7616 §3.4). Old, replayed and forgotten nonces are answered with `stale=true`. A nonce is good for the address it
 * was given to alone (§3.3): who forges the address of another cannot have one, and so cannot guess in his name.
 *
 * Telephones that know no SHA-256 should skip it; many give up at the sight of it instead (libre 1, and whatever reads the
 * first challenge alone). Who was asked and comes again without credentials is asked for MD5 alone, and so is who gives
 * MD5. That weakens nothing: MD5 was offered at once.
 *
 * Whether a name is known cannot be learnt: for an unknown one the same work is done with a secret nobody has, and the
 * answer is the same.
 */
export interface ChallengerOptions {
  /** 401 as the far end itself, 407 as a proxy before it. */
  readonly status: 401 | 407;
  readonly realm: string;
  /** Offered, the strongest first (RFC 8760 §2.4). Default SHA-256, MD5. */
  readonly algorithms?: readonly Algorithm[];
  readonly passwordOf: (username: string) => string | null;
  readonly nonceLifetimeMs: number;
  /** Seals nonces; any unguessable text. */
  readonly secret: string;
}

export interface Demand {
  readonly status: number;
  readonly headers: readonly Header[];
}

type Judgement =
  | { readonly ok: true; readonly username: string }
  /** `wrong` alone is somebody's guess; the others happen to everybody. `username`: whom it claims to be. */
  | {
      readonly ok: false;
      readonly because: 'none' | 'stale' | 'wrong';
      readonly username: string;
      readonly demand: Demand;
    };

export interface Challenger {
  /** `source`: the host that the request came from. */
  readonly judge: (request: ReceivedRequest, source: string, at: Instant) => Judgement;
  /** Whether it answers a challenge that was given to that host: all that can be known without the password. */
  readonly isAnswer: (request: ReceivedRequest, source: string) => boolean;
  /** Null when the request carries good credentials. */
  readonly demand: (request: ReceivedRequest, source: string, at: Instant) => Demand | null;
}

/** Used nonces whose counts are kept; the oldest leave, and whatever is as old as they is stale from then on. */
const NONCES_KEPT = 10_000;

const PUZZLED_KEPT = 10_000;
const URI_KEPT = 200;

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export const createChallenger = (options: ChallengerOptions): Challenger => {
  const { realm } = options;
  const algorithms = options.algorithms ?? ['SHA-256', 'MD5'];
  const seal = (text: string) => createHmac('sha256', options.secret).update(text).digest('hex').slice(0, 32);
  const nobodysPassword = seal('nobody');
  const isProxy = options.status === 407;
  const uses = createUses();
  const puzzled = createPuzzled();
  let serial = 0;

  const challenge = (source: string, at: Instant, isStale: boolean, wanted: readonly Algorithm[]): Demand => {
    const issued = `${Math.max(0, Math.round(at)).toString(16)}-${(serial++).toString(16)}`;
    const nonce = `${issued}.${seal(`${issued} ${source}`)}`;
    const common = { isProxy, realm, nonce, opaque: null, qop: 'auth' as const, isStale, userhash: false };
    return { status: options.status, headers: wanted.map(algorithm => challengeHeader({ ...common, algorithm })) };
  };

  /** Whether these credentials answer a challenge of ours rightly. */
  const isRight = (auth: AuthFields, algorithm: Algorithm, request: ReceivedRequest): boolean => {
    const field = (name: string) => auth.fields.get(name) ?? '';
    const password = options.passwordOf(field('username'));
    const expected = digestResponse({
      algorithm,
      username: field('username'),
      realm,
      password: password ?? nobodysPassword,
      method: request.method,
      uri: field('uri'),
      nonce: field('nonce'),
      counted: auth.fields.has('qop') ? { cnonce: field('cnonce'), nc: field('nc') } : null,
    });
    return isSame(expected, field('response').toLowerCase()) && password !== null;
  };

  const header = isProxy ? 'proxy-authorization' : 'authorization';
  const isOurs = (auth: AuthFields, source: string): boolean => {
    const [issued = '', mark = ''] = (auth.fields.get('nonce') ?? '').split('.');
    return isSame(mark, seal(`${issued} ${source}`));
  };

  const judge = (request: ReceivedRequest, source: string, at: Instant): Judgement => {
    const auth = credentialsFor(request, header, realm);
    const username = auth?.fields.get('username') ?? '';
    const algorithm = auth === null ? null : readAlgorithm(auth.fields.get('algorithm'));
    const who = `${source} ${request.from.uri.slice(0, URI_KEPT)}`;
    const knowsOnlyMd5 = auth === null ? puzzled.comesAgain(who) : algorithm === 'MD5';
    const wanted = knowsOnlyMd5 && algorithms.includes('MD5') ? (['MD5'] as const) : algorithms;
    const refuse = (because: 'none' | 'stale' | 'wrong'): Judgement => ({
      ok: false,
      because,
      username,
      demand: challenge(source, at, because === 'stale', because === 'wrong' ? algorithms : wanted),
    });
    if (auth === null) return refuse('none');
    const qop = auth.fields.get('qop')?.toLowerCase() ?? 'auth';
    if (algorithm === null || !algorithms.includes(algorithm) || qop !== 'auth') return refuse('wrong');
    // Of before a restart, or of another address (a telephone that has moved): no guess, whatever it holds.
    if (!isOurs(auth, source)) return refuse('stale');
    if (!isRight(auth, algorithm, request)) return refuse('wrong');
    const [issued = ''] = (auth.fields.get('nonce') ?? '').split('.');
    const age = at - Number.parseInt(issued, 16);
    const count = auth.fields.has('qop') ? Number.parseInt(auth.fields.get('nc') ?? '', 16) : 1;
    if (age > options.nonceLifetimeMs || !uses.take(issued, count)) return refuse('stale');
    puzzled.understood(who);
    return { ok: true, username };
  };

  return {
    judge,
    isAnswer: (request, source) => {
      const auth = credentialsFor(request, header, realm);
      return auth !== null && isOurs(auth, source);
    },
    demand: (request, source, at) => {
      const judgement = judge(request, source, at);
      return judgement.ok ? null : judgement.demand;
    },
  };
};

/** The digest credentials for our realm; those for proxies on the way are not ours to look at. */
const credentialsFor = (request: ReceivedRequest, name: string, realm: string): AuthFields | null => {
  for (const value of allHeaders(request.headers, name)) {
    const auth = parseAuth(value);
    if (auth?.scheme === 'digest' && auth.fields.get('realm') === realm) return auth;
  }
  return null;
};

/** Who was asked for credentials and has given none yet. The oldest are forgotten, which costs them one more question. */
const createPuzzled = () => {
  const asked = new BoundedMap<string, true>(PUZZLED_KEPT);
  return {
    comesAgain: (who: string): boolean => {
      if (asked.has(who)) return true;
      asked.set(who, true);
      return false;
    },
    understood: (who: string) => void asked.delete(who),
  };
};

/** How often each nonce was used. Without qop (RFC 2069) there is no count: such a nonce serves once. */
const createUses = () => {
  const counts = new Map<string, number>();
  let forgottenUntil = -1;
  return {
    /** False when this use is not later than one before. */
    take: (issued: string, count: number): boolean => {
      const issuedAt = Number.parseInt(issued, 16);
      const known = counts.get(issued);
      if (known === undefined && issuedAt <= forgottenUntil) return false;
      if (!(count > (known ?? 0))) return false;
      counts.set(issued, count);
      for (const oldest of counts.keys()) {
        if (counts.size <= NONCES_KEPT) break;
        counts.delete(oldest);
        forgottenUntil = Math.max(forgottenUntil, Number.parseInt(oldest, 16));
      }
      return true;
    },
  };
};
