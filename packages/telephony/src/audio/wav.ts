import { decodeAlaw, decodeUlaw } from './g711.ts';

/**
 * WAV as the house writes it (A-law, format 6) and as others hand it in: PCM 8/16/24/32, A-law, µ-law. Sizes in a header
 * are claims: a recorder that died leaves none, a streamer writes 0xFFFFFFFF; what counts is what the file holds.
 */
export interface WavFormat {
  readonly coding: 'pcm' | 'alaw' | 'ulaw';
  readonly channels: number;
  readonly sampleRate: number;
  readonly bitsPerSample: number;
  /** Where the samples begin, and how many bytes of them there are. */
  readonly dataStart: number;
  readonly dataBytes: number;
  /** The header names more samples than the file holds: it broke off. */
  readonly isCut: boolean;
}

export type WavRefusal = 'notWav' | 'noFormat' | 'unsupportedCoding' | 'noData';

const codings = new Map<number, WavFormat['coding']>([
  [1, 'pcm'],
  [6, 'alaw'],
  [7, 'ulaw'],
]);
/** WAVE_FORMAT_EXTENSIBLE: the real format number opens the sub-format's GUID. */
const extensible = 0xfffe;
const MAX_CHANNELS = 8;
/** From here up a size is no claim but a streamer's "not known yet". */
const unknownSize = 0xffffff00;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const chunkName = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

/** Reads the header out of the first bytes of a file of `fileBytes` bytes (4 KB are plenty for ours). */
export const readWavHeader = (head: Uint8Array, fileBytes: number = head.length): WavFormat | WavRefusal => {
  const view = viewOf(head);
  if (head.length < 12 || chunkName(view, 0) !== 'RIFF' || chunkName(view, 8) !== 'WAVE') return 'notWav';
  let format: Omit<WavFormat, 'dataStart' | 'dataBytes' | 'isCut'> | null = null;
  let at = 12;
  while (at + 8 <= head.length) {
    const name = chunkName(view, at);
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (name === 'data') {
      if (!format) return 'noFormat';
      const there = Math.max(0, fileBytes - body);
      const frameBytes = format.channels * (format.bitsPerSample / 8);
      const dataBytes = size === 0 || size > there ? there : size;
      const isCut = size > there && size < unknownSize;
      return { ...format, dataStart: body, dataBytes: dataBytes - (dataBytes % frameBytes), isCut };
    }
    if (name === 'fmt ') {
      const found = readFormat(view, body, size);
      if (typeof found === 'string') return found;
      format = found;
    }
    at = body + size + (size % 2);
  }
  return format ? 'noData' : 'noFormat';
};

const readFormat = (
  view: DataView,
  at: number,
  size: number,
): Omit<WavFormat, 'dataStart' | 'dataBytes' | 'isCut'> | WavRefusal => {
  if (size < 16 || at + size > view.byteLength) return 'noFormat';
  const tag = view.getUint16(at, true);
  const coding = codings.get(tag === extensible && size >= 26 ? view.getUint16(at + 24, true) : tag);
  const channels = view.getUint16(at + 2, true);
  const sampleRate = view.getUint32(at + 4, true);
  const bitsPerSample = view.getUint16(at + 14, true);
  const bitsFit = coding === 'pcm' ? [8, 16, 24, 32].includes(bitsPerSample) : bitsPerSample === 8;
  if (!coding || !bitsFit || channels < 1 || channels > MAX_CHANNELS || sampleRate < 1000 || sampleRate > 384_000)
    return 'unsupportedCoding';
  return { coding, channels, sampleRate, bitsPerSample };
};

export interface WavSound {
  readonly sampleRate: number;
  /** 16-bit samples, one array a channel. */
  readonly channels: readonly Int16Array[];
}

/** A whole file in memory to samples. */
export const decodeWav = (bytes: Uint8Array): WavSound | WavRefusal => {
  const format = readWavHeader(bytes);
  if (typeof format === 'string') return format;
  const { coding, channels, sampleRate, dataStart, dataBytes } = format;
  const data = bytes.subarray(dataStart, dataStart + dataBytes);
  const samples = coding === 'alaw' ? decodeAlaw(data) : coding === 'ulaw' ? decodeUlaw(data) : decodePcm(data, format);
  return { sampleRate, channels: Array.from({ length: channels }, (_, side) => sideOf(samples, side, channels)) };
};

/** Every so-manieth sample. Loops, here and below: a minute of stereo is six million samples. */
const sideOf = (samples: Int16Array, side: number, channels: number): Int16Array => {
  const own = new Int16Array(Math.floor(samples.length / channels));
  for (let frame = 0; frame < own.length; frame += 1) own[frame] = samples[frame * channels + side]!;
  return own;
};

const decodePcm = (data: Uint8Array, { bitsPerSample }: WavFormat): Int16Array => {
  const width = bitsPerSample / 8;
  const view = viewOf(data);
  const samples = new Int16Array(Math.floor(data.length / width));
  for (let at = 0; at < samples.length; at += 1)
    // The upper two bytes of a wider sample are its 16-bit value; 8-bit PCM is unsigned.
    samples[at] = width === 1 ? (data[at]! - 128) << 8 : view.getInt16(at * width + width - 2, true);
  return samples;
};

/** Bytes before the samples of an A-law file of ours. */
export const ALAW_HEADER_BYTES = 58;
const PCM_HEADER_BYTES = 44;

/** Header of an A-law WAV (8 kHz): `fmt ` with its empty extension and the `fact` chunk that non-PCM formats need. */
export const alawWavHeader = (channels: number, dataBytes: number): Buffer => {
  const header = Buffer.alloc(ALAW_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(Math.min(0xffffffff, dataBytes + ALAW_HEADER_BYTES - 8), 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(6, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000 * channels, 28);
  header.writeUInt16LE(channels, 32);
  header.writeUInt16LE(8, 34);
  header.write('fact', 38, 'latin1');
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(Math.floor(dataBytes / channels), 46);
  header.write('data', 50, 'latin1');
  header.writeUInt32LE(dataBytes, 54);
  return header;
};

/** Header of a WAV of 16-bit samples. */
export const pcmWavHeader = (
  { channels, sampleRate }: Pick<WavFormat, 'channels' | 'sampleRate'>,
  dataBytes: number,
): Buffer => {
  const header = Buffer.alloc(PCM_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(Math.min(0xffffffff, dataBytes + PCM_HEADER_BYTES - 8), 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(Math.min(0xffffffff, dataBytes), 40);
  return header;
};
