import { eachWeight, WEIGHT_STEP } from './weights-text.ts';

/** What was learnt of a set of classes, as its file has it: of each place a row of weights, a weight a class. */
interface Written {
  /** In thousandths, one a class. */
  readonly biases: string;
  readonly weights: string;
  /** Both a power of two; a row holds all classes. */
  readonly places: number;
  readonly row: number;
}

/** Most of what is said at any time says nothing, and what does says it of a few classes: only these are kept. */
interface Learnt {
  readonly biases: readonly number[];
  /** Where the weights of each place begin; they end where the next one's do. */
  readonly starts: Uint32Array;
  /** Each weight in steps, and below it (one byte) its class: where one is looked for, the other lies beside it. */
  readonly weights: Int16Array;
}

/** The log odds of each class, by the places of what a sentence has (`actFeatures`). Read when it is asked first. */
export const learnt = (written: Written): ((ids: readonly number[], scale: number) => number[]) => {
  const { places } = written;
  let read: Learnt | undefined;
  return (ids, scale) => {
    read ??= readLearnt(written);
    const { biases, starts, weights } = read;
    const sums = new Int32Array(biases.length);
    for (const id of ids) {
      const place = id & (places - 1);
      for (let at = starts[place]!; at < starts[place + 1]!; at++) sums[weights[at]! & 0xff]! += weights[at]! >> 8;
    }
    return biases.map((bias, at) => (bias + sums[at]! * WEIGHT_STEP) * scale);
  };
};

const readLearnt = ({ biases, weights, places, row }: Written): Learnt => {
  const starts = new Uint32Array(places + 1);
  // A weight takes two characters at least.
  const read = new Int16Array(weights.length / 2);
  let count = 0;
  let begun = 0;
  eachWeight(weights, (at, step) => {
    for (const place = Math.floor(at / row); begun <= place; begun++) starts[begun] = count;
    read[count++] = (step << 8) | (at & (row - 1));
  });
  starts.fill(count, begun);
  return {
    biases: biases.split(' ').map(bias => Number(bias) / 1_000),
    ...{ starts, weights: read.slice(0, count) },
  };
};
