import { decodeWav, encodeAlaw, levelled, resample, trimmed } from '@lianxian/telephony';
import { ServiceFailed } from './http-failure.ts';

/** What a service spoke → the telephone's own form: A-law, 8 kHz, at the house's loudness. */
export const telephoneSound = (samples: Int16Array, sampleRate: number): Uint8Array => {
  // Under 20 ms nobody said anything.
  if (samples.length < sampleRate / 50) throw new ServiceFailed('nonsense');
  return encodeAlaw(levelled(trimmed(resample(samples, sampleRate, 8_000))));
};

/** A WAV of any rate; several channels become their first. @throws {ServiceFailed} when it is none. */
export const soundOfWav = (bytes: Uint8Array): Uint8Array => {
  const sound = decodeWav(bytes);
  if (typeof sound === 'string') throw new ServiceFailed('nonsense');
  return telephoneSound(sound.channels[0]!, sound.sampleRate);
};
