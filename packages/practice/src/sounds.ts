import { BoundedMap } from '@lianxian/core/kit';
import { encodeAlaw, type Manner, tone } from '@lianxian/telephony';

/**
 * The carrier's sounds, each in memory once however many calls play it: sentences by text and manner of speaking (the
 * least used one goes when there are too many), and the tone behind a mailbox's greeting.
 */
export interface Sounds {
  readonly sentence: (text: string, manner: Manner) => Promise<Uint8Array>;
  readonly beep: () => Uint8Array;
}

/** All sentences of the town in their own voices, with room for twice as many; some 25 kB each. */
const SENTENCES_KEPT = 500;
const BEEP_HZ = 1_000;
const BEEP_MS = 500;

export const createSounds = (speak: (text: string, manner: Manner) => Promise<Uint8Array>): Sounds => {
  const kept = new BoundedMap<string, Promise<Uint8Array>>(SENTENCES_KEPT);
  let beep: Uint8Array | null = null;

  const sentence = (text: string, manner: Manner): Promise<Uint8Array> => {
    const key = `${manner.speaker} ${manner.speed} ${manner.pitch} ${text}`;
    const sound = kept.get(key) ?? speak(text, manner);
    kept.set(key, sound);
    // What failed is asked for anew the next time.
    sound.catch(() => kept.delete(key));
    return sound;
  };

  return {
    sentence,
    beep: () => {
      beep ??= encodeAlaw(tone([BEEP_HZ], BEEP_MS, 0.3));
      return beep;
    },
  };
};
