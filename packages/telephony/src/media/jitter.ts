import { alawSilence } from '../audio/g711.ts';
import { timestampDistance } from '../rtp/packet.ts';
import { FRAME_SAMPLES } from './playout.ts';
import type { SoundSource } from './types.ts';

/**
 * What a far end says, evened out for somebody who takes a frame every 20 ms: packets are put in by their timestamps,
 * frames are taken in time.
 *
 *   waiting ─(`depth` frames have come)→ flowing ─(a frame is due and none is there)→ waiting
 *
 * `depth` begins at two frames. A stream that stops and goes on where it was has come late: the depth grows by one, up to
 * eight (160 ms). What in two seconds was never needed beyond the depth is left out, frame by frame, so that delay falls
 * back and two clocks that run unevenly never add up. A stream that rests (silence suppression) goes on with its next
 * packet. What is lost is silence. Invariants: nothing is taken twice, nothing out of order, at most 400 ms wait.
 */
export interface JitterBuffer extends SoundSource {
  /** A-law after `table`. */
  readonly put: (ssrc: number, timestamp: number, sound: Uint8Array, table: Uint8Array | undefined) => void;
}

/** 512 ms; a power of two, so that a mask finds the place. */
const RING_SAMPLES = 4096;
const mask = RING_SAMPLES - 1;
/** What may wait; the rest of the ring is for the packet that comes. */
const MOST_SAMPLES = 20 * FRAME_SAMPLES;
const LEAST_DEPTH = 2 * FRAME_SAMPLES;
const MOST_DEPTH = 8 * FRAME_SAMPLES;
/** Two seconds of frames. */
const LOOK_FRAMES = 100;

export const createJitterBuffer = (): JitterBuffer => {
  const ring = new Uint8Array(RING_SAMPLES).fill(alawSilence);
  let source = -1;
  /** The timestamp that lies at `head`. */
  let headTimestamp = 0;
  /** Positions on an endless line: what is taken next, and where the newest sound ends. */
  let tail = 0;
  let head = 0;
  let depth = LEAST_DEPTH;
  let flowing = false;
  let leastStored = Number.POSITIVE_INFINITY;
  let frames = 0;

  const begin = (ssrc: number, timestamp: number): void => {
    source = ssrc;
    headTimestamp = timestamp;
    tail = head;
  };

  /** Moves the end on to `to`; what is skipped is silence. */
  const reach = (to: number): void => {
    for (let at = head; at < to; at += 1) ring[at & mask] = alawSilence;
    headTimestamp = (headTimestamp + to - head) >>> 0;
    head = to;
  };

  const look = (stored: number): void => {
    leastStored = Math.min(leastStored, stored);
    frames += 1;
    if (frames < LOOK_FRAMES) return;
    const spare = Math.floor((leastStored - depth) / FRAME_SAMPLES);
    if (spare > 0) tail += spare * FRAME_SAMPLES;
    else if (depth > LEAST_DEPTH && leastStored > LEAST_DEPTH) depth -= FRAME_SAMPLES;
    frames = 0;
    leastStored = Number.POSITIVE_INFINITY;
  };

  return {
    put: (ssrc, timestamp, sound, table) => {
      let ahead = timestampDistance(headTimestamp, timestamp);
      if (
        ssrc !== source ||
        ahead > MOST_SAMPLES ||
        ahead < -RING_SAMPLES ||
        (!flowing && head === tail && ahead > 0)
      ) {
        begin(ssrc, timestamp);
        ahead = 0;
      } else if (!flowing && head === tail && ahead === 0) depth = Math.min(MOST_DEPTH, depth + FRAME_SAMPLES);
      const from = head + ahead;
      const to = from + sound.length;
      if (to > head) reach(to);
      for (let at = Math.max(from, tail); at < to; at += 1) {
        const byte = sound[at - from]!;
        ring[at & mask] = table ? table[byte]! : byte;
      }
      if (head - tail > MOST_SAMPLES) tail = head - depth;
    },
    frame: (target, at) => {
      const stored = head - tail;
      if (!flowing && stored < depth) return false;
      flowing = stored >= FRAME_SAMPLES;
      // Less than a frame is left: it is kept for when the stream goes on.
      if (!flowing) return false;
      look(stored);
      for (let i = 0; i < FRAME_SAMPLES; i += 1) target[at + i] = ring[(tail + i) & mask]!;
      tail += FRAME_SAMPLES;
      return true;
    },
  };
};
