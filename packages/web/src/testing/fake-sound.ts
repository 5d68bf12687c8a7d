import { wavAround } from '../sound/wav-file.ts';

/** Sound for the fake: stereo A-law at 8 kHz, silence left and a buzz right; enough to be decoded and played. */
const sampleRate = 8_000;
const quiet = 0xd5;

/** Interleaved frames of `seconds`. */
export const liveTone = (seconds: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(2 * sampleRate * seconds).fill(quiet);
  for (let frame = 0; frame < sampleRate * seconds; frame++) bytes[2 * frame + 1] = frame % 20 < 10 ? 0xb5 : 0x35;
  return bytes;
};

/** The same as a WAV file (format 6, two channels). */
export const recordingWav = (seconds: number): Uint8Array<ArrayBuffer> =>
  wavAround(liveTone(seconds), { format: 6, channels: 2, bits: 8, sampleRate });
