import { BoundedMap } from '@lianxian/core/kit';
import { read32, write32 } from '../rtp/bytes.ts';
import { applyKeyStream, createKeyStream, START_BYTES, startOf } from './key-stream.ts';
import { type MasterKey, type SdesKey, type SessionKeys, srtpKeys } from './keys.ts';
import { createMac, MOST_PACKET_BYTES } from './mac.ts';
import { createReplayWindow, type ReplayWindow } from './replay.ts';

/**
 * SRTP (RFC 3711) with AES in counter mode and HMAC-SHA1, for one direction. A packet's index is its sequence number and
 * how often that has gone round (the ROC), which nobody sends: the receiver guesses it from what it heard last (§3.3.1).
 * Invariants: what does not prove genuine changes nothing, and nothing is heard twice.
 */
interface SrtpSender {
  /** The protected packet, in a buffer that the next call uses again; null where it is no RTP or too long. */
  readonly protect: (packet: Uint8Array) => Uint8Array | null;
  /** A suite is another length of the tag; keys and rounds go on, since no part of a key stream may be used twice. */
  readonly use: (suite: SdesKey['suite']) => void;
}

interface SrtpReceiver {
  /** The packet in the clear, decrypted where it lies; null where it is not genuine, or was heard before. */
  readonly unprotect: (bytes: Uint8Array) => Uint8Array | null;
}

const SEQUENCE_MODULUS = 65_536;
const HEADER_BYTES = 12;
/** Sources that one key serves at a time: a far end that restarts takes a new one. */
const MOST_SOURCES = 4;

const tagBytesOf = { AES_CM_128_HMAC_SHA1_80: 10, AES_CM_128_HMAC_SHA1_32: 4 } as const;

/** Where the payload begins; −1 for what is no RTP. */
const payloadStart = (bytes: Uint8Array, end: number): number => {
  if (end < HEADER_BYTES || bytes[0]! >> 6 !== 2) return -1;
  let start = HEADER_BYTES + (bytes[0]! & 0x0f) * 4;
  if (bytes[0]! & 0x10) {
    if (start + 4 > end) return -1;
    start += 4 + 4 * ((bytes[start + 2]! << 8) | bytes[start + 3]!);
  }
  return start > end ? -1 : start;
};

const sequenceOf = (bytes: Uint8Array): number => (bytes[2]! << 8) | bytes[3]!;

/** What both directions do to a packet. */
const createTransform = ({ encryption, authentication, salt }: SessionKeys) => {
  const stream = createKeyStream(encryption);
  const start = new Uint8Array(START_BYTES);
  return {
    mac: createMac(authentication),
    crypt: (bytes: Uint8Array, from: number, to: number, index: number): void =>
      applyKeyStream(bytes, from, to, stream.of(startOf(salt, read32(bytes, 8), index, start), to - from)),
  };
};

export const createSrtpSender = (master: MasterKey, suite: SdesKey['suite']): SrtpSender => {
  const transform = createTransform(srtpKeys(master));
  let tagBytes: number = tagBytesOf[suite];
  const out = Buffer.alloc(MOST_PACKET_BYTES);
  const roc = new Uint8Array(4);
  let rounds = 0;
  let last = -1;
  return {
    use: wanted => {
      tagBytes = tagBytesOf[wanted];
    },
    protect: packet => {
      const { length } = packet;
      const from = payloadStart(packet, length);
      if (from < 0 || length + tagBytes > MOST_PACKET_BYTES) return null;
      const sequence = sequenceOf(packet);
      // Sequence numbers of ours go up one by one: a lower one has gone round.
      if (sequence < last) rounds += 1;
      last = sequence;
      out.set(packet);
      transform.crypt(out, from, length, rounds * SEQUENCE_MODULUS + sequence);
      write32(roc, 0, rounds);
      out.set(transform.mac.sign(out, length, roc, tagBytes), length);
      return out.subarray(0, length + tagBytes);
    },
  };
};

interface Source {
  readonly replay: ReplayWindow;
  newest: number;
}

/** §3.3.1: of the three rounds that it may belong to, the one nearest to what was heard last. */
const guessIndex = (newest: number, sequence: number): number => {
  const rounds = Math.floor(newest / SEQUENCE_MODULUS);
  const ahead = sequence - (newest % SEQUENCE_MODULUS);
  const shift = ahead > SEQUENCE_MODULUS / 2 ? -1 : ahead < -SEQUENCE_MODULUS / 2 ? 1 : 0;
  return Math.max(0, rounds + shift) * SEQUENCE_MODULUS + sequence;
};

export const createSrtpReceiver = (master: MasterKey, suite: SdesKey['suite']): SrtpReceiver => {
  const transform = createTransform(srtpKeys(master));
  const tagBytes = tagBytesOf[suite];
  const sources = new BoundedMap<number, Source>(MOST_SOURCES);
  const roc = new Uint8Array(4);

  const isGenuine = (bytes: Uint8Array, index: number): boolean => {
    write32(roc, 0, Math.floor(index / SEQUENCE_MODULUS));
    return transform.mac.verifies(bytes, roc, tagBytes);
  };

  /** A source not heard before begins in its first round, or in the second where its first packets were lost. */
  const firstIndex = (bytes: Uint8Array): number | null => {
    const sequence = sequenceOf(bytes);
    return [sequence, sequence + SEQUENCE_MODULUS].find(index => isGenuine(bytes, index)) ?? null;
  };

  const indexOf = (bytes: Uint8Array, source: Source | undefined): number | null => {
    if (!source) return firstIndex(bytes);
    const index = guessIndex(source.newest, sequenceOf(bytes));
    return source.replay.isFresh(index) && isGenuine(bytes, index) ? index : null;
  };

  const note = (ssrc: number, known: Source | undefined, index: number): void => {
    const source = known ?? { replay: createReplayWindow(), newest: index };
    source.replay.note(index);
    source.newest = Math.max(source.newest, index);
    if (!known) sources.set(ssrc, source);
  };

  return {
    unprotect: bytes => {
      const end = bytes.length - tagBytes;
      const from = payloadStart(bytes, end);
      if (from < 0 || bytes.length > MOST_PACKET_BYTES) return null;
      const ssrc = read32(bytes, 8);
      const source = sources.get(ssrc);
      const index = indexOf(bytes, source);
      if (index === null) return null;
      note(ssrc, source, index);
      transform.crypt(bytes, from, end, index);
      return bytes.subarray(0, end);
    },
  };
};
