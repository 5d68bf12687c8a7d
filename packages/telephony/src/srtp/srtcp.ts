import { BoundedMap } from '@lianxian/core/kit';
import { read32, write32 } from '../rtp/bytes.ts';
import { applyKeyStream, createKeyStream, START_BYTES, startOf } from './key-stream.ts';
import { type MasterKey, srtcpKeys } from './keys.ts';
import { createMac, MOST_PACKET_BYTES } from './mac.ts';
import { createReplayWindow, type ReplayWindow } from './replay.ts';

/**
 * SRTCP (RFC 3711 §3.4): a compound packet encrypted behind its first eight bytes, then a bit that says so with an index
 * of 31 bits, then the tag, which has 80 bits whatever the suite (RFC 4568 §6.2).
 */
interface Srtcp {
  readonly protect: (packet: Uint8Array) => Uint8Array | null;
  /** In the clear, decrypted where it lies; null where it is not genuine, or was heard before. */
  readonly unprotect: (bytes: Uint8Array) => Uint8Array | null;
}

const CLEAR_BYTES = 8;
const INDEX_BYTES = 4;
const TAG_BYTES = 10;
const encryptedBit = 0x8000_0000;
const MOST_SOURCES = 4;

const createTransform = (master: MasterKey) => {
  const { encryption, authentication, salt } = srtcpKeys(master);
  const stream = createKeyStream(encryption);
  const start = new Uint8Array(START_BYTES);
  return {
    mac: createMac(authentication),
    crypt: (bytes: Uint8Array, end: number, index: number): void =>
      applyKeyStream(
        bytes,
        CLEAR_BYTES,
        end,
        stream.of(startOf(salt, read32(bytes, 4), index, start), end - CLEAR_BYTES),
      ),
  };
};

export const createSrtcpSender = (master: MasterKey): Pick<Srtcp, 'protect'> => {
  const transform = createTransform(master);
  let index = 0;
  return {
    protect: packet => {
      const end = packet.length;
      if (end < CLEAR_BYTES || end + INDEX_BYTES + TAG_BYTES > MOST_PACKET_BYTES) return null;
      const out = Buffer.alloc(end + INDEX_BYTES + TAG_BYTES);
      out.set(packet);
      transform.crypt(out, end, index);
      write32(out, end, encryptedBit + index);
      out.set(transform.mac.sign(out, end + INDEX_BYTES, null, TAG_BYTES), end + INDEX_BYTES);
      // A report each five seconds: 31 bits last longer than any call.
      index += 1;
      return out;
    },
  };
};

export const createSrtcpReceiver = (master: MasterKey): Pick<Srtcp, 'unprotect'> => {
  const transform = createTransform(master);
  const sources = new BoundedMap<number, ReplayWindow>(MOST_SOURCES);
  return {
    unprotect: bytes => {
      const end = bytes.length - TAG_BYTES - INDEX_BYTES;
      if (end < CLEAR_BYTES || bytes.length > MOST_PACKET_BYTES) return null;
      const word = read32(bytes, end);
      const index = word % encryptedBit;
      const ssrc = read32(bytes, 4);
      const known = sources.get(ssrc);
      if (known && !known.isFresh(index)) return null;
      if (!transform.mac.verifies(bytes, null, TAG_BYTES)) return null;
      const replay = known ?? createReplayWindow();
      replay.note(index);
      if (!known) sources.set(ssrc, replay);
      if (word >= encryptedBit) transform.crypt(bytes, end, index);
      return bytes.subarray(0, end);
    },
  };
};
