import { createHash } from 'node:crypto';
import { formatAuth, parseAuth } from '../grammar/credentials.ts';
import { allHeaders, type Header } from '../grammar/message.ts';
import { quote } from '../grammar/scan.ts';

/** Digest access authentication as a client: RFC 3261 §22, RFC 8760 (SHA-2), RFC 7616 (the calculation). */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Absent: nothing is remembered beyond one call or registration. */
  readonly memory?: QopMemory;
}

/**
 * Whether who has these credentials ever asked for them with a qop, which makes our answer depend on a word of ours: who
 * then asks without is somebody in between, who has tables for the older answer (RFC 7616 §5.8), and is not answered.
 */
export interface QopMemory {
  readonly hadQop: boolean;
  /** Told once when it was not known before. */
  readonly onQop: () => void;
}

/** The strongest first: it is taken where a server offers several (RFC 8760 §2.4 leaves the choice to us). */
const STRENGTH = ['SHA-512-256', 'SHA-256', 'MD5'] as const;
const HASHES = { 'SHA-512-256': 'sha512-256', 'SHA-256': 'sha256', MD5: 'md5' } as const;
type Hash = (typeof STRENGTH)[number];
export type Algorithm = Hash | `${Hash}-sess`;

export interface Challenge {
  readonly isProxy: boolean;
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  readonly algorithm: Algorithm;
  /** What is protected; null: the older calculation of RFC 2069 counts. */
  readonly qop: 'auth' | 'auth-int' | null;
  readonly isStale: boolean;
  /** The server wants the name hashed (RFC 7616 §3.4.4). */
  readonly userhash: boolean;
}

/** Spelled as here whatever the case on the network; null: none that we know. MD5 where a server names none. */
export const readAlgorithm = (text: string | undefined): Algorithm | null => {
  const [, name = '', sess = ''] = /^(.*?)(-sess)?$/.exec((text ?? 'MD5').toLowerCase()) ?? [];
  const known = STRENGTH.find(each => each.toLowerCase() === name);
  if (known === undefined) return null;
  return sess === '' ? known : `${known}-sess`;
};

const hashOf = (algorithm: Algorithm): Hash => algorithm.replace('-sess', '') as Hash;

/** The challenges we may answer: of each realm the strongest, in the server's order. `needsQop`: none without. */
export const readChallenges = (status: number, headers: readonly Header[], needsQop = false): readonly Challenge[] => {
  const isProxy = status === 407;
  const byRealm = new Map<string, Challenge>();
  for (const value of allHeaders(headers, isProxy ? 'proxy-authenticate' : 'www-authenticate')) {
    const challenge = readChallenge(value, isProxy);
    if (challenge === null || (needsQop && challenge.qop === null)) continue;
    const known = byRealm.get(challenge.realm);
    if (known === undefined || strengthOf(challenge) < strengthOf(known)) byRealm.set(challenge.realm, challenge);
  }
  return [...byRealm.values()];
};

const strengthOf = (challenge: Challenge): number => STRENGTH.indexOf(hashOf(challenge.algorithm));

const readChallenge = (value: string, isProxy: boolean): Challenge | null => {
  const auth = parseAuth(value);
  if (auth?.scheme !== 'digest') return null;
  const { fields } = auth;
  const algorithm = readAlgorithm(fields.get('algorithm'));
  const nonce = fields.get('nonce');
  const qop = readQop(fields.get('qop') ?? '');
  if (algorithm === null || nonce === undefined || qop === 'unknown') return null;
  return {
    isProxy,
    realm: fields.get('realm') ?? '',
    nonce,
    opaque: fields.get('opaque') ?? null,
    algorithm,
    qop,
    isStale: fields.get('stale')?.toLowerCase() === 'true',
    userhash: fields.get('userhash')?.toLowerCase() === 'true',
  };
};

/** `auth` where offered: proxies may touch a body on its way, and then `auth-int` would fail. */
const readQop = (text: string): Challenge['qop'] | 'unknown' => {
  const offered = text.split(',').map(each => each.trim().toLowerCase());
  if (offered.includes('auth')) return 'auth';
  if (offered.includes('auth-int')) return 'auth-int';
  return text.trim() === '' ? null : 'unknown';
};

