import { alawSilence, alawToLinear, encodeAlaw } from './g711.ts';

/**
 * Prompts one behind the other as one utterance: the rest at their inner ends is cut to what a joint needs, and both
 * sides fade to nothing over 5 ms there, so no sample steps. The prompts themselves belong to everybody and are not
 * changed: what is between the joints is a view of them. A-law at 8 kHz in and out.
 */
export interface Joint {
  /** Ms of rest that stay on either side of it. */
  readonly restMs: number;
}

/** Between two parts of a sentence; between the pieces of one value; where one takes breath. */
export const joints = { parts: { restMs: 25 }, pieces: { restMs: 4 }, breath: { restMs: 110 } } as const;

const SAMPLES_PER_MS = 8;
const FADE_SAMPLES = 40;
/** Rest at the end of a prompt is searched so far: what was left when it was cut (40 ms), and a breath. */
const MOST_REST = 120 * SAMPLES_PER_MS;
/** Below −45 dBFS it is rest. */
const REST_LEVEL = 184;

/** `joint(n)` is the joint between the sounds n and n + 1. */
export const joinSounds = (sounds: readonly Uint8Array[], joint: (index: number) => Joint): readonly Uint8Array[] => {
  if (sounds.length < 2) return sounds;
  return sounds.flatMap((sound, index) => {
    const before = index === 0 ? null : joint(index - 1);
    const after = index === sounds.length - 1 ? null : joint(index);
    return jointed(sound, before, after);
  });
};

const restAt = (sound: Uint8Array, isEnd: boolean): number => {
  const most = Math.min(MOST_REST, sound.length);
  let rest = 0;
  while (rest < most && Math.abs(alawToLinear[sound[isEnd ? sound.length - 1 - rest : rest]!]!) < REST_LEVEL) rest += 1;
  return rest;
};

/** The sound with its inner ends cut and faded: up to three arrays. */
const jointed = (sound: Uint8Array, before: Joint | null, after: Joint | null): Uint8Array[] => {
  const wanted = (joint: Joint) => joint.restMs * SAMPLES_PER_MS;
  const [lead, trail] = [restAt(sound, false), restAt(sound, true)];
  const from = before === null ? 0 : Math.max(0, lead - wanted(before));
  const to = after === null ? sound.length : Math.min(sound.length, sound.length - trail + wanted(after));
  if (to <= from) return [sound];
  const kept = sound.subarray(from, to);
  const head = before === null ? 0 : Math.min(FADE_SAMPLES, kept.length);
  const tail = after === null ? 0 : Math.min(FADE_SAMPLES, kept.length - head);
  const pad = (joint: Joint | null, has: number): Uint8Array[] => {
    const lacks = joint === null ? 0 : wanted(joint) - has;
    return lacks > 0 ? [new Uint8Array(lacks).fill(alawSilence)] : [];
  };
  return [
    ...pad(before, lead),
    faded(kept.subarray(0, head), true),
    kept.subarray(head, kept.length - tail),
    faded(kept.subarray(kept.length - tail), false),
    ...pad(after, trail),
  ].filter(({ length }) => length > 0);
};

const faded = (edge: Uint8Array, isIn: boolean): Uint8Array =>
  encodeAlaw(
    Int16Array.from(edge, (code, at) => {
      const step = isIn ? at : edge.length - 1 - at;
      return Math.round((alawToLinear[code]! * step) / edge.length);
    }),
  );
