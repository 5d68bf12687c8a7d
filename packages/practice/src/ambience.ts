import { decodeAlaw, encodeAlaw } from '@lianxian/telephony';
import { FRAME_SAMPLES } from './frames.ts';
import { mixPilot } from './pilot.ts';
import { streetNoise } from './street-noise.ts';

/**
 * What lies under all that a callee sends, voice and pauses alike, again and again: the noise it stands in, its pilot, or
 * a ringback before the answer. One ambience is shared by all calls that lie on it.
 */
export interface Ambience {
  readonly samples: Int16Array;
  readonly alaw: Uint8Array;
}

/** Two seconds of pilot alone: whole frames, and whole waves of every pilot. */
const PILOT_SAMPLES = 100 * FRAME_SAMPLES;

/** `samples` must be whole frames: ambiences follow each other without a gap. */
export const ambienceOf = (samples: Int16Array): Ambience => ({ samples, alaw: encodeAlaw(samples) });

const ambiences = new Map<string, Ambience>();

/** The ambience of a call; null where nothing lies under it. At most two times as many as there are pilots are kept. */
export const callAmbience = (inNoise: boolean, pilotHz: number | null): Ambience | null => {
  if (!inNoise && pilotHz === null) return null;
  const key = `${inNoise} ${pilotHz}`;
  const known = ambiences.get(key);
  if (known) return known;
  const ground = inNoise ? streetNoise() : new Int16Array(PILOT_SAMPLES);
  const ambience = ambienceOf(pilotHz === null ? ground : mixPilot(ground, pilotHz));
  ambiences.set(key, ambience);
  return ambience;
};

/** A sentence (A-law) with an ambience under it, filled up to whole frames. */
export const over = (audio: Uint8Array, { samples }: Ambience): Uint8Array => {
  const mixed = new Int16Array(Math.ceil(audio.length / FRAME_SAMPLES) * FRAME_SAMPLES);
  mixed.set(decodeAlaw(audio));
  for (let i = 0; i < mixed.length; i += 1) {
    const sum = mixed[i]! + samples[i % samples.length]!;
    mixed[i] = Math.max(-32_768, Math.min(32_767, sum));
  }
  return encodeAlaw(mixed);
};
