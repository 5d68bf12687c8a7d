/**
 * 8 kHz to 16 kHz, piece by piece without a seam: each sample, and between two of them what a half-band filter (a
 * windowed sinc over eight neighbours a side) says lies there. Telephone sound ends at 3.4 kHz, so what the filter lets
 * through of the image above is below −50 dB. Delay: eight samples, 1 ms.
 */
const SIDE = 8;

/** Blackman window; the weights of both sides are the same. */
const weights = ((): Float64Array => {
  const raw = Float64Array.from({ length: SIDE }, (_, k) => {
    const x = Math.PI * (k + 0.5);
    const w = Math.PI * ((k + 0.5) / SIDE);
    return (Math.sin(x) / x) * (0.42 + 0.5 * Math.cos(w) + 0.08 * Math.cos(2 * w));
  });
  const sum = 2 * raw.reduce((total, weight) => total + weight, 0);
  return raw.map(weight => weight / sum);
})();

/** Of one stream: keeps what it needs of the piece before. */
export const createDoubler = (): ((samples: Int16Array) => Int16Array) => {
  let kept = new Int16Array(2 * SIDE - 1);
  return samples => {
    const all = new Int16Array(kept.length + samples.length);
    all.set(kept);
    all.set(samples, kept.length);
    const out = new Int16Array(2 * samples.length);
    for (let n = 0; n < samples.length; n += 1) {
      const at = n + SIDE - 1;
      let between = 0;
      for (let k = 0; k < SIDE; k += 1) between += weights[k]! * (all[at - k]! + all[at + 1 + k]!);
      out[2 * n] = all[at]!;
      out[2 * n + 1] = Math.max(-32_768, Math.min(32_767, Math.round(between)));
    }
    kept = all.slice(all.length - kept.length);
    return out;
  };
};

/** Little-endian bytes of samples, as every service here takes them. */
export const bytesOf = (samples: Int16Array): Uint8Array => {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  for (let n = 0; n < samples.length; n += 1) view.setInt16(2 * n, samples[n]!, true);
  return bytes;
};

export const samplesOf = (bytes: Uint8Array): Int16Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int16Array.from({ length: Math.floor(bytes.length / 2) }, (_, n) => view.getInt16(2 * n, true));
};
