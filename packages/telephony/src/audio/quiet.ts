import { alawToLinear } from './g711.ts';

/** Where neither side of a recording sounds. */
export interface QuietStretch {
  readonly fromMs: number;
  readonly toMs: number;
}

const FRAME_MS = 20;
/** From here on a pause is worth showing. */
const WORTH_MS = 3_000;
/** RMS 100, −50 dBFS: comfort noise and an idle line lie below it. */
const LEAST_ENERGY = 100 * 100;
/** RMS 640, −34 dBFS: a busy street lies below it, and whoever is understood in one speaks louder. */
const MOST_ENERGY = 640 * 640;
/** 6 dB: frames of a steady noise stray by 2. */
const ABOVE_FLOOR = 4;
/** As loud as the tenth part of a side that is least loud is what lies under its voice. */
const FLOOR_SHARE = 0.1;
/** What is shorter is a click, no voice. */
const LEAST_FRAMES = 2;
/** A word begins and ends softly. */
const EDGE_FRAMES = 5;

const squares = Float64Array.from(alawToLinear, sample => sample * sample);

/**
 * Quiet stretches of a stereo A-law recording of `dataBytes` bytes, told piece by piece. Sound decides: whatever stands
 * clear of a side's own noise is no silence, be it understood or not.
 */
export const createQuiet = (dataBytes: number, sampleRate: number) => {
  const frameBytes = 2 * Math.floor((sampleRate * FRAME_MS) / 1_000);
  const frames = Math.ceil(dataBytes / frameBytes);
  const sides = [new Float64Array(frames), new Float64Array(frames)] as const;
  return {
    take: (piece: Uint8Array, at: number): void => {
      for (let i = 0; i < piece.length; i += 1)
        sides[((at + i) & 1) as 0 | 1][Math.floor((at + i) / frameBytes)]! += squares[piece[i]!]!;
    },
    result: (): readonly QuietStretch[] => {
      const sounds = new Uint8Array(frames);
      for (const sums of sides) markSounds(sums, frameBytes / 2, sounds);
      return stretchesOf(sounds, (dataBytes / 2 / sampleRate) * 1_000);
    },
  };
};

const markSounds = (sums: Float64Array, samples: number, sounds: Uint8Array): void => {
  const floor = (sums.toSorted()[Math.floor(sums.length * FLOOR_SHARE)] ?? 0) / samples;
  const least = samples * Math.max(LEAST_ENERGY, Math.min(MOST_ENERGY, floor * ABOVE_FLOOR));
  let from = 0;
  for (let at = 0; at <= sums.length; at += 1) {
    if (at < sums.length && sums[at]! > least) continue;
    if (at - from >= LEAST_FRAMES) sounds.fill(1, Math.max(0, from - EDGE_FRAMES), at + EDGE_FRAMES);
    from = at + 1;
  }
};

const stretchesOf = (sounds: Uint8Array, durationMs: number): readonly QuietStretch[] => {
  const found: QuietStretch[] = [];
  let from = 0;
  for (let at = 0; at <= sounds.length; at += 1) {
    if (at < sounds.length && sounds[at] === 0) continue;
    const toMs = Math.min(at * FRAME_MS, Math.floor(durationMs));
    if (toMs - from * FRAME_MS >= WORTH_MS) found.push({ fromMs: from * FRAME_MS, toMs });
    from = at + 1;
  }
  return found;
};
