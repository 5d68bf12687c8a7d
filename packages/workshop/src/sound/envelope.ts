/** Loudness (root mean square) in steps of `stepMs`: coarse, but enough to tell by how much one sound trails another. */
export const envelope = (samples: Float32Array, sampleRate: number, stepMs: number): Float32Array => {
  const step = Math.round((sampleRate * stepMs) / 1000);
  return Float32Array.from({ length: Math.floor(samples.length / step) }, (_, i) => {
    let sum = 0;
    for (let at = i * step; at < (i + 1) * step; at++) sum += samples[at]! * samples[at]!;
    return Math.sqrt(sum / step);
  });
};

/**
 * By how many steps `later` trails `earlier` (0 to `most`), and how alike the two are at that shift (Pearson, 1 = the
 * same shape). Only the steps both have are compared.
 */
export const shiftBetween = (
  earlier: Float32Array,
  later: Float32Array,
  most: number,
): { readonly steps: number; readonly likeness: number } => {
  let best = { steps: 0, likeness: -1 };
  for (let steps = 0; steps <= most; steps++) {
    const likeness = alike(earlier, later.subarray(steps));
    if (likeness > best.likeness) best = { steps, likeness };
  }
  return best;
};

const LEAST_STEPS = 25;

const alike = (a: Float32Array, b: Float32Array): number => {
  const n = Math.min(a.length, b.length);
  if (n < LEAST_STEPS) return -1;
  const mean = (list: Float32Array) => list.subarray(0, n).reduce((sum, value) => sum + value, 0) / n;
  const [meanA, meanB] = [mean(a), mean(b)];
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < n; i++) {
    const x = a[i]! - meanA;
    const y = b[i]! - meanB;
    product += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return product / Math.sqrt(squaresA * squaresB || 1);
};
