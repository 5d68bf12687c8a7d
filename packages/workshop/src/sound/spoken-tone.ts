const [RATE, SYLLABLES_A_SECOND, LOUDNESS] = [48_000, 4, 0.5];
const HEADER_BYTES = 44;

interface SpokenTone {
  readonly hz: number;
  readonly saysMs: number;
  readonly pauseMs: number;
}

/**
 * A tone that comes and goes as speech does: browsers take one that stands for noise and remove it, and whoever listens
 * waits for a pause. One sentence and its pause as WAV (one voice of 16-bit samples), to be played over and over.
 */
export const spokenTone = ({ hz, saysMs, pauseMs }: SpokenTone): Uint8Array => {
  const [said, all] = [saysMs, saysMs + pauseMs].map(ms => Math.round((ms * RATE) / 1000)) as [number, number];
  const bytes = Buffer.alloc(HEADER_BYTES + 2 * all);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  // PCM, one voice.
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(2 * RATE, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(2 * all, 40);
  for (let n = 0; n < said; n += 1) {
    const seconds = n / RATE;
    const swell = Math.sin(Math.PI * SYLLABLES_A_SECOND * seconds) ** 2;
    bytes.writeInt16LE(
      Math.round(32_767 * LOUDNESS * swell * Math.sin(2 * Math.PI * hz * seconds)),
      HEADER_BYTES + 2 * n,
    );
  }
  return bytes;
};
