/** G.711 A-law to linear, as ITU-T G.711 table 1a has it: even bits are inverted, 13 bits left-aligned in 16. */
const decodeOne = (code: number): number => {
  const bits = code ^ 0x55;
  const segment = (bits & 0x70) >> 4;
  const step = ((bits & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return bits & 0x80 ? magnitude : -magnitude;
};

const table = Float32Array.from({ length: 256 }, (_, code) => decodeOne(code) / 32_768);

/** Interleaved stereo A-law to two channels of floats in [-1, 1); an odd last byte is the caller's to keep. */
export const decodeStereo = (
  bytes: Uint8Array,
): { left: Float32Array<ArrayBuffer>; right: Float32Array<ArrayBuffer> } => {
  const frames = bytes.length >> 1;
  const [left, right] = [new Float32Array(frames), new Float32Array(frames)];
  for (let frame = 0; frame < frames; frame++) {
    left[frame] = table[bytes[2 * frame]!]!;
    right[frame] = table[bytes[2 * frame + 1]!]!;
  }
  return { left, right };
};
