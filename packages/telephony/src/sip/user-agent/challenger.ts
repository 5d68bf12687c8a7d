import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '@lianxian/core/kit';
import { parseAuth } from '../grammar/credentials.ts';
import { allHeaders, type Header, type ReceivedRequest } from '../grammar/message.ts';
import { type Challenge, challengeHeader, digestResponse } from './digest.ts';

/**
 * Demands credentials as a server (RFC 3261 §22). A nonce carries its own instant and a seal, so nothing is kept of
 * those handed out; of those used, the highest count is: one that does not rise was overheard and sent again
 * (RFC 7616 §3.4). Old and replayed nonces are answered with `stale=true`.
 */
export interface ChallengerOptions {
  /** 401 as the far end itself, 407 as a proxy before it. */
  readonly status: 401 | 407;
  readonly realm: string;
  readonly algorithm: Challenge['algorithm'];
  readonly passwordOf: (username: string) => string | null;
  readonly nonceLifetimeMs: number;
  /** Seals nonces; any unguessable text. */
  readonly secret: string;
}

export interface Challenger {
  /** Null when the request carries good credentials. */
  readonly demand: (
    request: ReceivedRequest,
    at: Instant,
  ) => { readonly status: number; readonly headers: readonly Header[] } | null;
}

/** Used nonces whose counts are kept; the oldest leave. */
const NONCES_KEPT = 10_000;

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export const createChallenger = (options: ChallengerOptions): Challenger => {
  const seal = (text: string) => createHmac('sha256', options.secret).update(text).digest('hex').slice(0, 32);
  const isProxy = options.status === 407;
  const counts = new Map<string, number>();
  let serial = 0;

  const challenge = (at: Instant, isStale: boolean) => {
    const issued = `${Math.round(at).toString(16)}-${(serial++).toString(16)}`;
    const { realm, algorithm } = options;
    const nonce = `${issued}.${seal(issued)}`;
    const header = challengeHeader({ isProxy, realm, nonce, opaque: null, algorithm, qop: true, isStale });
    return { status: options.status, headers: [header] };
  };

  /** When the nonce was issued that these credentials answer rightly, and how often it was used; null otherwise. */
  const check = (value: string, request: ReceivedRequest) => {
    const auth = parseAuth(value);
    if (auth?.scheme !== 'digest') return null;
    const field = (name: string) => auth.fields.get(name) ?? '';
    const [issued = '', mark = ''] = field('nonce').split('.');
    const password = options.passwordOf(field('username'));
    if (password === null || !isSame(mark, seal(issued))) return null;
    const expected = digestResponse({
      algorithm: options.algorithm,
      username: field('username'),
      realm: options.realm,
      password,
      method: request.method,
      uri: field('uri'),
      nonce: field('nonce'),
      counted: auth.fields.has('qop') ? { cnonce: field('cnonce'), nc: field('nc') } : null,
    });
    if (!isSame(expected, field('response'))) return null;
    return { issued, count: auth.fields.has('qop') ? Number.parseInt(field('nc'), 16) : null };
  };

  /** Counts a use; true when it is not higher than one before. Without qop (RFC 2069) there is no count to look at. */
  const isReplayed = (issued: string, count: number | null): boolean => {
    if (count === null) return false;
    if (!(count > (counts.get(issued) ?? 0))) return true;
    counts.set(issued, count);
    for (const oldest of counts.keys()) {
      if (counts.size <= NONCES_KEPT) break;
      counts.delete(oldest);
    }
    return false;
  };

  return {
    demand: (request, at) => {
      const name = isProxy ? 'proxy-authorization' : 'authorization';
      for (const value of allHeaders(request.headers, name)) {
        const good = check(value, request);
        if (good === null) continue;
        const isOld = at - Number.parseInt(good.issued, 16) > options.nonceLifetimeMs;
        return isOld || isReplayed(good.issued, good.count) ? challenge(at, true) : null;
      }
      return challenge(at, false);
    },
  };
};
