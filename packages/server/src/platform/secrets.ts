import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * What the installation's secret key is used for, each purpose with a key of its own (HKDF, RFC 5869): sealing line
 * passwords at rest, signing tickets. The key itself never leaves the process.
 */
export interface Secrets {
  /** AES-256-GCM; `context` (whose secret it is) must be the same to open it: a sealed value cannot be moved to another row. */
  readonly seal: (plain: string, context: string) => string;
  /** Throws when the key or the context is another, or the text was changed. */
  readonly open: (sealed: string, context: string) => string;
  /** HMAC-SHA-256, base64url. */
  readonly sign: (text: string) => string;
  readonly isSigned: (text: string, signature: string) => boolean;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** `secretKey`: 32 bytes, base64. */
export const openSecrets = (secretKey: string): Secrets => {
  const master = Buffer.from(secretKey, 'base64');
  if (master.length !== KEY_BYTES) throw new Error('the secret key must have 32 bytes');
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `lianxian ${purpose}`, KEY_BYTES));
  const [sealing, signing] = [derive('seal'), derive('sign')];
  const sign = (text: string) => createHmac('sha256', signing).update(text).digest('base64url');
  return {
    seal: (plain, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open: (sealed, context) => {
      const [version, text = ''] = sealed.split('.');
      if (version !== VERSION) throw new Error('sealed by an unknown version');
      const bytes = Buffer.from(text, 'base64url');
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
