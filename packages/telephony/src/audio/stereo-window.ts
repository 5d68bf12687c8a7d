import { alawSilence } from './g711.ts';

/**
 * The last two seconds of a stereo recording, before they go to the disk: sound is put where its time is, in any order,
 * and taken from the front; where nobody put anything there is silence. Positions are samples since the start. Each side
 * lies by itself, so that putting is copying, and both are woven when they are taken: at 200 calls that is half the cost.
 */
export interface StereoWindow {
  /**
   * Puts A-law (after `table`, where it is another law) on one side; what lies before the front is dropped. Answers what
   * had to leave at the front to make room.
   */
  readonly put: (side: 0 | 1, at: number, audio: Uint8Array, table?: Uint8Array) => readonly Buffer[];
  /** Takes everything before `upTo`, as copies, interleaved left and right. */
  readonly take: (upTo: number) => readonly Buffer[];
}

/** 2.048 s; a power of two, so that a mask finds the place. */
const WINDOW_SAMPLES = 16_384;
const windowMask = WINDOW_SAMPLES - 1;
const nothing: readonly Buffer[] = [];

const weave = (left: Uint8Array, right: Uint8Array, from: number, length: number): Buffer => {
  const woven = Buffer.allocUnsafe(length * 2);
  for (let i = 0; i < length; i += 1) {
    woven[i * 2] = left[from + i]!;
    woven[i * 2 + 1] = right[from + i]!;
  }
  return woven;
};

/** Copies `audio` to `at` of the ring; it may reach over its end. */
const lay = (ring: Uint8Array, at: number, audio: Uint8Array): void => {
  const from = at & windowMask;
  const room = WINDOW_SAMPLES - from;
  if (audio.length <= room) ring.set(audio, from);
  else {
    ring.set(audio.subarray(0, room), from);
    ring.set(audio.subarray(room), 0);
  }
};

class RingWindow implements StereoWindow {
  readonly #left = new Uint8Array(WINDOW_SAMPLES).fill(alawSilence);
  readonly #right = new Uint8Array(WINDOW_SAMPLES).fill(alawSilence);
  #front = 0;

  take(upTo: number): readonly Buffer[] {
    if (upTo <= this.#front) return nothing;
    const chunks: Buffer[] = [];
    while (this.#front < upTo) {
      const from = this.#front & windowMask;
      const length = Math.min(upTo - this.#front, WINDOW_SAMPLES - from);
      chunks.push(weave(this.#left, this.#right, from, length));
      this.#left.fill(alawSilence, from, from + length);
      this.#right.fill(alawSilence, from, from + length);
      this.#front += length;
    }
    return chunks;
  }

  put(side: 0 | 1, at: number, audio: Uint8Array, table?: Uint8Array): readonly Buffer[] {
    const pushedOut = this.take(at + audio.length - WINDOW_SAMPLES);
    const first = Math.max(0, this.#front - at);
    if (first >= audio.length) return pushedOut;
    const kept = first === 0 ? audio : audio.subarray(first);
    const ring = side === 0 ? this.#left : this.#right;
    if (!table) lay(ring, at + first, kept);
    else for (let i = 0; i < kept.length; i += 1) ring[(at + first + i) & windowMask] = table[kept[i]!]!;
    return pushedOut;
  }
}

export const createStereoWindow = (): StereoWindow => new RingWindow();
