/**
 * How much each feature speaks for each class, learnt of examples: multinomial logistic regression by stochastic gradient
 * descent, to a third made up of the plain odds of counting (naive Bayes), which are wrong elsewhere: together they know
 * more sentences unlike the examples. No chance in it: the same examples give the same weights.
 */
interface Example {
  readonly features: readonly string[];
  /** The class it is of, 0…classes-1. */
  readonly is: number;
}

interface Weights {
  readonly classes: number;
  readonly ids: ReadonlyMap<string, number>;
  /** By feature, then class. */
  readonly of: Float32Array;
  readonly bias: Float32Array;
}

/** More rounds learn the examples by heart. */
const ROUNDS = 6;
const STEP = 4;
const BIAS_SHARE = 0.1;
/** A class that is off by less teaches nothing. */
const LEAST = 0.002;
/** Each round steps smaller. */
const SHRINK = 0.05;
/** A prime: neighbours are of one class and should not be learnt in a row. */
const STRIDE = 7919;

/** The share of the plain odds. */
const ODDS = 1 / 3;
/** Counted as if each class had so many more examples, as mixed as all together. */
const UNSEEN = 2;

/** `fewest`: features that fewer examples have say nothing. */
export const learn = (examples: readonly Example[], classes: number, fewest: number): Weights => {
  const ids = idsOf(examples, fewest);
  const weights = {
    classes,
    ids,
    of: new Float32Array(ids.size * classes),
    bias: new Float32Array(classes),
  };
  const read = examples.map(({ features, is }) => ({ ...scaled(weights, features), is }));
  const shares = new Float64Array(classes);
  const steps = new Float64Array(classes);
  const taught = new Int32Array(classes);
  for (let round = 0; round < ROUNDS; round++) {
    const step = STEP / (1 + SHRINK * round);
    for (let n = 0; n < read.length; n++) {
      const { rows, scale, is } = read[(n * STRIDE) % read.length]!;
      weigh(weights, rows, scale, shares);
      shares[is]! -= 1;
      let many = 0;
      for (let of = 0; of < classes; of++) {
        const off = shares[of]!;
        if (Math.abs(off) < LEAST) continue;
        weights.bias[of]! -= step * BIAS_SHARE * off;
        steps[many] = step * scale * off;
        taught[many++] = of;
      }
      for (const row of rows) for (let at = 0; at < many; at++) weights.of[row * classes + taught[at]!]! -= steps[at]!;
    }
  }
  for (let at = 0; at < classes; at++) weights.bias[at]! *= 1 - ODDS;
  const odds = oddsOf(weights, read);
  for (let at = 0; at < odds.length; at++) weights.of[at] = (1 - ODDS) * weights.of[at]! + ODDS * odds[at]!;
  return weights;
};

/** By feature, then class: how much likelier the feature is in the class than anywhere, as a logarithm. */
const oddsOf = (
  { classes, ids }: Weights,
  read: readonly { readonly rows: readonly number[]; readonly is: number }[],
): Float32Array => {
  const odds = new Float32Array(ids.size * classes);
  const sizes = new Float64Array(classes);
  const counts = new Float64Array(ids.size);
  for (const { rows, is } of read) {
    sizes[is]!++;
    for (const row of rows) {
      odds[row * classes + is]!++;
      counts[row]!++;
    }
  }
  for (const [row, count] of counts.entries())
    for (let of = 0; of < classes; of++) {
      const anywhere = count / read.length;
      const within = (odds[row * classes + of]! + UNSEEN * anywhere) / (sizes[of]! + UNSEEN);
      odds[row * classes + of] = Math.log(within / anywhere);
    }
  return odds;
};

/** How surely the features are of each class; all shares together are 1. */
export const sharesOf = (weights: Weights, features: readonly string[]): Float64Array => {
  const shares = new Float64Array(weights.classes);
  const { rows, scale } = scaled(weights, features);
  weigh(weights, rows, scale, shares);
  return shares;
};

const idsOf = (examples: readonly Example[], fewest: number): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const ids = new Map<string, number>();
  for (const [feature, count] of counts) if (count >= fewest) ids.set(feature, ids.size);
  return ids;
};

/** The features that were learnt, by their numbers. */
export const knownIn = ({ ids }: Weights, features: readonly string[]): readonly number[] =>
  features.flatMap(feature => ids.get(feature) ?? []);

/** Features nobody knows make the others count less. */
const scaled = (weights: Weights, features: readonly string[]) => ({
  rows: knownIn(weights, features),
  scale: 1 / Math.sqrt(Math.max(1, features.length)),
});

const weigh = ({ classes, of, bias }: Weights, rows: readonly number[], scale: number, shares: Float64Array): void => {
  shares.set(bias);
  for (const row of rows) for (let at = 0; at < classes; at++) shares[at]! += scale * of[row * classes + at]!;
  let most = Number.NEGATIVE_INFINITY;
  for (const share of shares) if (share > most) most = share;
  let sum = 0;
  for (let at = 0; at < classes; at++) {
    shares[at] = Math.exp(shares[at]! - most);
    sum += shares[at]!;
  }
  for (let at = 0; at < classes; at++) shares[at]! /= sum;
};
