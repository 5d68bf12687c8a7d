import { encodeAlaw } from './g711.ts';

/**
 * Comfort noise (RFC 3389): the sender rests and says only how loud its background is, 0…127 dB below the overload point.
 * We render it white: whether it sounds like a street or an office (the spectral part) is of no use to a recording.
 */
interface ComfortNoise {
  /** A frame of A-law at the level; the buffer is shared and must not be kept. */
  readonly frame: (dbov: number) => Uint8Array;
}

const FRAME_SAMPLES = 160;
/** Two seconds: long enough to have no pitch. */
const NOISE_SAMPLES = 100 * FRAME_SAMPLES;
/** No background is louder than −30 dBov: a far end may make silence soft, not roar. */
const LOUDEST_DBOV = 30;
/** Below it A-law knows nothing but silence (its smallest step is −66 dB below overload). */
const SOFTEST_DBOV = 70;

/** White noise of RMS 1: a linear congruential generator (Numerical Recipes), the sum of four for a bell shape. */
const makeNoise = (): Float64Array => {
  let state = 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return Float64Array.from({ length: NOISE_SAMPLES }, () => (next() + next() + next() + next()) * Math.sqrt(3));
};

/** One table for a level, made when it is first heard: all legs of a process share them. */
const tables = new Map<number, Uint8Array>();
let noise: Float64Array | null = null;

const tableOf = (dbov: number): Uint8Array => {
  const known = tables.get(dbov);
  if (known) return known;
  noise ??= makeNoise();
  const rms = 32_768 * 10 ** (-dbov / 20);
  const made = encodeAlaw(Int16Array.from(noise, sample => Math.round(sample * rms)));
  tables.set(dbov, made);
  return made;
};

export const createComfortNoise = (): ComfortNoise => {
  let position = 0;
  return {
    frame: dbov => {
      const table = tableOf(Math.max(LOUDEST_DBOV, Math.min(SOFTEST_DBOV, Math.round(dbov))));
      const from = position;
      position = (position + FRAME_SAMPLES) % NOISE_SAMPLES;
      return table.subarray(from, from + FRAME_SAMPLES);
    },
  };
};
