import type { RtpPacket } from '../rtp/packet.ts';
import { createJitterBuffer, type JitterBuffer } from './jitter.ts';
import type { VoiceTap } from './types.ts';

/** Who listens to one far end: each has a jitter buffer of its own, since each takes frames at its own moments. */
export interface Taps {
  /** @throws {RangeError} when `MOST_TAPS` listen already. */
  readonly open: () => VoiceTap;
  readonly put: (packet: RtpPacket, table: Uint8Array | undefined) => void;
  readonly close: () => void;
}

/** A bridge, a mixer and what is being changed to; more is a leak of the caller. */
const MOST_TAPS = 8;

export const createTaps = (): Taps => {
  const open = new Set<JitterBuffer>();
  return {
    open: () => {
      if (open.size >= MOST_TAPS) throw new RangeError(`more than ${MOST_TAPS} listen to one leg`);
      const buffer = createJitterBuffer();
      open.add(buffer);
      return { frame: buffer.frame, close: () => void open.delete(buffer) };
    },
    put: ({ ssrc, timestamp, payload }, table) => {
      if (open.size === 0) return;
      for (const buffer of open) buffer.put(ssrc, timestamp, payload, table);
    },
    close: () => open.clear(),
  };
};
