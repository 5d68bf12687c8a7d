import type { SdesKey } from '../srtp/keys.ts';

/**
 * Keys in SDP (RFC 4568): `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:<30 bytes in base64>|2^20`. The offerer lists what
 * it can, the answerer takes one and says so by its tag, with a key of its own; the suite then counts for both ways.
 */
export interface CryptoLine extends SdesKey {
  readonly tag: number;
}

const SUITES: readonly SdesKey['suite'][] = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'];

/** Sixteen bytes of key and fourteen of salt (RFC 4568 §6.2). */
const KEY = /^inline:([A-Za-z0-9+/]{40})(\|(2\^\d{1,2}|\d{1,15}))?$/;

/**
 * What we can use of a line; null: another suite, a shape unknown, several keys or a key index, or session parameters
 * (RFC 4568 §6.3: what is not understood makes the line unusable; unencrypted SRTP is not what anybody asked for).
 */
export const readCrypto = (line: {
  readonly id?: unknown;
  readonly suite?: unknown;
  readonly config?: unknown;
  readonly sessionConfig?: unknown;
}): CryptoLine | null => {
  const tag = Number(line.id);
  const suite = SUITES.find(each => each === String(line.suite).toUpperCase());
  const inline = KEY.exec(String(line.config))?.[1];
  const hasMore = typeof line.sessionConfig === 'string' && line.sessionConfig.trim() !== '';
  if (!Number.isInteger(tag) || tag < 0 || tag > 999_999_999) return null;
  return suite === undefined || inline === undefined || hasMore ? null : { tag, suite, inline };
};

/** What we offer: our key under either suite, ours first. Only the length of the tag of each packet differs. */
export const cryptoOffer = (own: SdesKey): readonly CryptoLine[] =>
  [own.suite, ...SUITES.filter(suite => suite !== own.suite)].map((suite, i) => ({
    tag: i + 1,
    suite,
    inline: own.inline,
  }));

/** The answerer's choice among what we offered; null when it chose something else. */
export const chosenCrypto = (own: SdesKey, answered: readonly CryptoLine[]): SdesKey | null => {
  const [first, ...others] = answered;
  if (first === undefined || others.length > 0) return null;
  const offered = cryptoOffer(own).find(({ tag }) => tag === first.tag);
  return offered?.suite === first.suite ? { suite: first.suite, inline: first.inline } : null;
};

export const formatCrypto = ({ tag, suite, inline }: CryptoLine): string =>
  `a=crypto:${tag} ${suite} inline:${inline}\r\n`;
