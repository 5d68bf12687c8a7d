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
export const recordingWav = (seconds: number): Uint8Array<ArrayBuffer> => {
  const sound = liveTone(seconds);
  const file = new Uint8Array(44 + sound.length);
  const view = new DataView(file.buffer);
  const text = (at: number, word: string) => file.set(new TextEncoder().encode(word), at);
  text(0, 'RIFF');
  view.setUint32(4, 36 + sound.length, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 6, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, 2 * sampleRate, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 8, true);
  text(36, 'data');
  view.setUint32(40, sound.length, true);
  file.set(sound, 44);
  return file;
};
