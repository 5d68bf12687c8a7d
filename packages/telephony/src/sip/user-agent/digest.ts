import { createHash } from 'node:crypto';
import { formatAuth, parseAuth } from '../grammar/credentials.ts';
import { allHeaders, type Header } from '../grammar/message.ts';
import { quote } from '../grammar/scan.ts';

/** Digest access authentication as a client: RFC 3261 §22, RFC 8760 (SHA-256), RFC 7616 (the calculation). */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface Challenge {
  readonly isProxy: boolean;
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  readonly algorithm: 'MD5' | 'SHA-256';
  /** Whether `qop=auth` is offered; without it the older calculation of RFC 2069 counts. */
  readonly qop: boolean;
  readonly isStale: boolean;
}

/** The first challenge we can answer, in the server's order of preference; null when there is none. */
export const readChallenge = (status: number, headers: readonly Header[]): Challenge | null => {
  const isProxy = status === 407;
  for (const value of allHeaders(headers, isProxy ? 'proxy-authenticate' : 'www-authenticate')) {
    const auth = parseAuth(value);
    if (auth?.scheme !== 'digest') continue;
    const { fields } = auth;
    const algorithm = (fields.get('algorithm') ?? 'MD5').toUpperCase();
    if (algorithm !== 'MD5' && algorithm !== 'SHA-256') continue;
    const qops = fields.get('qop');
    const qop = (qops ?? '').split(',').some(each => each.trim().toLowerCase() === 'auth');
    const nonce = fields.get('nonce');
    if (nonce === undefined || (qops !== undefined && qops !== '' && !qop)) continue;
    return {
      isProxy,
      realm: fields.get('realm') ?? '',
      nonce,
      opaque: fields.get('opaque') ?? null,
      algorithm,
      qop,
      isStale: fields.get('stale')?.toLowerCase() === 'true',
    };
  }
  return null;
};

const hash = (algorithm: Challenge['algorithm'], text: string): string =>
  createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
    .update(text)
    .digest('hex');

export interface DigestInput {
  readonly algorithm: Challenge['algorithm'];
  readonly username: string;
  readonly realm: string;
  readonly password: string;
  readonly method: string;
  readonly uri: string;
  readonly nonce: string;
  /** Set when qop is auth. */
  readonly counted: { readonly cnonce: string; readonly nc: string } | null;
}

export const digestResponse = (input: DigestInput): string => {
  const secret = hash(input.algorithm, `${input.username}:${input.realm}:${input.password}`);
  const target = hash(input.algorithm, `${input.method}:${input.uri}`);
  const { counted } = input;
  const middle = counted === null ? input.nonce : `${input.nonce}:${counted.nc}:${counted.cnonce}:auth`;
  return hash(input.algorithm, `${secret}:${middle}:${target}`);
};

export interface AnswerParts {
  readonly method: string;
  readonly uri: string;
  readonly cnonce: string;
  /** How often this nonce has been used, this time included. */
  readonly count: number;
}

/** The header that answers a challenge. */
export const answerChallenge = (challenge: Challenge, credentials: Credentials, parts: AnswerParts): Header => {
  const nc = parts.count.toString(16).padStart(8, '0');
  const counted = challenge.qop ? { cnonce: parts.cnonce, nc } : null;
  const response = digestResponse({ ...challenge, ...credentials, ...parts, counted });
  const fields: (readonly [string, string])[] = [
    ['username', credentials.username],
    ['realm', challenge.realm],
    ['nonce', challenge.nonce],
    ['uri', parts.uri],
    ['response', response],
    ['algorithm', challenge.algorithm],
  ];
  if (counted !== null) fields.push(['qop', 'auth'], ['cnonce', counted.cnonce], ['nc', counted.nc]);
  if (challenge.opaque !== null) fields.push(['opaque', challenge.opaque]);
  return { name: challenge.isProxy ? 'proxy-authorization' : 'authorization', value: formatAuth(fields) };
};

/** The challenge a server writes. */
export const challengeHeader = (challenge: Challenge): Header => {
  const stale = challenge.isStale ? ', stale=true' : '';
  const value = `Digest realm=${quote(challenge.realm)}, nonce=${quote(challenge.nonce)}, algorithm=${challenge.algorithm}, qop="auth"${stale}`;
  return { name: challenge.isProxy ? 'proxy-authenticate' : 'www-authenticate', value };
};
