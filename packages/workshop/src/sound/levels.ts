/** Root mean square of a stretch in dB of full scale. */
export const rmsDb = (samples: Float32Array): number => {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? Number.NEGATIVE_INFINITY : 10 * Math.log10(Math.max(sum / samples.length, 1e-20));
};

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Stretches of at least `atLeastMs` in which no 20 ms step is louder than `thresholdDb`. */
export const silences = (
  samples: Float32Array,
  sampleRate: number,
  atLeastMs: number,
  thresholdDb = -50,
): readonly Span[] => {
  const step = Math.round(sampleRate / 50);
  const spans: Span[] = [];
  let from: number | null = null;
  const close = (to: number) => {
    if (from !== null && ((to - from) / sampleRate) * 1000 >= atLeastMs) {
      spans.push({ fromMs: (from / sampleRate) * 1000, toMs: (to / sampleRate) * 1000 });
    }
    from = null;
  };
  for (let at = 0; at < samples.length; at += step) {
    const silent = rmsDb(samples.subarray(at, Math.min(at + step, samples.length))) <= thresholdDb;
    if (silent) from ??= at;
    else close(at);
  }
  close(samples.length);
  return spans;
};

/** The greatest sample, 0–1. A-law's own top is 4032/4096 = 0.984: at or above it the sound was cut off. */
export const peak = (samples: Float32Array): number => {
  let most = 0;
  for (const sample of samples) most = Math.max(most, Math.abs(sample));
  return most;
};
const ALAW_TOP = 4032 / 4096;

/** How many samples sit at A-law's top: speech that fits has none. */
export const clippedSamples = (samples: Float32Array): number => {
  let clipped = 0;
  for (const sample of samples) if (Math.abs(sample) >= ALAW_TOP) clipped++;
  return clipped;
};

/** The louder of both sides at each sample: where this is silent, the whole call is. */
export const loudest = (left: Float32Array, right: Float32Array): Float32Array =>
  left.map((sample, i) => (Math.abs(sample) > Math.abs(right[i] ?? 0) ? sample : (right[i] ?? 0)));