const hash = (algorithm: Algorithm, data: string | Uint8Array): string =>
  createHash(HASHES[hashOf(algorithm)]).update(data).digest('hex');

interface DigestInput {
  readonly algorithm: Algorithm;
  readonly username: string;
  readonly realm: string;
  readonly password: string;
  readonly method: string;
  readonly uri: string;
  readonly nonce: string;
  /** Set when a qop is in use; `auth` unless said otherwise. */
  readonly counted: { readonly cnonce: string; readonly nc: string; readonly qop?: 'auth' | 'auth-int' } | null;
  /** Of the message; counts for auth-int. */
  readonly body?: Uint8Array;
}

/** RFC 7616 §3.4.1 to §3.4.3. */
export const digestResponse = (input: DigestInput): string => {
  const { algorithm, counted, nonce } = input;
  const own = hash(algorithm, `${input.username}:${input.realm}:${input.password}`);
  const isSession = algorithm.endsWith('-sess');
  const secret = isSession ? hash(algorithm, `${own}:${nonce}:${counted?.cnonce ?? ''}`) : own;
  const qop = counted?.qop ?? 'auth';
  const entity = qop === 'auth-int' ? `:${hash(algorithm, input.body ?? '')}` : '';
  const target = hash(algorithm, `${input.method}:${input.uri}${entity}`);
  const middle = counted === null ? nonce : `${nonce}:${counted.nc}:${counted.cnonce}:${qop}`;
  return hash(algorithm, `${secret}:${middle}:${target}`);
};

/** RFC 7616 §3.4.4. */
export const hashedName = (algorithm: Algorithm, username: string, realm: string): string =>
  hash(algorithm, `${username}:${realm}`);

interface AnswerParts {
  readonly method: string;
  readonly uri: string;
  readonly cnonce: string;
  /** How often this nonce has been used, this time included. */
  readonly count: number;
  readonly body?: Uint8Array;
}

/** The header that answers a challenge. */
export const answerChallenge = (challenge: Challenge, credentials: Credentials, parts: AnswerParts): Header => {
  const { algorithm, qop, realm } = challenge;
  const nc = parts.count.toString(16).padStart(8, '0');
  const counted = qop === null ? null : { cnonce: parts.cnonce, nc, qop };
  // The session variants need a cnonce even where no qop asks for one.
  const sessionOnly = qop === null && algorithm.endsWith('-sess');
  const response = digestResponse({ ...challenge, ...credentials, ...parts, counted });
  const { username } = credentials;
  const fields: (readonly [string, string])[] = [
    ['username', challenge.userhash ? hashedName(algorithm, username, realm) : username],
    ['realm', realm],
    ['nonce', challenge.nonce],
    ['uri', parts.uri],
    ['response', response],
    ['algorithm', algorithm],
  ];
  if (counted !== null) fields.push(['qop', counted.qop], ['cnonce', counted.cnonce], ['nc', counted.nc]);
  if (sessionOnly) fields.push(['cnonce', '']);
  if (challenge.opaque !== null) fields.push(['opaque', challenge.opaque]);
  if (challenge.userhash) fields.push(['userhash', 'true']);
  return { name: challenge.isProxy ? 'proxy-authorization' : 'authorization', value: formatAuth(fields) };
};

/** The header that challenges, as a server. In a challenge qop is a quoted list, elsewhere a bare word (RFC 7616 §3.3). */
export const challengeHeader = (challenge: Challenge): Header => {
  const fields = [
    `realm=${quote(challenge.realm)}`,
    `nonce=${quote(challenge.nonce)}`,
    `algorithm=${challenge.algorithm}`,
  ];
  if (challenge.qop !== null) fields.push(`qop="${challenge.qop}"`);
  if (challenge.opaque !== null) fields.push(`opaque=${quote(challenge.opaque)}`);
  if (challenge.isStale) fields.push('stale=true');
  const name = challenge.isProxy ? 'proxy-authenticate' : 'www-authenticate';
  return { name, value: `Digest ${fields.join(', ')}` };
};
