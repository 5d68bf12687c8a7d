import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '@lianxian/core/kit';
import { parseAuth } from '../grammar/credentials.ts';
import { allHeaders, type Header, type ReceivedRequest } from '../grammar/message.ts';
import { type Challenge, challengeHeader, digestResponse } from './digest.ts';

/**
 * Demands credentials as a server (RFC 3261 §22). Nonces carry their own instant and a seal, so nothing is kept; an old
 * one is answered with `stale=true`.
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

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export const createChallenger = (options: ChallengerOptions): Challenger => {
  const seal = (text: string) => createHmac('sha256', options.secret).update(text).digest('hex').slice(0, 32);
  const isProxy = options.status === 407;

  const challenge = (at: Instant, isStale: boolean) => {
    const issued = Math.round(at).toString(16);
    const { realm, algorithm } = options;
    const nonce = `${issued}.${seal(issued)}`;
    const header = challengeHeader({ isProxy, realm, nonce, opaque: null, algorithm, qop: true, isStale });
    return { status: options.status, headers: [header] };
  };

  /** The fields of credentials that answer a nonce of ours rightly; null otherwise. */
  const check = (value: string, request: ReceivedRequest): string | null => {
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
    return isSame(expected, field('response')) ? issued : null;
  };

  return {
    demand: (request, at) => {
      const name = isProxy ? 'proxy-authorization' : 'authorization';
      for (const value of allHeaders(request.headers, name)) {
        const issued = check(value, request);
        if (issued === null) continue;
        const isOld = at - Number.parseInt(issued, 16) > options.nonceLifetimeMs;
        return isOld ? challenge(at, true) : null;
      }
      return challenge(at, false);
    },
  };
};
