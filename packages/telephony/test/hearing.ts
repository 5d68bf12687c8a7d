import { decodeAlaw } from '../src/audio/g711.ts';

/** The most of one frequency in any 100 ms of the sound, as amplitude (Goertzel's sum, written out). */
const WINDOW_SAMPLES = 800;

const amplitudeOf = (sound: Int16Array, hertz: number): number => {
  let most = 0;
  for (let from = 0; from + WINDOW_SAMPLES <= sound.length; from += WINDOW_SAMPLES / 2) {
    let [re, im] = [0, 0];
    for (let n = 0; n < WINDOW_SAMPLES; n += 1) {
      re += sound[from + n]! * Math.cos((2 * Math.PI * hertz * n) / 8_000);
      im += sound[from + n]! * Math.sin((2 * Math.PI * hertz * n) / 8_000);
    }
    most = Math.max(most, (2 * Math.hypot(re, im)) / WINDOW_SAMPLES);
  }
  return most;
};

/** Which of the pilot tones are heard: those with at least `least` of amplitude. */
export const heardOf = (sound: Int16Array, pilots: readonly number[], least = 1_500): number[] =>
  pilots.filter(hertz => amplitudeOf(sound, hertz) >= least);

/** Frames of A-law one behind the other. */
export const joined = (frames: readonly Uint8Array[]): Int16Array => decodeAlaw(Buffer.concat(frames));
