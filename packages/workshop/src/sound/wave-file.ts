import { readFile } from 'node:fs/promises';

/**
 * Reads a recording as a measuring tool would: on its own, without the recorder's code, so that a fault of the recorder
 * cannot hide in a shared reader. Samples are floats in [-1, 1).
 */
export interface StereoSound {
  readonly sampleRate: number;
  readonly left: Float32Array;
  readonly right: Float32Array;
  readonly durationMs: number;
}

const PCM_FORMAT = 1;
const ALAW_FORMAT = 6;

/** A-law byte to a 13-bit sample scaled to [-1, 1) (ITU-T G.711 table 1a, read backwards). */
const decodeALaw = (byte: number): number => {
  const value = byte ^ 0x55;
  const exponent = (value >> 4) & 7;
  const mantissa = value & 15;
  const magnitude = exponent === 0 ? 2 * mantissa + 1 : (2 * mantissa + 33) << (exponent - 1);
  return (value & 0x80 ? magnitude : -magnitude) / 4096;
};
const aLawTable = Float32Array.from({ length: 256 }, (_, byte) => decodeALaw(byte));

/** Mono A-law bytes (as telephones and voices give them) to samples. */
export const samplesOfALaw = (bytes: Uint8Array): Float32Array => {
  const samples = new Float32Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) samples[i] = aLawTable[bytes[i]!]!;
  return samples;
};

/** Reads a stereo WAV, of A-law as it lies on the disk or of 16-bit samples as it leaves; throws with a sentence when the file is anything else, or its lengths contradict each other. */
export const readStereo = async (file: string): Promise<StereoSound> => parseStereo(await readFile(file));

export const parseStereo = (bytes: Uint8Array): StereoSound => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE') throw new Error('not a RIFF/WAVE file');
  if (view.getUint32(4, true) !== bytes.length - 8) {
    throw new Error(`RIFF says ${view.getUint32(4, true) + 8} bytes, the file has ${bytes.length}`);
  }
  let sampleRate = 0;
  let bits = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (body + size > bytes.length) throw new Error(`chunk ${tag(at)} runs past the end of the file`);
    if (tag(at) === 'fmt ') {
      const format = view.getUint16(body, true);
      const channels = view.getUint16(body + 2, true);
      bits = view.getUint16(body + 14, true);
      const isKnown = (format === ALAW_FORMAT && bits === 8) || (format === PCM_FORMAT && bits === 16);
      if (!isKnown || channels !== 2) throw new Error(`format ${format} with ${channels} channels`);
      sampleRate = view.getUint32(body + 4, true);
    }
    if (tag(at) === 'data') return split(samplesOf(bytes.subarray(body, body + size), bits), sampleRate);
    at = body + size + (size % 2);
  }
  throw new Error('no data chunk');
};

const samplesOf = (data: Uint8Array, bits: number): Float32Array => {
  if (bits === 8) return samplesOfALaw(data);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Float32Array.from({ length: data.length >> 1 }, (_, n) => view.getInt16(2 * n, true) / 32_768);
};

const split = (data: Float32Array, sampleRate: number): StereoSound => {
  if (sampleRate === 0) throw new Error('no fmt chunk before the data');
  const frames = data.length >> 1;
  const left = new Float32Array(frames);
  const right = new Float32Array(frames);
  for (let i = 0; i < frames; i++) {
    left[i] = data[2 * i]!;
    right[i] = data[2 * i + 1]!;
  }
  return { sampleRate, left, right, durationMs: (frames / sampleRate) * 1000 };
};
