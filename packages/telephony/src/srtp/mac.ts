import { hash, timingSafeEqual } from 'node:crypto';

/**
 * HMAC-SHA1 (RFC 2104) over a packet, cut to the tag of a suite (RFC 3711 §4.2.1). By two one-shot hashes: an Hmac object
 * for each packet costs several times as much.
 */
export interface Mac {
  /** The tag of the first `length` bytes, followed by `trailer` where there is one; overwritten by the next. */
  readonly sign: (bytes: Uint8Array, length: number, trailer: Uint8Array | null, tagBytes: number) => Uint8Array;
  /** Are the last `tagBytes` the right tag of what is before them? Takes the same time whatever differs. */
  readonly verifies: (bytes: Uint8Array, trailer: Uint8Array | null, tagBytes: number) => boolean;
}

const blockBytes = 64;
const sha1Bytes = 20;
/** No packet of a telephone is larger; a larger one is refused before it comes here. */
export const mostPacketBytes = 2_048;

export const createMac = (key: Uint8Array): Mac => {
  // RFC 2104 §2; SRTP's keys have 20 bytes, no more than a block.
  const inner = Buffer.alloc(blockBytes + mostPacketBytes + 8, 0);
  const outer = Buffer.alloc(blockBytes + sha1Bytes);
  for (let i = 0; i < blockBytes; i += 1) {
    inner[i] = (key[i] ?? 0) ^ 0x36;
    outer[i] = (key[i] ?? 0) ^ 0x5c;
  }
  const made = Buffer.alloc(sha1Bytes);

  const make = (bytes: Uint8Array, length: number, trailer: Uint8Array | null): void => {
    inner.set(length === bytes.length ? bytes : bytes.subarray(0, length), blockBytes);
    if (trailer) inner.set(trailer, blockBytes + length);
    const end = blockBytes + length + (trailer?.length ?? 0);
    outer.write(hash('sha1', inner.subarray(0, end), 'binary'), blockBytes, 'latin1');
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
