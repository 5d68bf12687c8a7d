import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * What the installation's secret key is used for, each purpose with a key of its own (HKDF, RFC 5869): sealing line
 * passwords at rest, signing tickets. The key itself never leaves the process; what it sealed names it, so that another
 * key is told from a damaged value.
 */
export interface Secrets {
  /** A keyed mark of the key, 64 hex digits: equal marks mean equal keys, and none tells anything of its key. */
  readonly mark: string;
  /** Names the key where people read; what it sealed carries it. */
  readonly keyId: string;
  /** AES-256-GCM; `context` (whose secret it is) must be the same to open it: a sealed value cannot be moved to another row. */
  readonly seal: (plain: string, context: string) => string;
  /** Throws when the key or the context is another, or the text was changed. */
  readonly open: (sealed: string, context: string) => string;
  /** HMAC-SHA-256, base64url; of what lives for minutes: another key takes it back. */
  readonly sign: (text: string) => string;
  readonly isSigned: (text: string, signature: string) => boolean;
  /** HMAC-SHA-256, base64url, by the pepper: of short codes that are kept as a hash and must outlive the key. */
  readonly digest: (text: string) => string;
  /** 32 bytes, base64; sealed with the next key when the key is changed. */
  readonly pepper: string;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** `v2.<key>.<bytes>`; values of releases before keys had a name begin with `v1.` and name none. */
const VERSION = 'v2';
const NAMELESS = 'v1';
const ID_CHARS = 8;

const hmacOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text);

/** The name of the key that has this mark. */
export const keyIdOf = (mark: string): string => mark.slice(0, ID_CHARS);

/** The value names the key that sealed it, and that is not ours. */
export class OtherKey extends Error {
  override readonly name = 'OtherKey';
}

const bytesOf = (sealed: string, keyId: string): Buffer => {
  const [version, first = '', second = ''] = sealed.split('.');
  if (version === NAMELESS) return Buffer.from(first, 'base64url');
  if (version !== VERSION) throw new Error('sealed by an unknown version');
  if (first !== keyId) throw new OtherKey(`sealed by the key ${first}, not by ${keyId}`);
  return Buffer.from(second, 'base64url');
};

/**
 * `secretKey`: 32 bytes, base64. `pepper`: what an installation keeps beside its key once that was changed; until then it is
 * the key's own.
 */
export const openSecrets = (secretKey: string, pepper?: string): Secrets => {
  const master = Buffer.from(secretKey, 'base64');
  if (master.length !== KEY_BYTES) throw new Error('the secret key must have 32 bytes');
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `lianxian ${purpose}`, KEY_BYTES));
  const [sealing, signing] = [derive('seal'), derive('sign')];
  // Recovery codes of releases without a pepper were hashed with the signing key.
  const peppering = pepper === undefined ? signing : Buffer.from(pepper, 'base64');
  const mark = hmacOf(derive('mark'), 'the key of this installation').digest('hex');
  const keyId = keyIdOf(mark);
  const sign = (text: string) => hmacOf(signing, text).digest('base64url');
  return {
    mark,
    keyId,
    pepper: peppering.toString('base64'),
    digest: text => hmacOf(peppering, text).digest('base64url'),
    seal: (plain, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${VERSION}.${keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open: (sealed, context) => {
      const bytes = bytesOf(sealed, keyId);
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    },
    sign,
    isSigned: (text, signature) => {
      const [expected, given] = [Buffer.from(sign(text)), Buffer.from(signature)];
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
};
