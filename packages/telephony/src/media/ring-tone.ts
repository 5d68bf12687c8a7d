import { alawSilence, encodeAlaw } from '../audio/g711.ts';
import { tone } from '../audio/tone.ts';
import { createMusic } from './music.ts';
import type { SoundSource } from './types.ts';

/** What who dials hears while it rings (GB/T 3380: 450 Hz, 1 s on, 4 s off). */
const RING_HERTZ = 450;
const ON_MS = 1_000;
const OFF_SAMPLES = 4 * 8_000;
const LEVEL = 0.1;

let made: Uint8Array | null = null;

/** For one leg, from the beginning of a ring. */
export const createRingTone = (): SoundSource => {
  made ??= Buffer.concat([encodeAlaw(tone([RING_HERTZ], ON_MS, LEVEL)), Buffer.alloc(OFF_SAMPLES, alawSilence)]);
  return createMusic(made);
};
