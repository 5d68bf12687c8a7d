import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** Who signs packages: a pair of Ed25519 keys; the public one as 32 bytes in base64url. */
export interface Signer {
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

const KEY_TEXT = /^[A-Za-z0-9_-]{43}$/;
export const isKeyText = (text: string | null): text is string => text !== null && KEY_TEXT.test(text);

/** A new pair; the private key as text, to be sealed. */
export const newPair = (): { readonly publicKey: string; readonly privateText: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
    privateText: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  };
};

export const signerOf = (publicKey: string, privateText: string): Signer => ({
  publicKey,
  privateKey: createPrivateKey({ key: Buffer.from(privateText, 'base64'), format: 'der', type: 'pkcs8' }),
});

export const signed = (bytes: Uint8Array, { privateKey }: Signer): Buffer => sign(null, bytes, privateKey);

export const isSignedBy = (bytes: Uint8Array, signature: Uint8Array, publicKey: string): boolean => {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
    return verify(null, bytes, key, signature);
  } catch {
    // Not every 32 bytes are a key.
    return false;
  }
};

/** What people compare: 16 hex digits of the key's SHA-256, four by four. */
export const fingerprintOf = (publicKey: string): string =>
  (hash('sha256', Buffer.from(publicKey, 'base64url'), 'hex').slice(0, 16).match(/.{4}/g) ?? []).join('-');
