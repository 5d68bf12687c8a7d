import { parseAuth } from '../grammar/credentials.ts';
import { type Header, header, type SipResponse } from '../grammar/message.ts';
import { answerChallenge, type Challenge, type Credentials, readChallenges } from './digest.ts';

/**
 * The credentials of one call over its requests (RFC 3261 §22.2, §22.3). Challenges of several realms (a proxy and the
 * far end) are all answered; within the chain of one request each realm is tried once, and again only where the server
 * says its nonce was stale: wrong credentials must not go round for ever. Once there was a qop, none without is answered.
 */
export interface Authenticator {
  /** Begins the chain of one request: nothing is tried yet. */
  readonly begin: () => void;
  /** Takes a 401 or 407 in; true when the request is worth sending again. */
  readonly absorb: (response: SipResponse) => boolean;
  /** The last answer asked for credentials without a qop, though there had been one: it was not taken in. */
  readonly isWeakened: () => boolean;
  /** Reads from any other answer which nonce comes next (RFC 7616 §3.5): it spares a challenge. */
  readonly note: (response: SipResponse) => void;
  /** The headers for a request, one a realm; each call counts its nonce up. The body counts where it is protected. */
  readonly headers: (method: string, uri: string, body?: Uint8Array) => readonly Header[];
}

const MAX_REALMS = 4;
const MAX_STALE = 2;

interface Realm {
  readonly challenge: Challenge;
  /** One for the life of a nonce: the session variants hash it into their key (RFC 7616 §3.4.2). */
  readonly cnonce: string;
  count: number;
}

export const createAuthenticator = (credentials: Credentials | null, random: () => string): Authenticator => {
  const realms = new Map<string, Realm>();
  let tried = new Set<string>();
  let stale = 0;
  let hadQop = credentials?.memory?.hadQop ?? false;
  let isWeakened = false;

  const remember = (challenges: readonly Challenge[]): void => {
    if (hadQop || challenges.every(({ qop }) => qop === null)) return;
    hadQop = true;
    credentials?.memory?.onQop();
  };

  const take = (challenge: Challenge): boolean => {
    const key = `${challenge.isProxy} ${challenge.realm}`;
    if (tried.has(key) && (!challenge.isStale || ++stale > MAX_STALE)) return false;
    if (!realms.has(key) && realms.size >= MAX_REALMS) return false;
    tried.add(key);
    realms.set(key, { challenge, cnonce: random(), count: 0 });
    return true;
  };

  const follow = (value: string | null, isProxy: boolean) => {
    const own = [...realms].filter(([, { challenge }]) => challenge.isProxy === isProxy);
    const [only, ...others] = own;
    // The header names no realm, so of several nobody knows whose nonce it is.
    if (value === null || only === undefined || others.length > 0) return;
    const nonce = parseAuth(`Digest ${value}`)?.fields.get('nextnonce');
    if (nonce === undefined || nonce === '') return;
    const [key, { challenge }] = only;
    realms.set(key, { challenge: { ...challenge, nonce }, cnonce: random(), count: 0 });
  };

  return {
    begin: () => {
      tried = new Set();
      stale = 0;
    },
    absorb: response => {
      isWeakened = false;
      if (credentials === null || (response.status !== 401 && response.status !== 407)) return false;
      const { status, headers } = response;
      const challenges = readChallenges(status, headers, hadQop);
      isWeakened = challenges.length === 0 && readChallenges(status, headers).length > 0;
      remember(challenges);
      const taken = challenges.map(take);
      return taken.length > 0 && taken.every(each => each);
    },
    isWeakened: () => isWeakened,
    note: response => {
      follow(header(response.headers, 'authentication-info'), false);
      follow(header(response.headers, 'proxy-authentication-info'), true);
    },
    headers: (method, uri, body) => {
      if (credentials === null) return [];
      return [...realms.values()].map(realm => {
        const { challenge, cnonce } = realm;
        const count = ++realm.count;
        return answerChallenge(challenge, credentials, { method, uri, cnonce, count, ...(body ? { body } : {}) });
      });
    },
  };
};
