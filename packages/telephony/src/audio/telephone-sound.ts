import { levelled, trimmed } from './loudness.ts';
import { resample } from './resample.ts';

const TELEPHONE_RATE = 8_000;

/** Sound as a recording or a voice gave it: one array of 16-bit samples a channel, all of one length. */
export interface GivenSound {
  readonly sampleRate: number;
  readonly channels: readonly Int16Array[];
}

/**
 * Any sound as the telephone takes it: one channel, 8 kHz, the one loudness, 40 ms of rest at both ends. Empty where there
 * is nothing but silence.
 */
export const telephoneSound = ({ sampleRate, channels }: GivenSound): Int16Array =>
  trimmed(levelled(resample(mixed(channels), sampleRate, TELEPHONE_RATE)));

/** The mean of all channels; a channel that is silent (a headset on one side of stereo) does not halve the other. */
const mixed = (channels: readonly Int16Array[]): Int16Array => {
  const sounding = channels.filter(channel => channel.some(sample => Math.abs(sample) > 32));
  const [only = new Int16Array()] = sounding;
  if (sounding.length < 2) return only;
  return only.map((_, at) => Math.round(sounding.reduce((sum, channel) => sum + channel[at]!, 0) / sounding.length));
};

/** For each of `columns` equal stretches its loudest sample, 0…255: a waveform to draw. */
export const soundPeaks = (samples: Int16Array, columns: number): Uint8Array => {
  const peaks = new Uint8Array(columns);
  for (let at = 0; at < samples.length; at += 1) {
    const column = Math.floor((at * columns) / samples.length);
    const size = Math.min(255, Math.abs(samples[at]!) >> 7);
    if (size > peaks[column]!) peaks[column] = size;
  }
  return peaks;
};
