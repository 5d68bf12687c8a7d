import { BoundedMap } from '@lianxian/core/kit';
import { read32, write32 } from '../rtp/bytes.ts';
import { applyKeyStream, createKeyStream, startBytes, startOf } from './key-stream.ts';
import { type MasterKey, srtcpKeys } from './keys.ts';
import { createMac, mostPacketBytes } from './mac.ts';
import { createReplayWindow, type ReplayWindow } from './replay.ts';

/**
 * SRTCP (RFC 3711 §3.4): a compound packet encrypted behind its first eight bytes, then a bit that says so with an index
 * of 31 bits, then the tag, which has 80 bits whatever the suite (RFC 4568 §6.2).
 */
export interface Srtcp {
  readonly protect: (packet: Uint8Array) => Uint8Array | null;
  /** In the clear, decrypted where it lies; null where it is not genuine, or was heard before. */
  readonly unprotect: (bytes: Uint8Array) => Uint8Array | null;
}

const clearBytes = 8;
const indexBytes = 4;
const tagBytes = 10;
const encryptedBit = 0x8000_0000;
const mostSources = 4;

const createTransform = (master: MasterKey) => {
  const { encryption, authentication, salt } = srtcpKeys(master);
  const stream = createKeyStream(encryption);
  const start = new Uint8Array(startBytes);
  return {
    mac: createMac(authentication),
    crypt: (bytes: Uint8Array, end: number, index: number): void =>
      applyKeyStream(
        bytes,
        clearBytes,
        end,
        stream.of(startOf(salt, read32(bytes, 4), index, start), end - clearBytes),
      ),
  };
};

export const createSrtcpSender = (master: MasterKey): Pick<Srtcp, 'protect'> => {
  const transform = createTransform(master);
  let index = 0;
  return {
    protect: packet => {
      const end = packet.length;
      if (end < clearBytes || end + indexBytes + tagBytes > mostPacketBytes) return null;
      const out = Buffer.alloc(end + indexBytes + tagBytes);
      out.set(packet);
      transform.crypt(out, end, index);
      write32(out, end, encryptedBit + index);
      out.set(transform.mac.sign(out, end + indexBytes, null, tagBytes), end + indexBytes);
      // A report each five seconds: 31 bits last longer than any call.
      index += 1;
      return out;
    },
  };
};

export const createSrtcpReceiver = (master: MasterKey): Pick<Srtcp, 'unprotect'> => {
  const transform = createTransform(master);
  const sources = new BoundedMap<number, ReplayWindow>(mostSources);
  return {
    unprotect: bytes => {
      const end = bytes.length - tagBytes - indexBytes;
      if (end < clearBytes || bytes.length > mostPacketBytes) return null;
      const word = read32(bytes, end);
      const index = word % encryptedBit;
      const ssrc = read32(bytes, 4);
      const known = sources.get(ssrc);
      if (known && !known.isFresh(index)) return null;
      if (!transform.mac.verifies(bytes, null, tagBytes)) return null;
      const replay = known ?? createReplayWindow();
      replay.note(index);
      if (!known) sources.set(ssrc, replay);
      if (word >= encryptedBit) transform.crypt(bytes, end, index);
      return bytes.subarray(0, end);
    },
  };
};
