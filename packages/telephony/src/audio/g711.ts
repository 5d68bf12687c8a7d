/**
 * G.711 by table: A-law and µ-law to 16-bit samples and back, A-law to µ-law and back in one look-up a byte. The house
 * keeps all sound as A-law at 8 kHz, the telephone's own form, so a prompt is made once and sent as it lies.
 */
export const alawSilence = 0xd5;
export const ulawSilence = 0xff;

const expandAlaw = (code: number): number => {
  const bits = code ^ 0x55;
  const segment = (bits & 0x70) >> 4;
  const step = (bits & 0x0f) << 4;
  const size = segment === 0 ? step + 8 : (step + 0x108) << (segment - 1);
  return bits & 0x80 ? size : -size;
};

const expandUlaw = (code: number): number => {
  const bits = ~code & 0xff;
  const size = ((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84;
  return bits & 0x80 ? -size : size;
};

/** Segment of a magnitude: how many times the first end must double to reach it. */
const segmentOf = (size: number, firstEnd: number): number => {
  let segment = 0;
  while (segment < 8 && size > ((firstEnd + 1) << segment) - 1) segment += 1;
  return segment;
};

/** `value` has 13 bits. */
const compressAlaw = (value: number): number => {
  const mask = value >= 0 ? 0xd5 : 0x55;
  const size = value >= 0 ? value : -value - 1;
  const segment = segmentOf(size, 0x1f);
  if (segment >= 8) return 0x7f ^ mask;
  return ((segment << 4) | ((size >> (segment < 2 ? 1 : segment)) & 0x0f)) ^ mask;
};

/** `value` has 14 bits. */
const compressUlaw = (value: number): number => {
  const mask = value < 0 ? 0x7f : 0xff;
  const size = Math.min(Math.abs(value), 8159) + 33;
  const segment = segmentOf(size, 0x3f);
  if (segment >= 8) return 0x7f ^ mask;
  return ((segment << 4) | ((size >> (segment + 1)) & 0x0f)) ^ mask;
};

export const alawToLinear = Int16Array.from({ length: 256 }, (_, code) => expandAlaw(code));
export const ulawToLinear = Int16Array.from({ length: 256 }, (_, code) => expandUlaw(code));

/** By 13-bit value + 4096. */
export const linearToAlaw = Uint8Array.from({ length: 8192 }, (_, index) => compressAlaw(index - 4096));
const linearToUlaw = Uint8Array.from({ length: 16_384 }, (_, index) => compressUlaw(index - 8192));

export const ulawToAlaw = Uint8Array.from({ length: 256 }, (_, code) => compressAlaw(expandUlaw(code) >> 3));
export const alawToUlaw = Uint8Array.from({ length: 256 }, (_, code) => compressUlaw(expandAlaw(code) >> 2));

export const encodeAlaw = (samples: Int16Array): Uint8Array => {
  const bytes = new Uint8Array(samples.length);
  for (let i = 0; i < samples.length; i += 1) bytes[i] = linearToAlaw[(samples[i]! >> 3) + 4096]!;
  return bytes;
};

export const encodeUlaw = (samples: Int16Array): Uint8Array => {
  const bytes = new Uint8Array(samples.length);
  for (let i = 0; i < samples.length; i += 1) bytes[i] = linearToUlaw[(samples[i]! >> 2) + 8192]!;
  return bytes;
};

export const decodeAlaw = (bytes: Uint8Array): Int16Array => expand(bytes, alawToLinear);
export const decodeUlaw = (bytes: Uint8Array): Int16Array => expand(bytes, ulawToLinear);

const expand = (bytes: Uint8Array, table: Int16Array): Int16Array => {
  const samples = new Int16Array(bytes.length);
  for (let i = 0; i < bytes.length; i += 1) samples[i] = table[bytes[i]!]!;
  return samples;
};

/** Copies `bytes` through a table of 256 (transcoding), without a new buffer. */
export const translate = (bytes: Uint8Array, table: Uint8Array, target: Uint8Array, at: number): void => {
  for (let i = 0; i < bytes.length; i += 1) target[at + i] = table[bytes[i]!]!;
};
