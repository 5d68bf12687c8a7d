import { encodeAlaw } from './g711.ts';

/** Tones at 8 kHz: sums of sines with soft edges, so that no click frames them. */
const SAMPLE_RATE = 8_000;
const EDGE_MS = 5;

/** `level` is the peak of the whole sum, 0…1. */
export const tone = (frequencies: readonly number[], ms: number, level = 0.25): Int16Array => {
  const length = Math.round((ms * SAMPLE_RATE) / 1000);
  const edge = Math.max(1, Math.min(length / 2, (EDGE_MS * SAMPLE_RATE) / 1000));
  const share = (level * 32_767) / Math.max(1, frequencies.length);
  return Int16Array.from({ length }, (_, n) => {
    const fade = Math.min(1, (n + 1) / edge, (length - n) / edge);
    const sum = frequencies.reduce((total, hertz) => total + Math.sin((2 * Math.PI * hertz * n) / SAMPLE_RATE), 0);
    return Math.round(sum * share * fade);
  });
};

const rows = [697, 770, 852, 941];
const columns = [1209, 1336, 1477, 1633];
const pad = '123A456B789C*0#D';
const KEY_MS = 100;
const REST_MS = 80;

/** The sound of a key (Q.23) and the rest after it, A-law; nothing for what is no key. */
export const keyTone = (key: string): Uint8Array => {
  const index = key.length === 1 ? pad.indexOf(key.toUpperCase()) : -1;
  if (index < 0) return new Uint8Array();
  const samples = new Int16Array(((KEY_MS + REST_MS) * SAMPLE_RATE) / 1000);
  samples.set(tone([rows[index >> 2]!, columns[index & 3]!], KEY_MS, 0.3));
  return encodeAlaw(samples);
};
