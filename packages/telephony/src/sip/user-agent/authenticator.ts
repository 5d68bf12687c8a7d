import type { Header, SipResponse } from '../grammar/message.ts';
import { answerChallenge, type Challenge, type Credentials, readChallenge } from './digest.ts';

/**
 * The credentials of one call over its requests (RFC 3261 §22.2, §22.3). Challenges of several realms (a proxy and the
 * far end) are all answered; within the chain of one request each realm is tried once, and again only where the server
 * says its nonce was stale: wrong credentials must not go round for ever.
 */
export interface Authenticator {
  /** Begins the chain of one request: nothing is tried yet. */
  readonly begin: () => void;
  /** Takes a 401 or 407 in; true when the request is worth sending again. */
  readonly absorb: (response: SipResponse) => boolean;
  /** The headers for a request, one a realm; each call counts its nonce up. */
  readonly headers: (method: string, uri: string) => readonly Header[];
}

const MAX_REALMS = 4;
const MAX_STALE = 2;

export const createAuthenticator = (credentials: Credentials | null, random: () => string): Authenticator => {
  const realms = new Map<string, { challenge: Challenge; count: number }>();
  let tried = new Set<string>();
  let stale = 0;
  return {
    begin: () => {
      tried = new Set();
      stale = 0;
    },
    absorb: response => {
      if (credentials === null || (response.status !== 401 && response.status !== 407)) return false;
      const challenge = readChallenge(response.status, response.headers);
      if (challenge === null) return false;
      const key = `${challenge.isProxy} ${challenge.realm}`;
      if (tried.has(key) && (!challenge.isStale || ++stale > MAX_STALE)) return false;
      if (!realms.has(key) && realms.size >= MAX_REALMS) return false;
      tried.add(key);
      realms.set(key, { challenge, count: 0 });
      return true;
    },
    headers: (method, uri) => {
      if (credentials === null) return [];
      return [...realms.values()].map(realm => {
        realm.count++;
        return answerChallenge(realm.challenge, credentials, { method, uri, cnonce: random(), count: realm.count });
      });
    },
  };
};
