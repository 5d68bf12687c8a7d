import { createCipheriv } from 'node:crypto';
import { write32 } from '../rtp/bytes.ts';

/**
 * AES in counter mode (RFC 3711 §4.1.1): the key stream for one packet, from its 112-bit start and a counter of 16 bits.
 * One cipher lives as long as the key and turns counters into key stream: making a cipher for each packet costs ten times
 * as much.
 */
interface KeyStream {
  /** `start`: 14 bytes. The answer has at least `length` bytes. */
  readonly of: (start: Uint8Array, length: number) => Uint8Array;
}

const BLOCK_BYTES = 16;
export const START_BYTES = 14;

export const createKeyStream = (key: Uint8Array): KeyStream => {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  let counters = Buffer.alloc(0);
  return {
    of: (start, length) => {
      const bytes = Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES;
      if (counters.length < bytes) counters = Buffer.alloc(bytes);
      for (let at = 0; at < bytes; at += BLOCK_BYTES) {
        counters.set(start, at);
        counters[at + 14] = at >> 12;
        counters[at + 15] = (at >> 4) & 0xff;
      }
      return cipher.update(counters.subarray(0, bytes));
    },
  };
};

/** The start of a packet's key stream: salt ⊕ SSRC·2⁶⁴ ⊕ index·2¹⁶, without the 16 bits of the counter (§4.1.1). */
export const startOf = (salt: Uint8Array, ssrc: number, index: number, target: Uint8Array): Uint8Array => {
  target.fill(0);
  write32(target, 4, ssrc);
  write32(target, 8, Math.floor(index / 65_536));
  target[12] = (index >> 8) & 0xff;
  target[13] = index & 0xff;
  for (let i = 0; i < START_BYTES; i += 1) target[i]! ^= salt[i]!;
  return target;
};

/** Encrypts and decrypts `bytes` from … to in place. */
export const applyKeyStream = (bytes: Uint8Array, from: number, to: number, stream: Uint8Array): void => {
  for (let i = from; i < to; i += 1) bytes[i]! ^= stream[i - from]!;
};
