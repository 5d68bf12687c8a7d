import { WISH_PLACES, wishFeatures } from './features.ts';
import { BIAS, WEIGHTS } from './weights.ts';

/** So sure one must be (log odds): it ends a relation for good, so it is set by what is heard wrongly (decision 71). */
const SURE = 0;

/**
 * Does somebody say that he does not want to be called again? By weights learnt of many sentences
 * (`packages/workshop/src/call-wish`), over the words alone: 「别再打了」, 「从名单里划掉」, 「天天打，烦不烦」 do; who is
 * busy now, wants another number called or speaks of 打折 does not (docs/conversation.md#no-more-calls).
 */
export const wantsNoCalls = (sentence: string): boolean => wishOdds(sentence) > SURE;

/** How sure it is, as log odds. */
export const wishOdds = (sentence: string): number => {
  learnt ??= readWeights(WEIGHTS);
  const { ids, scale } = wishFeatures(sentence);
  let sum = BIAS;
  for (const id of ids) sum += learnt[id]! * WEIGHT_STEP;
  return sum * scale;
};

let learnt: Int8Array | undefined;

/**
 * Weights as text: of each place that has one, in their order, how far it is from the one before (digits of base 32 from
 * 「]」 on, the highest first), then the weight in steps, from 「)」 (lowest) to 「[」.
 */
const DIGITS = 93;
const MIDDLE = 66;
const WEIGHT_LEVELS = 25;
export const WEIGHT_STEP = 0.2;

const readWeights = (text: string): Int8Array => {
  const read = new Int8Array(WISH_PLACES);
  let [at, gap] = [-1, 0];
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n);
    if (code >= DIGITS) {
      gap = gap * 32 + code - DIGITS;
    } else {
      at += gap;
      read[at] = code - MIDDLE;
      gap = 0;
    }
  }
  return read;
};

/** The same of weights by their places, in steps; what rounds to nothing is left out. */
export const writeWeights = (steps: ReadonlyMap<number, number>): string => {
  let text = '';
  let before = -1;
  for (const [place, step] of [...steps].toSorted(([a], [b]) => a - b)) {
    const level = Math.max(-WEIGHT_LEVELS, Math.min(WEIGHT_LEVELS, Math.round(step)));
    if (level === 0) continue;
    const gap = (place - before).toString(32);
    text += Array.from(gap, digit => String.fromCharCode(DIGITS + Number.parseInt(digit, 32))).join('');
    text += String.fromCharCode(MIDDLE + level);
    before = place;
  }
  return text;
};
