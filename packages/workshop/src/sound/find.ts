import { transform } from './fourier.ts';

/** Where a known piece of sound was found, and how alike the two are: 1 is the same, unrelated speech stays below 0.2. */
interface Finding {
  readonly atMs: number;
  readonly likeness: number;
}

/**
 * Finds `piece` in `sound` by normalised cross-correlation, computed in one Fourier pass. Independent of loudness, and
 * blind to other sound at other moments; what lies over the piece (a pilot, the other voice) lowers the likeness.
 */
export const findPiece = (sound: Float32Array, piece: Float32Array, sampleRate: number): Finding => {
  const nothing: Finding = { atMs: 0, likeness: 0 };
  if (piece.length === 0 || sound.length < piece.length) return nothing;
  const correlation = correlate(sound, piece);
  const pieceEnergy = energy(piece, 0, piece.length);
  const places = sound.length - piece.length + 1;
  // A place must hold a hundredth of the piece's energy: against near silence any likeness is chance.
  const floor = pieceEnergy / 100;
  let here = energy(sound, 0, piece.length);
  let best = nothing;
  for (let at = 0; at < places; at++) {
    const likeness = here > floor ? correlation[at]! / Math.sqrt(here * pieceEnergy) : 0;
    if (likeness > best.likeness) best = { atMs: (at / sampleRate) * 1000, likeness };
    const leaving = sound[at]!;
    const entering = sound[at + piece.length] ?? 0;
    here += entering * entering - leaving * leaving;
  }
  return best;
};

const correlate = (sound: Float32Array, piece: Float32Array): Float64Array => {
  let size = 1;
  while (size < sound.length + piece.length) size <<= 1;
  // Two real signals in one complex transform: the sound in the real part, the piece in the imaginary one.
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  re.set(sound);
  im.set(piece);
  transform(re, im, false);
  const outRe = new Float64Array(size);
  const outIm = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    const mirror = (size - k) % size;
    const soundRe = (re[k]! + re[mirror]!) / 2;
    const soundIm = (im[k]! - im[mirror]!) / 2;
    const pieceRe = (im[k]! + im[mirror]!) / 2;
    const pieceIm = (re[mirror]! - re[k]!) / 2;
    outRe[k] = soundRe * pieceRe + soundIm * pieceIm;
    outIm[k] = soundIm * pieceRe - soundRe * pieceIm;
  }
  transform(outRe, outIm, true);
  return outRe;
};

const energy = (samples: Float32Array, from: number, to: number): number => {
  let sum = 0;
  for (let i = from; i < to; i++) sum += samples[i]! * samples[i]!;
  return sum;
};
