import { alawSilence } from './g711.ts';

/**
 * The last two seconds of a stereo recording, before they go to the disk: sound is put where its time is, in any order,
 * and taken from the front; where nobody put anything there is silence. Positions are samples since the start.
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
const windowSamples = 16_384;
const windowMask = windowSamples - 1;

export const createStereoWindow = (): StereoWindow => {
  const ring = Buffer.alloc(windowSamples * 2, alawSilence);
  let front = 0;

  const take = (upTo: number): readonly Buffer[] => {
    const chunks: Buffer[] = [];
    while (front < upTo) {
      const from = (front & windowMask) * 2;
      const length = Math.min((upTo - front) * 2, ring.length - from);
      chunks.push(Buffer.from(ring.subarray(from, from + length)));
      ring.fill(alawSilence, from, from + length);
      front += length / 2;
    }
    return chunks;
  };

  return {
    take,
    put: (side, at, audio, table) => {
      const pushedOut = take(at + audio.length - windowSamples);
      for (let i = Math.max(0, front - at); i < audio.length; i += 1) {
        const byte = audio[i]!;
        ring[((at + i) & windowMask) * 2 + side] = table ? table[byte]! : byte;
      }
      return pushedOut;
    },
  };
};
