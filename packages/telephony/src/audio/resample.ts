/**
 * Changes the sample rate by a windowed sinc (Blackman, 16 zero crossings a side), which is the low-pass as well: what
 * lies above the new rate's band is taken out before it can fold back into it. One weight table per phase of the ratio,
 * made when first needed: 22,050 → 8,000 has 160.
 */
const ZERO_CROSSINGS = 16;
/** Of the narrower band's half rate: room for the filter's slope. 3.7 kHz at 8 kHz, the telephone's own edge. */
const PASSBAND = 0.925;
/** Odd pairs of rates have thousands of phases; beyond this many the nearest is taken. */
const MAX_PHASES = 2_048;

export const resample = (samples: Int16Array, fromRate: number, toRate: number): Int16Array => {
  if (fromRate === toRate) return samples;
  const divisor = greatestCommonDivisor(fromRate, toRate);
  const phases = Math.min(toRate / divisor, MAX_PHASES);
  const step = fromRate / toRate;
  const cutoff = PASSBAND * Math.min(1, toRate / fromRate);
  const half = Math.ceil(ZERO_CROSSINGS / cutoff);
  const tables: (Float64Array | undefined)[] = new Array(phases);
  const out = new Int16Array(Math.floor((samples.length * toRate) / fromRate));
  for (let n = 0; n < out.length; n += 1) {
    const position = n * step;
    let centre = Math.floor(position);
    let phase = Math.round((position - centre) * phases);
    if (phase === phases) {
      centre += 1;
      phase = 0;
    }
    tables[phase] ??= weights(phase / phases, cutoff, half);
    out[n] = clip(convolve(samples, centre - half + 1, tables[phase]!));
  }
  return out;
};

const convolve = (samples: Int16Array, first: number, table: Float64Array): number => {
  const from = Math.max(0, -first);
  const to = Math.min(table.length, samples.length - first);
  let sum = 0;
  for (let k = from; k < to; k += 1) sum += samples[first + k]! * table[k]!;
  return sum;
};

/** Weights of the 2·half samples around a point that lies `fraction` behind a sample; their sum is 1. */
const weights = (fraction: number, cutoff: number, half: number): Float64Array => {
  const table = Float64Array.from({ length: 2 * half }, (_, k) => {
    const distance = k - half + 1 - fraction;
    const x = Math.PI * distance * cutoff;
    const w = Math.PI * (distance / half);
    const window = Math.abs(distance) >= half ? 0 : 0.42 + 0.5 * Math.cos(w) + 0.08 * Math.cos(2 * w);
    return (x === 0 ? 1 : Math.sin(x) / x) * window;
  });
  const sum = table.reduce((total, weight) => total + weight, 0);
  return table.map(weight => weight / sum);
};

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

const clip = (value: number): number => Math.max(-32_768, Math.min(32_767, Math.round(value)));
