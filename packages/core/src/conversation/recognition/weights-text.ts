/**
 * Weights as text: of each place that has one, in their order, how far it is from the one before (digits of base 32 from
 * 「]」 on, the highest first), then the weight in steps, from 「)」 (lowest) to 「[」.
 */
const DIGITS = 93;
const MIDDLE = 66;
const WEIGHT_LEVELS = 25;
export const WEIGHT_STEP = 0.2;

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
    const level = Math.max(-WEIGHT_LEVELS, Math.min(WEIGHT_LEVELS, Math.round(step)));
    if (level === 0) continue;
    const gap = (place - before).toString(32);
    parts.push(...Array.from(gap, digit => String.fromCharCode(DIGITS + Number.parseInt(digit, 32))));
    parts.push(String.fromCharCode(MIDDLE + level));
    before = place;
  }
  return parts.join('');
};
