import { dice } from '@lianxian/core/kit';
import { FRAME_SAMPLES, SAMPLE_RATE } from './frames.ts';

/**
 * A street as a telephone hears it: rolling tyres (noise without its high half) that swell and fall with the cars, made
 * here, no recording of anybody. Eight seconds, joined to themselves without a seam. Its level is that of a window on a
 * busy road: some 20 dB below the voice, plainly heard, and its swell stays within the 9 dB by which a voice stands clear
 * of what it stands in.
 */
const LENGTH = 400 * FRAME_SAMPLES;
const SEAM = SAMPLE_RATE / 2;
/** −38 dBFS. */
const LEVEL = 400;
const SWELL_DB = 2;
const CARS = 3;
const SEED = 20;

let made: Int16Array | null = null;

export const streetNoise = (): Int16Array => {
  made ??= make();
  return made;
};

const make = (): Int16Array => {
  const raw = rolling(LENGTH + SEAM);
  const joined = Float64Array.from({ length: LENGTH }, (_, n) => {
    if (n >= SEAM) return raw[n]!;
    const share = n / SEAM;
    // What ran on past the end fades out under the beginning; powers add, since the two are strangers.
    return raw[n]! * Math.sqrt(share) + raw[LENGTH + n]! * Math.sqrt(1 - share);
  });
  const loudness = Math.sqrt(joined.reduce((sum, sample) => sum + sample * sample, 0) / LENGTH);
  return Int16Array.from(joined, (sample, n) => {
    const swell = 10 ** ((SWELL_DB * Math.sin((2 * Math.PI * CARS * n) / LENGTH)) / 20);
    return Math.round((sample / loudness) * LEVEL * swell);
  });
};

/** White noise through two first-order low passes at about 600 Hz. */
const rolling = (length: number): Float64Array => {
  const chance = dice(SEED);
  const keep = Math.exp((-2 * Math.PI * 600) / SAMPLE_RATE);
  let first = 0;
  let second = 0;
  return Float64Array.from({ length }, () => {
    first = keep * first + (1 - keep) * (2 * chance.next() - 1);
    second = keep * second + (1 - keep) * first;
    return second;
  });
};
