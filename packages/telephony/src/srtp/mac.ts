import { hash, timingSafeEqual } from 'node:crypto';

/**
 * HMAC-SHA1 (RFC 2104) over a packet, cut to the tag of a suite (RFC 3711 §4.2.1). By two one-shot hashes: an Hmac object
 * for each packet costs several times as much.
 */
interface Mac {
  /** The tag of the first `length` bytes, followed by `trailer` where there is one; overwritten by the next. */
  readonly sign: (bytes: Uint8Array, length: number, trailer: Uint8Array | null, tagBytes: number) => Uint8Array;
  /** Are the last `tagBytes` the right tag of what is before them? Takes the same time whatever differs. */
  readonly verifies: (bytes: Uint8Array, trailer: Uint8Array | null, tagBytes: number) => boolean;
}

const BLOCK_BYTES = 64;
const SHA1_BYTES = 20;
/** No packet of a telephone is larger; a larger one is refused before it comes here. */
export const MOST_PACKET_BYTES = 2_048;

export const createMac = (key: Uint8Array): Mac => {
  // RFC 2104 §2; SRTP's keys have 20 bytes, no more than a block.
  const inner = Buffer.alloc(BLOCK_BYTES + MOST_PACKET_BYTES + 8, 0);
  const outer = Buffer.alloc(BLOCK_BYTES + SHA1_BYTES);
  for (let i = 0; i < BLOCK_BYTES; i += 1) {
    inner[i] = (key[i] ?? 0) ^ 0x36;
    outer[i] = (key[i] ?? 0) ^ 0x5c;
  }
  const made = Buffer.alloc(SHA1_BYTES);

  const make = (bytes: Uint8Array, length: number, trailer: Uint8Array | null): void => {
    inner.set(length === bytes.length ? bytes : bytes.subarray(0, length), BLOCK_BYTES);
    if (trailer) inner.set(trailer, BLOCK_BYTES + length);
    const end = BLOCK_BYTES + length + (trailer?.length ?? 0);
    outer.write(hash('sha1', inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'latin1');
    made.write(hash('sha1', outer, 'binary'), 0, 'latin1');
  };

  return {
    sign: (bytes, length, trailer, tagBytes) => {
      make(bytes, length, trailer);
      return made.subarray(0, tagBytes);
    },
    verifies: (bytes, trailer, tagBytes) => {
      const length = bytes.length - tagBytes;
      make(bytes, length, trailer);
      return timingSafeEqual(made.subarray(0, tagBytes), bytes.subarray(length));
    },
  };
};
