import { randomBytes } from 'node:crypto';
import { createKeyStream, START_BYTES } from './key-stream.ts';

/** SDES (RFC 4568): the suite AES_CM_128_HMAC_SHA1_80 or _32, and key with salt in base64 (30 bytes). */
export interface SdesKey {
  readonly suite: 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32';
  readonly inline: string;
}

/** Keys of SRTP: the master key as SDES carries it (RFC 4568 §6.1), and the session keys derived from it (RFC 3711 §4.3). */
export interface MasterKey {
  readonly key: Uint8Array;
  readonly salt: Uint8Array;
}

export interface SessionKeys {
  readonly encryption: Uint8Array;
  readonly authentication: Uint8Array;
  readonly salt: Uint8Array;
}

const MASTER_KEY_BYTES = 16;
const AUTHENTICATION_BYTES = 20;
const inlineBytes = MASTER_KEY_BYTES + START_BYTES;

/** A fresh key of the suite that everybody has. */
export const makeSdesKey = (): SdesKey => ({
  suite: 'AES_CM_128_HMAC_SHA1_80',
  inline: randomBytes(inlineBytes).toString('base64'),
});

/** Null where the base64 does not hold 30 bytes. */
export const readSdesKey = ({ inline }: SdesKey): MasterKey | null => {
  const bytes = Buffer.from(inline, 'base64');
  if (bytes.length !== inlineBytes) return null;
  return { key: bytes.subarray(0, MASTER_KEY_BYTES), salt: bytes.subarray(MASTER_KEY_BYTES) };
};

/** RFC 3711 §4.3.1 with a derivation rate of 0: the label goes into byte 7 of the salt. */
export const deriveKey = ({ key, salt }: MasterKey, label: number, length: number): Uint8Array => {
  const start = Uint8Array.from(salt);
  start[7]! ^= label;
  return Uint8Array.from(createKeyStream(key).of(start, length).subarray(0, length));
};

const derive = (master: MasterKey, firstLabel: number): SessionKeys => ({
  encryption: deriveKey(master, firstLabel, MASTER_KEY_BYTES),
  authentication: deriveKey(master, firstLabel + 1, AUTHENTICATION_BYTES),
  salt: deriveKey(master, firstLabel + 2, START_BYTES),
});

/** §4.3.2: labels 0–2 for SRTP, 3–5 for SRTCP. */
export const srtpKeys = (master: MasterKey): SessionKeys => derive(master, 0);
export const srtcpKeys = (master: MasterKey): SessionKeys => derive(master, 3);
