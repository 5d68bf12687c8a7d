import { isClipped, type LiveFaults, liveFaultsIn } from './doubts.ts';

const headerBytes = 44;

interface Sound {
  /** RFC 2361: 1 is linear, 6 A-law. */
  readonly format: number;
  readonly channels: number;
  readonly bits: number;
  readonly sampleRate: number;
}

/** A WAV file around sound that is written already. */
export const wavAround = (
  sound: Uint8Array,
  { format, channels, bits, sampleRate }: Sound,
): Uint8Array<ArrayBuffer> => {
  const file = new Uint8Array(headerBytes + sound.length);
  const view = new DataView(file.buffer);
  const word = (at: number, text: string) => file.set(new TextEncoder().encode(text), at);
  const frameBytes = (channels * bits) / 8;
  word(0, 'RIFF');
  view.setUint32(4, headerBytes - 8 + sound.length, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, format, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, bits, true);
  word(36, 'data');
  view.setUint32(40, sound.length, true);
  file.set(sound, headerBytes);
  return file;
};

/** Sound of one channel as a WAV file of 16-bit samples: what the server takes. */
export const wavFile = (samples: Float32Array, sampleRate: number, name: string): File => {
  const sound = new DataView(new ArrayBuffer(samples.length * 2));
  for (const [n, sample] of samples.entries()) sound.setInt16(n * 2, Math.max(-1, Math.min(1, sample)) * 32_767, true);
  const file = wavAround(new Uint8Array(sound.buffer), { format: 1, channels: 1, bits: 16, sampleRate });
  return new File([file], name.replace(/\.[^.]*$/, '').concat('.wav'), { type: 'audio/wav' });
};

/** Twice what a telephone needs: the server takes the rest away with its own filter. */
const sentRate = 16_000;
const quiet = 0.001;

const sidesOf = (buffer: AudioBuffer): readonly Float32Array[] =>
  Array.from({ length: buffer.numberOfChannels }, (_, n) => buffer.getChannelData(n));

/** The mean of the sides that sound. */
const mixed = (sides: readonly Float32Array[]): Float32Array => {
  const sounding = sides.filter(side => side.some(sample => Math.abs(sample) > quiet));
  const [first = sides[0]!, ...others] = sounding;
  return first.map((sample, n) => others.reduce((sum, side) => sum + side[n]!, sample) / (others.length + 1));
};

/** Columns of a waveform, 0 to 255. */
const columns = 120;
const peaksOf = (samples: Float32Array): readonly number[] => {
  const step = samples.length / columns;
  return Array.from({ length: columns }, (_, n) => {
    const part = samples.subarray(Math.floor(n * step), Math.max(Math.floor(n * step) + 1, Math.floor((n + 1) * step)));
    return Math.round(
      255 *
        Math.min(
          1,
          part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
        ),
    );
  });
};

interface Sendable {
  readonly wav: File;
  readonly isClipped: boolean;
  /** What was read of it here; null: this browser cannot play it. */
  readonly heard: (LiveFaults & { readonly durationMs: number; readonly peaks: readonly number[] }) | null;
}

/**
 * Whatever this browser can play (mp3, m4a, ogg, flac, wav of any rate) as a WAV the server takes. A file it cannot play
 * goes as it is: the server's sentence says what is wrong with it.
 */
export const asWav = async (file: File): Promise<Sendable> => {
  const asItIs = { wav: file, isClipped: false, heard: null };
  if (file.size === 0) return asItIs;
  try {
    const buffer = await new OfflineAudioContext(1, 1, sentRate).decodeAudioData(await file.arrayBuffer());
    const sides = sidesOf(buffer);
    const samples = mixed(sides);
    const heard = {
      ...liveFaultsIn(samples, sentRate),
      durationMs: Math.round(buffer.duration * 1000),
      peaks: peaksOf(samples),
    };
    return { wav: wavFile(samples, sentRate, file.name), isClipped: sides.some(isClipped), heard };
  } catch {
    return asItIs;
  }
};
