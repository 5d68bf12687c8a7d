/**
 * Weights as text: of each place that has one, in their order, how far it is from the one before (digits of base 32 from
 * 「]」 on, the highest first), then the weight in steps, from 「)」 (lowest) to 「[」.
 */
const DIGITS = 93;
const MIDDLE = 66;
const WEIGHT_LEVELS = 25;
export const WEIGHT_STEP = 0.2;

const gapOf = (gap: number): string =>
  Array.from(gap.toString(32), digit => String.fromCharCode(DIGITS + Number.parseInt(digit, 32))).join('');
const levelOf = (step: number): string =>
  String.fromCharCode(MIDDLE + Math.max(-WEIGHT_LEVELS, Math.min(WEIGHT_LEVELS, Math.round(step))));

/** Each in steps, by its place. */
export const readWeights = (text: string, places: number): Int8Array => {
  const read = new Int8Array(places);
  eachWeight(text, (at, step) => {
    read[at] = step;
  });
  return read;
};

/** Tells each with its place, in their order. */
export const eachWeight = (text: string, tell: (place: number, step: number) => void): void => {
  let [at, gap] = [-1, 0];
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n);
    if (code >= DIGITS) {
      gap = gap * 32 + code - DIGITS;
    } else {
      at += gap;
      tell(at, code - MIDDLE);
      gap = 0;
    }
  }
};

/** The same of weights by their places, in steps; what rounds to nothing is left out. */
export const writeWeights = (steps: ReadonlyMap<number, number>): string => {
  const parts: string[] = [];
  let before = -1;
  for (const [place, step] of [...steps].toSorted(([a], [b]) => a - b)) {
    if (Math.round(step) === 0) continue;
    parts.push(gapOf(place - before), levelOf(step));
    before = place;
  }
  return parts.join('');
};

/**
 * Vectors as text: of each place that has one, in their order, how far it is from the one before, as above, then so many
 * weights, each a character.
 */
interface Vectors {
  /** Which vector a place has, counted from one; 0: none. */
  readonly rows: Uint16Array;
  /** Each in steps, one vector behind the other. */
  readonly steps: Int8Array;
}

export const readVectors = (text: string, dimensions: number, places: number): Vectors => {
  const rows = new Uint16Array(places);
  const steps = new Int8Array(text.length);
  let [at, gap, length] = [-1, 0, 0];
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n);
    if (code >= DIGITS) {
      gap = gap * 32 + code - DIGITS;
      continue;
    }
    if (length % dimensions === 0) {
      at += gap;
      rows[at] = length / dimensions + 1;
      gap = 0;
    }
    steps[length++] = code - MIDDLE;
  }
  return { rows, steps: steps.slice(0, length) };
};

/** Of a thousand weights so many may be louder than can be written. */
const TOO_LOUD = 5;

/** The same of vectors by their places. Only their direction is kept, so that they are made as long as steps allow. */
export const writeVectors = (vectors: ReadonlyMap<number, Float32Array>): string => {
  const loud = Float32Array.from([...vectors.values()].flatMap(one => Array.from(one, Math.abs))).sort();
  const step = loud[Math.floor((loud.length * (1_000 - TOO_LOUD)) / 1_000)]! / WEIGHT_LEVELS;
  const parts: string[] = [];
  let before = -1;
  for (const [place, vector] of [...vectors].toSorted(([a], [b]) => a - b)) {
    parts.push(gapOf(place - before), ...Array.from(vector, one => levelOf(one / step)));
    before = place;
  }
  return parts.join('');
};
