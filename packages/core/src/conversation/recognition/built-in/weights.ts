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

/** Examples by their numbers; of their features, of which there are many times as many, one list for all. */
interface Examples {
  readonly is: Int32Array;
  /** Features nobody knows make the others count less. */
  readonly scales: Float64Array;
  /** The known features of each, one example after the other; where each one's begin (they end where the next one's do). */
  readonly rows: Int32Array;
  readonly starts: Int32Array;
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

/** `fewest`: features that fewer examples have say nothing. Each example is looked at once. */
export const learn = (
  all: Iterable<Example>,
  classes: number,
  fewest: number,
): { readonly weights: Weights; readonly examples: Examples } => {
  const { ids, examples } = numbered(all, fewest);
  const of = new Float32Array(ids.size * classes);
  const bias = new Float32Array(classes);
  const weights = { classes, ids, of, bias };
  const { is, scales, rows, starts } = examples;
  const shares = new Float64Array(classes);
  const steps = new Float64Array(classes);
  const taught = new Int32Array(classes);
  for (let round = 0; round < ROUNDS; round++) {
    const step = STEP / (1 + SHRINK * round);
    for (let n = 0; n < is.length; n++) {
      const example = (n * STRIDE) % is.length;
      const known = { rows, from: starts[example]!, to: starts[example + 1]! };
      const scale = scales[example]!;
      weigh(weights, known, scale, shares);
      shares[is[example]!]! -= 1;
      let many = 0;
      for (let one = 0; one < classes; one++) {
        const off = shares[one]!;
        if (Math.abs(off) < LEAST) continue;
        bias[one]! -= step * BIAS_SHARE * off;
        steps[many] = step * scale * off;
        taught[many++] = one;
      }
      for (let row = known.from; row < known.to; row++) {
        const first = rows[row]! * classes;
        for (let at = 0; at < many; at++) of[first + taught[at]!]! -= steps[at]!;
      }
    }
  }
  for (let at = 0; at < classes; at++) bias[at]! *= 1 - ODDS;
  const odds = oddsOf(weights, examples);
  for (let at = 0; at < odds.length; at++) of[at] = (1 - ODDS) * of[at]! + ODDS * odds[at]!;
  return { weights, examples };
};

/** By feature, then class: how much likelier the feature is in the class than anywhere, as a logarithm. */
const oddsOf = ({ classes, ids }: Weights, { is, rows, starts }: Examples): Float32Array => {
  const odds = new Float32Array(ids.size * classes);
  const sizes = new Float64Array(classes);
  const counts = new Float64Array(ids.size);
  for (let example = 0; example < is.length; example++) {
    sizes[is[example]!]!++;
    for (let at = starts[example]!; at < starts[example + 1]!; at++) {
      odds[rows[at]! * classes + is[example]!]!++;
      counts[rows[at]!]!++;
    }
  }
  // Nearly every feature is of few classes: in each of the others it is as likely as all that is never said there.
  const never = Float64Array.from(sizes, size => Math.log(UNSEEN / (size + UNSEEN)));
  for (let row = 0; row < counts.length; row++) {
    const anywhere = counts[row]! / is.length;
    for (let of = 0; of < classes; of++) {
      const at = row * classes + of;
      const within = (odds[at]! + UNSEEN * anywhere) / (sizes[of]! + UNSEEN);
      odds[at] = odds[at] === 0 ? never[of]! : Math.log(within / anywhere);
    }
  }
  return odds;
};

/** How surely the features are of each class; all shares together are 1. */
export const sharesOf = (weights: Weights, features: readonly string[]): Float64Array => {
  const shares = new Float64Array(weights.classes);
  const rows = knownIn(weights, features);
  weigh(weights, { rows, from: 0, to: rows.length }, scaleOf(features), shares);
  return shares;
};

/** Features by their numbers, in the order they come in; what too few examples have has none. */
const numbered = (all: Iterable<Example>, fewest: number) => {
  const seen = new Map<string, number>();
  const counts: number[] = [];
  const features: number[] = [];
  const ends: number[] = [];
  const is: number[] = [];
  const scales: number[] = [];
  for (const example of all) {
    for (const feature of example.features) {
      const number = seen.get(feature) ?? seen.size;
      if (number === seen.size) seen.set(feature, counts.push(0) - 1);
      counts[number]!++;
      features.push(number);
    }
    ends.push(features.length);
    is.push(example.is);
    scales.push(scaleOf(example.features));
  }
  const ids = new Map<string, number>();
  const idOf = new Int32Array(counts.length).fill(UNKNOWN);
  for (const [feature, number] of seen)
    if (counts[number]! >= fewest) {
      idOf[number] = ids.size;
      ids.set(feature, ids.size);
    }
  const rows: number[] = [];
  const starts = [0];
  for (let at = 0, n = 0; n < ends.length; n++) {
    for (; at < ends[n]!; at++) if (idOf[features[at]!] !== UNKNOWN) rows.push(idOf[features[at]!]!);
    starts.push(rows.length);
  }
  const examples: Examples = {
    ...{ is: Int32Array.from(is), scales: Float64Array.from(scales) },
    ...{ rows: Int32Array.from(rows), starts: Int32Array.from(starts) },
  };
  return { ids, examples };
};
const UNKNOWN = -1;

/** The features that were learnt, by their numbers. */
export const knownIn = ({ ids }: Weights, features: readonly string[]): readonly number[] => {
  const known: number[] = [];
  for (const feature of features) {
    const id = ids.get(feature);
    if (id !== undefined) known.push(id);
  }
  return known;
};

const scaleOf = (features: readonly string[]): number => 1 / Math.sqrt(Math.max(1, features.length));

/** Some rows of a list: [from, to). */
interface Known {
  readonly rows: ArrayLike<number>;
  readonly from: number;
  readonly to: number;
}

const weigh = (
  { classes, of, bias }: Weights,
  { rows, from, to }: Known,
  scale: number,
  shares: Float64Array,
): void => {
  shares.set(bias);
  for (let n = from; n < to; n++) {
    const first = rows[n]! * classes;
    for (let at = 0; at < classes; at++) shares[at]! += scale * of[first + at]!;
  }
  let most = Number.NEGATIVE_INFINITY;
  for (const share of shares) if (share > most) most = share;
  let sum = 0;
  for (let at = 0; at < classes; at++) {
    shares[at] = Math.exp(shares[at]! - most);
    sum += shares[at]!;
  }
  for (let at = 0; at < classes; at++) shares[at]! /= sum;
};
