import { WEIGHT_STEP } from '@lianxian/core';
import { type Dice, dice } from '@lianxian/core/kit';

/** A sentence as it is learnt of: the places of what it has (`actFeatures`) and which classes it is of. */
export interface Featured {
  readonly ids: Int32Array;
  readonly scale: number;
  readonly is: Uint8Array;
  /** How much it counts. */
  readonly weight: number;
}
interface Example extends Omit<Featured, 'ids'> {
  /** Of its features that are learnt, and of the bias. */
  readonly rows: Int32Array;
}

/** What is learnt: so many classes in a row of weights, of so many places; so many weights are kept, those that say most. */
interface Shape {
  readonly classes: number;
  readonly row: number;
  readonly places: number;
  readonly most: number;
}

/** In steps, by place and class; and one for each class. */
interface Learnt {
  readonly weights: ReadonlyMap<number, number>;
  readonly biases: readonly number[];
}

const ROUNDS = 12;
/** Learnt in so many orders, of which the mean is taken: what is chance in one of them is not in all. */
const ORDERS = [1, 2, 3];
/** To know which weights say most, fewer do. */
const FIRST_ROUNDS = 6;
const STEP = 0.4;
const SHRINK = 2e-5;
/** What no second sentence has says nothing (each comes twice: as it was written, and misheard). */
const FEWEST = 4;

const shuffle = (all: Int32Array, { between }: Dice): void => {
  for (let at = all.length - 1; at > 0; at--) {
    const other = between(0, at);
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
};

/** Nothing of it is chance: the same sentences give the same weights. */
export const learn = (all: readonly Featured[], { classes, row: width, places, most }: Shape): Learnt => {
  const placesOf = ({ ids }: Featured): Int32Array => ids.map(id => id & (places - 1));
  const counts = new Uint32Array(places);
  for (const one of all) for (const id of placesOf(one)) counts[id]! += 1;
  const rowOf = new Int32Array(places).fill(-1);
  let rowsMade = 0;
  for (const [id, count] of counts.entries()) if (count >= FEWEST) rowOf[id] = rowsMade++;
  const bias = rowsMade;
  const examples = all.map(one => ({
    ...one,
    rows: Int32Array.from([bias, ...Array.from(placesOf(one), id => rowOf[id]!).filter(row => row >= 0)]),
  }));
  const size = { rows: bias + 1, classes };
  const free = descend(examples, size, null, { rounds: FIRST_ROUNDS, seed: 1 });
  const kept = sayMost(free, counts, rowOf, { classes, most });
  const weights = meanOf(ORDERS.map(seed => descend(examples, size, kept, { rounds: ROUNDS, seed })));
  const steps = new Map<number, number>();
  for (const [id, row] of rowOf.entries())
    if (row >= 0)
      for (let at = 0; at < classes; at++) {
        const weight = weights[row * classes + at]!;
        if (weight !== 0) steps.set(id * width + at, weight / WEIGHT_STEP);
      }
  return { weights: steps, biases: Array.from(weights.slice(bias * classes)) };
};

const meanOf = (all: readonly Float32Array[]): Float32Array =>
  all[0]!.map((_, at) => all.reduce((sum, one) => sum + one[at]!, 0) / all.length);

/** Which weights say most: by how large and how often they are. */
const sayMost = (
  weights: Float32Array,
  counts: Uint32Array,
  rowOf: Int32Array,
  { classes, most }: Pick<Shape, 'classes' | 'most'>,
): Uint8Array => {
  const says = new Float32Array(weights.length);
  for (const [id, row] of rowOf.entries())
    if (row >= 0)
      for (let at = 0; at < classes; at++)
        says[row * classes + at] = Math.abs(weights[row * classes + at]!) * Math.sqrt(counts[id]!);
  const least = says.toSorted().at(-Math.min(most, says.length))!;
  return Uint8Array.from(says, said => Number(said >= least && said > 0));
};

interface Size {
  readonly rows: number;
  readonly classes: number;
}

/** Logistic regression for each class alone: a step of its own a weight (AdaGrad), the mean of the later rounds taken. */
const descend = (
  examples: readonly Example[],
  { rows, classes }: Size,
  kept: Uint8Array | null,
  { rounds, seed }: { readonly rounds: number; readonly seed: number },
): Float32Array => {
  const weights = new Float32Array(rows * classes);
  const slopes = new Float32Array(rows * classes).fill(1e-6);
  const mean = new Float32Array(rows * classes);
  const order = Int32Array.from(examples.keys());
  const random = dice(seed);
  const sums = new Float64Array(classes);
  const isKept = (at: number): boolean => kept === null || kept[at] === 1 || at >= (rows - 1) * classes;
  for (let round = 0; round < rounds; round++) {
    shuffle(order, random);
    for (const n of order) {
      const { rows: own, scale, is, weight } = examples[n]!;
      sums.fill(0);
      for (const row of own) for (let at = 0; at < classes; at++) sums[at]! += weights[row * classes + at]!;
      for (let one = 0; one < classes; one++) {
        const off = (1 / (1 + Math.exp(-sums[one]! * scale)) - is[one]!) * scale * weight;
        if (Math.abs(off) < 1e-4) continue;
        for (const row of own) {
          const at = row * classes + one;
          if (!isKept(at)) continue;
          const slope = off + SHRINK * weights[at]!;
          slopes[at]! += slope * slope;
          weights[at]! -= (STEP * slope) / Math.sqrt(slopes[at]!);
        }
      }
    }
    if (round >= rounds / 2) for (let at = 0; at < mean.length; at++) mean[at]! += weights[at]! / (rounds / 2);
  }
  return mean;
};
