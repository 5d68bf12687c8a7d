import { alawSilence, encodeAlaw } from '../audio/g711.ts';
import { FRAME_SAMPLES } from './playout.ts';
import type { SoundSource } from './types.ts';

/**
 * Music for who waits: a slow round of four chords, plucked softly and let ring, made here by rule, so that its licence is
 * the project's own. It is 16 s long and ends as it begins; all notes lie where a telephone carries them (260–1,200 Hz), at
 * −24 dBFS, well below a voice: one may listen to it for minutes, and hears at once when somebody speaks.
 */
const SAMPLE_RATE = 8_000;
const BEAT_MS = 500;
/** Semitones above middle C: C add 9, A minor 7, F major 7, G sixth. */
const chords = [
  [0, 7, 14, 16],
  [-3, 4, 12, 19],
  [5, 9, 16, 21],
  [7, 11, 14, 19],
] as const;
/** Which tone of the chord sounds at each of the eight beats. */
const pattern = [0, 2, 1, 3, 2, 1, 3, 2] as const;
const loopSamples = (chords.length * pattern.length * BEAT_MS * SAMPLE_RATE) / 1_000;
/** A note rings over three beats. */
const ringSamples = (4 * BEAT_MS * SAMPLE_RATE) / 1_000;
const DECAY_MS = 450;
const ATTACK_SAMPLES = 160;
const PEAK_RMS = 2_000;
const MIDDLE_C = 261.63;

/** Adds one note at `start`, around the end of the loop to its beginning. A sine by its own recurrence costs two products. */
const pluck = (loop: Float32Array, start: number, hertz: number, level: number): void => {
  const step = (2 * Math.PI * hertz) / SAMPLE_RATE;
  const turn = 2 * Math.cos(step);
  let before = -Math.sin(step);
  let now = 0;
  const fade = Math.exp(-1_000 / (DECAY_MS * SAMPLE_RATE));
  let strength = level;
  for (let n = 0; n < ringSamples; n += 1) {
    const at = (start + n) % loopSamples;
    const rise = Math.min(1, n / ATTACK_SAMPLES);
    const fall = Math.min(1, (ringSamples - n) / ATTACK_SAMPLES);
    loop[at] = loop[at]! + now * strength * rise * fall;
    const next = turn * now - before;
    before = now;
    now = next;
    strength *= fade;
  }
};

let made: Uint8Array | null = null;

/** The loop, A-law at 8 kHz; made at the first call (some 20 ms) and kept. */
export const holdMusic = (): Uint8Array => {
  if (made) return made;
  const loop = new Float32Array(loopSamples);
  for (const [bar, chord] of chords.entries())
    for (const [beat, tone] of pattern.entries()) {
      const start = ((bar * pattern.length + beat) * BEAT_MS * SAMPLE_RATE) / 1_000;
      const hertz = MIDDLE_C * 2 ** (chord[tone]! / 12);
      pluck(loop, start, hertz, beat === 0 ? 1 : 0.7);
      pluck(loop, start, hertz * 2, 0.12);
    }
  const rms = Math.sqrt(loop.reduce((total, sample) => total + sample * sample, 0) / loopSamples);
  made = encodeAlaw(Int16Array.from(loop, sample => Math.round((sample * PEAK_RMS) / rms)));
  return made;
};

/** Plays a sound round and round, for one leg: each begins where it begins. An empty sound is silence. */
export const createMusic = (sound: Uint8Array = holdMusic()): SoundSource => {
  let position = 0;
  return {
    frame: (target, at) => {
      if (sound.length === 0) {
        target.fill(alawSilence, at, at + FRAME_SAMPLES);
        return false;
      }
      for (let i = 0; i < FRAME_SAMPLES; i += 1) {
        target[at + i] = sound[position]!;
        position = position + 1 === sound.length ? 0 : position + 1;
      }
      return true;
    },
  };
};
