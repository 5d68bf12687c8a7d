import { readWeights, WEIGHT_STEP } from './weights-text.ts';

/** What was learnt of a set of classes, as its file has it: of each place a row of weights, a weight a class. */
interface Written {
  /** In thousandths, one a class. */
  readonly biases: string;
  readonly weights: string;
  /** Both a power of two; a row holds all classes. */
  readonly places: number;
  readonly row: number;
}

interface Learnt {
  readonly biases: readonly number[];
  readonly steps: Int8Array;
  /** Has a place any weight? Most of what is said at any time says nothing. */
  readonly isKnown: Uint8Array;
}

/** The log odds of each class, by the places of what a sentence has (`actFeatures`). Read when it is asked first. */
export const learnt = (written: Written): ((ids: readonly number[], scale: number) => number[]) => {
  const { places, row } = written;
  let read: Learnt | undefined;
  return (ids, scale) => {
    read ??= readLearnt(written);
    const { steps, isKnown } = read;
    const sums = new Int32Array(read.biases.length);
    for (const id of ids) {
      const place = id & (places - 1);
      if (isKnown[place] === 0) continue;
      for (let at = 0; at < sums.length; at++) sums[at]! += steps[place * row + at]!;
    }
    return read.biases.map((bias, at) => (bias + sums[at]! * WEIGHT_STEP) * scale);
  };
};

const readLearnt = ({ biases, weights, places, row }: Written): Learnt => {
  const steps = readWeights(weights, places * row);
  const isKnown = new Uint8Array(places);
  for (let at = 0; at < steps.length; at++) if (steps[at] !== 0) isKnown[Math.floor(at / row)] = 1;
  return { biases: biases.split(' ').map(bias => Number(bias) / 1_000), steps, isKnown };
};
