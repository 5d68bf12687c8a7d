import { read32, write32 } from './bytes.ts';

/**
 * RTP packets (RFC 3550 §5.1). What comes from the network is hostile until parsed: a packet is either whole or a
 * refusal that names what is wrong, and nothing here throws. Payloads are views into the datagram, not copies.
 */
export interface RtpPacket {
  readonly marker: boolean;
  readonly payloadType: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Uint8Array;
}

type RtpRefusal = 'tooShort' | 'notVersion2' | 'rtcp' | 'sourcesBeyondEnd' | 'extensionBeyondEnd' | 'paddingBeyondEnd';

export const RTP_HEADER_BYTES = 12;

/** A refusal is a string, a packet an object: `typeof` tells them apart without a wrapper per packet. */
export const parseRtp = (bytes: Uint8Array): RtpPacket | RtpRefusal => {
  const length = bytes.length;
  if (length < RTP_HEADER_BYTES) return 'tooShort';
  const first = bytes[0]!;
  if (first >> 6 !== 2) return 'notVersion2';
  const second = bytes[1]!;
  // RFC 5761 §4: RTCP types 192–223 share the second byte with payload types 64–95, which RTP must not use.
  if (second >= 192 && second <= 223) return 'rtcp';
  let start = RTP_HEADER_BYTES + (first & 0x0f) * 4;
  if (start > length) return 'sourcesBeyondEnd';
  if (first & 0x10) {
    if (start + 4 > length) return 'extensionBeyondEnd';
    start += 4 + 4 * ((bytes[start + 2]! << 8) | bytes[start + 3]!);
    if (start > length) return 'extensionBeyondEnd';
  }
  let end = length;
  if (first & 0x20) {
    const padding = bytes[length - 1]!;
    if (padding === 0 || start + padding > length) return 'paddingBeyondEnd';
    end -= padding;
  }
  return {
    marker: second >= 0x80,
    payloadType: second & 0x7f,
    sequence: (bytes[2]! << 8) | bytes[3]!,
    timestamp: read32(bytes, 4),
    ssrc: read32(bytes, 8),
    payload: bytes.subarray(start, end),
  };
};

/** Writes the twelve header bytes in place, so that a stream can send one buffer again and again. */
export const writeRtpHeader = (
  target: Uint8Array,
  marker: boolean,
  payloadType: number,
  sequence: number,
  timestamp: number,
  ssrc: number,
): void => {
  target[0] = 0x80;
  target[1] = (marker ? 0x80 : 0) | payloadType;
  target[2] = sequence >>> 8;
  target[3] = sequence;
  write32(target, 4, timestamp);
  write32(target, 8, ssrc);
};

export const buildRtp = (packet: RtpPacket): Buffer => {
  const bytes = Buffer.allocUnsafe(RTP_HEADER_BYTES + packet.payload.length);
  writeRtpHeader(bytes, packet.marker, packet.payloadType, packet.sequence, packet.timestamp, packet.ssrc);
  bytes.set(packet.payload, RTP_HEADER_BYTES);
  return bytes;
};

/** How far `b` lies behind `a` on the 16-bit circle: −32768…32767, positive when `b` is newer. */
export const sequenceDistance = (a: number, b: number): number => ((b - a) << 16) >> 16;

/** The same on the 32-bit circle of timestamps. */
export const timestampDistance = (a: number, b: number): number => (b - a) | 0;
