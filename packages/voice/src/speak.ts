import { aloud } from './aloud.ts';
import type { Request } from './request.ts';

/** Women and men in turn; the first is the robot's voice. */
const speakers = ['f2', 'm3', 'f5', 'm1', 'f3', 'm7', 'f1', 'm2'] as const;
/** eSpeak's words a minute for 4.4 syllables a second. */
const NATURAL_RATE = 200;
/** Brighter than eSpeak's own 50: its first woman's voice lies at 210 Hz, where a woman's does, and not at 170. */
const NATURAL_PITCH = 70;
/** Of eSpeak's scale, measured. */
const STEPS_AN_OCTAVE = 60;
/** eSpeak's own 50 flattens the tones of Mandarin. */
const INTONATION = 75;

/** Mono samples, 16-bit little-endian, at the worker's rate; or why eSpeak failed. */
export const speak = (worker: EspeakWorker, { text, speaker, speed, pitch }: Request): Buffer | Error => {
  const pieces: Buffer[] = [];
  try {
    worker.set_voice(`cmn+${speakers[speaker % speakers.length]!}`);
    worker.set_rate(Math.round(NATURAL_RATE * speed));
    worker.set_pitch(Math.max(0, Math.min(99, Math.round(NATURAL_PITCH + STEPS_AN_OCTAVE * Math.log2(pitch)))));
    worker.set_range(INTONATION);
    worker.synthesize(aloud(text), samples => {
      pieces.push(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
      return false;
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
  return Buffer.concat(pieces);
};
