import { type Ambience, ambienceOf } from './ambience.ts';
import { FRAME_SAMPLES, SAMPLE_RATE } from './frames.ts';

/**
 * The music one hears before the answer (彩铃): a little melody of our own in five tones, plucked strings in code. Nobody
 * else's melody and nobody's recording.
 */
const BEAT = 14 * FRAME_SAMPLES;
const LEVEL = 7_000;
const A4 = 440;

type Notes = readonly (readonly [beat: number, pitch: number])[];

/** Pitches in semitones from a′. Four bars of eight beats. */
const melody: Notes = [
  [0, 3],
  [2, 5],
  [3, 7],
  [4, 10],
  [6, 7],
  [8, 5],
  [10, 7],
  [11, 5],
  [12, 3],
  [14, 0],
  [16, 3],
  [18, 5],
  [19, 7],
  [20, 12],
  [22, 10],
  [24, 7],
  [26, 5],
  [27, 0],
  [28, 3],
  [30, 3],
];
const bass: Notes = [0, 4, 8, 12, 16, 20, 24, 28].map((beat, index) => [
  beat,
  [-21, -14, -24, -17, -21, -14, -17, -21][index]!,
]);
const BEATS = 32;

let made: Ambience | null = null;

export const ringback = (): Ambience => {
  made ??= ambienceOf(play());
  return made;
};

const play = (): Int16Array => {
  const sum = new Float64Array(BEATS * BEAT);
  for (const [beat, pitch] of melody)
    pluck(sum, beat * BEAT, { hertz: A4 * 2 ** (pitch / 12), seconds: 0.45, loud: 1 });
  for (const [beat, pitch] of bass) pluck(sum, beat * BEAT, { hertz: A4 * 2 ** (pitch / 12), seconds: 0.9, loud: 0.7 });
  const top = sum.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return Int16Array.from(sum, sample => Math.round((sample / top) * LEVEL));
};

interface Note {
  readonly hertz: number;
  readonly seconds: number;
  readonly loud: number;
}

/** One string: overtones that die away the faster the higher they are. What rings past the end rings on at the beginning. */
const pluck = (sum: Float64Array, from: number, { hertz, seconds, loud }: Note): void => {
  const length = Math.min(sum.length, Math.round(5 * seconds * SAMPLE_RATE));
  for (let overtone = 1; overtone <= 4 && overtone * hertz < 3_400; overtone += 1) {
    const turn = (2 * Math.PI * overtone * hertz) / SAMPLE_RATE;
    const decay = -(overtone ** 0.7) / (seconds * SAMPLE_RATE);
    for (let n = 0; n < length; n += 1) {
      const attack = Math.min(1, n / 40);
      const at = (from + n) % sum.length;
      sum[at] = sum[at]! + (loud / overtone ** 1.5) * attack * Math.exp(decay * n) * Math.sin(turn * n);
    }
  }
};
