import type { RtpPacket } from './packet.ts';
import { timestampDistance } from './packet.ts';

/**
 * Keys as RFC 4733 telephone-events. One key is many packets that share one timestamp (its start); the receiver tells
 * each key once, at its first packet, whichever packets of it get lost. The sender repeats the end packet three times
 * (§2.5.1.4), so that a lost one does not leave a key hanging.
 */
const keysInOrder = '0123456789*#ABCD';

/** Code of RFC 4733 table 3, or null for what is no key. */
export const eventOfKey = (key: string): number | null => {
  const event = key.length === 1 ? keysInOrder.indexOf(key.toUpperCase()) : -1;
  return event < 0 ? null : event;
};

export interface KeyReceiver {
  /** The key that starts with this packet; null while it lasts, ends, repeats or is no key. */
  readonly take: (packet: RtpPacket) => string | null;
}

export const createKeyReceiver = (): KeyReceiver => {
  let ssrc = -1;
  let started: number | null = null;
  return {
    take: ({ payload, timestamp, ssrc: source }) => {
      if (payload.length < 4) return null;
      const key = keysInOrder[payload[0]!];
      if (key === undefined) return null;
      // An older start is a straggler of a key already told; the same start is the same key.
      if (started !== null && source === ssrc && timestampDistance(started, timestamp) <= 0) return null;
      ssrc = source;
      started = timestamp;
      return key;
    },
  };
};

/** A key sounds 100 ms, then rests 60 ms: above the 40 ms that receivers must accept (Q.24). */
const keyFrames = 5;
const gapFrames = 3;
const endRepeats = 3;
const frameSamples = 160;
/** −10 dBm0, RFC 4733 §2.3.2. */
const volume = 10;

export interface KeyPacket {
  readonly payload: Uint8Array;
  readonly marker: boolean;
  /** Samples between the start of the key and this frame: the packet's timestamp is that far back. */
  readonly startedBack: number;
}

export interface KeySender {
  readonly queue: (keys: string) => void;
  /** What to send in place of this 20 ms of sound: key packets (three at its end), silence between keys, or null. */
  readonly frame: () => readonly KeyPacket[] | null;
}

/** Keys that wait; more are refused silently, since nobody dials a longer number by keys. */
const maxQueued = 64;

export const createKeySender = (): KeySender => {
  const waiting: number[] = [];
  let event: number | null = null;
  let frame = 0;
  let gap = 0;

  const packet = (code: number, end: boolean): KeyPacket => {
    const duration = frame * frameSamples;
    return {
      payload: Uint8Array.of(code, (end ? 0x80 : 0) | volume, duration >> 8, duration & 0xff),
      marker: frame === 1,
      startedBack: (frame - 1) * frameSamples,
    };
  };

  return {
    queue: keys => {
      for (const key of keys) {
        const code = eventOfKey(key);
        if (code !== null && waiting.length < maxQueued) waiting.push(code);
      }
    },
    frame: () => {
      if (gap > 0) {
        gap -= 1;
        return [];
      }
      event ??= waiting.shift() ?? null;
      if (event === null) return null;
      const code = event;
      frame += 1;
      if (frame < keyFrames) return [packet(code, false)];
      const last = Array.from({ length: endRepeats }, () => packet(code, true));
      event = null;
      frame = 0;
      gap = gapFrames;
      return last;
    },
  };
};
