import type { RtpPacket } from './packet.ts';
import { timestampDistance } from './packet.ts';

/**
 * Keys as RFC 4733 telephone-events. One key is many packets that share one timestamp (its start); the receiver tells
 * each key once, at its first packet, whichever packets of it get lost and however long it lasts. The sender repeats the end packet three times
 * (§2.5.1.4), so that a lost one does not leave a key hanging.
 */
const keysInOrder = '0123456789*#ABCD';

/** Code of RFC 4733 table 3, or null for what is no key. */
export const eventOfKey = (key: string): number | null => {
  const event = key.length === 1 ? keysInOrder.indexOf(key.toUpperCase()) : -1;
  return event < 0 ? null : event;
};

interface KeyReceiver {
  /** `begins`: the key starts with this packet; false while it lasts, ends or repeats. Null: nothing of a key. */
  readonly take: (packet: RtpPacket) => { readonly key: string; readonly begins: boolean } | null;
}

/** A key as it is being told. */
interface Press {
  readonly ssrc: number;
  readonly code: number;
  started: number;
  /** Of its segment: RFC 4733 §2.5.1.3 begins a new one, with a new timestamp, when the duration field is full. */
  duration: number;
  ended: boolean;
}

/**
 * Does a packet of a later start belong to the key that is being told? The same key cannot start again before it has
 * ended: where the new start lies within what was told of it (a full segment, or a gateway that moves the timestamp on
 * with each packet), it is the same press.
 */
const goesOn = (press: Press, code: number, later: number): boolean =>
  !press.ended && press.code === code && later <= press.duration;

export const createKeyReceiver = (): KeyReceiver => {
  let press: Press | null = null;
  return {
    take: ({ payload, timestamp, ssrc }) => {
      if (payload.length < 4) return null;
      const code = payload[0]!;
      const key = keysInOrder[code];
      if (key === undefined) return null;
      const duration = (payload[2]! << 8) | payload[3]!;
      const ended = (payload[1]! & 0x80) !== 0;
      if (press !== null && ssrc === press.ssrc) {
        const later = timestampDistance(press.started, timestamp);
        // An older start is a straggler of a key already told.
        if (later < 0) return null;
        if (later === 0 || goesOn(press, code, later)) {
          press.started = timestamp;
          press.duration = later === 0 ? Math.max(press.duration, duration) : duration;
          press.ended ||= ended;
          return { key, begins: false };
        }
      }
      press = { ssrc, code, started: timestamp, duration, ended };
      return { key, begins: true };
    },
  };
};

/** A key sounds 100 ms, then rests 60 ms: above the 40 ms that receivers must accept (Q.24). */
const KEY_FRAMES = 5;
const GAP_FRAMES = 3;
const END_REPEATS = 3;
const FRAME_SAMPLES = 160;
/** −10 dBm0, RFC 4733 §2.3.2. */
const VOLUME = 10;

interface KeyPacket {
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
const MAX_QUEUED = 64;

export const createKeySender = (): KeySender => {
  const waiting: number[] = [];
  let event: number | null = null;
  let frame = 0;
  let gap = 0;

  const packet = (code: number, end: boolean): KeyPacket => {
    const duration = frame * FRAME_SAMPLES;
    return {
      payload: Uint8Array.of(code, (end ? 0x80 : 0) | VOLUME, duration >> 8, duration & 0xff),
      marker: frame === 1,
      startedBack: (frame - 1) * FRAME_SAMPLES,
    };
  };

  return {
    queue: keys => {
      for (const key of keys) {
        const code = eventOfKey(key);
        if (code !== null && waiting.length < MAX_QUEUED) waiting.push(code);
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
      if (frame < KEY_FRAMES) return [packet(code, false)];
      const last = Array.from({ length: END_REPEATS }, () => packet(code, true));
      event = null;
      frame = 0;
      gap = GAP_FRAMES;
      return last;
    },
  };
};
