import { type Dice, dice } from '@lianxian/core/kit';

/** A sentence, by the places of what it has (`actFeatures`): as it was written, and as it may be misheard. */
export type Sentence = readonly [written: Int32Array, misheard: Int32Array];
/** The questions of a trade; of each its sentences, and what is answered to them. */
type Trade = readonly (readonly Sentence[])[];

/** What is learnt: vectors of so many dimensions; the places that say most have one, so many of them. */
interface Shape {
  readonly dimensions: number;
  readonly most: number;
}

const ROUNDS = 8;
const STEP = 0.3;
/** How sharply near is told from far. */
const SHARPNESS = 8;
/** So many other questions of the trade a sentence is to be far from, each time. */
const OTHERS = 8;
/** Of what a sentence has so much is not looked at, each time: no one word may say all. */
const DROPPED = 0.5;
const MISHEARD = 0.3;
/** What fewer sentences have says nothing. */
const FEWEST = 6;

const countsOf = (trades: readonly Trade[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  for (const [written, misheard] of trades.flat(2))
    for (const id of [...written, ...misheard]) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

/** A sentence at one look: the rows of what it has, the sum of their vectors, made as long as one, and how long it was. */
interface Look {
  readonly rows: readonly number[];
  readonly unit: Float32Array;
  readonly length: number;
}

/** What is being learnt: of each place its row, of each row its vector and how far it has gone already. */
interface Ground {
  readonly dimensions: number;
  readonly rowOf: Map<number, number>;
  readonly vectors: Float32Array;
  readonly slopes: Float32Array;
  readonly random: Dice;
}

/**
 * Vectors of what sentences have, such that those of one question are near each other and far from the trade's others
 * (InfoNCE: van den Oord 2018). Nothing of it is chance: the same sentences give the same vectors.
 */
export const learnNearness = (
  trades: readonly Trade[],
  { dimensions, most }: Shape,
): ReadonlyMap<number, Float32Array> => {
  const counts = countsOf(trades);
  const places = [...counts].filter(([, count]) => count >= FEWEST).map(([place]) => place);
  const random = dice(3);
  const ground: Ground = {
    ...{ dimensions, random, rowOf: new Map(places.map((place, row) => [place, row])) },
    vectors: Float32Array.from({ length: places.length * dimensions }, () => 0.6 * random.next() - 0.3),
    slopes: new Float32Array(places.length).fill(1e-4),
  };
  const all = trades.flatMap(trade => trade.flatMap((own, at) => own.map(sentence => ({ trade, at, sentence }))));
  for (let round = 0; round < ROUNDS; round++) {
    if (round === ROUNDS / 2) keepLoudest(ground, counts, most);
    for (const { trade, at, sentence } of shuffled(all, random)) {
      const own = trade[at]!.filter(other => other !== sentence);
      if (own.length === 0) continue;
      const others = shuffled(
        [...trade.keys()].filter(other => other !== at),
        random,
      ).slice(0, OTHERS);
      draw(ground, sentence, [own, ...others.map(other => trade[other]!)]);
    }
  }
  const { rowOf, vectors } = ground;
  return new Map([...rowOf].map(([place, row]) => [place, vectors.slice(row * dimensions, (row + 1) * dimensions)]));
};

/** Draws a sentence nearer to one of the first of these questions, and away from one of each other. */
const draw = (ground: Ground, sentence: Sentence, questions: readonly (readonly Sentence[])[]): void => {
  const asked = lookAt(ground, sentence);
  const beside = questions.map(ground.random.pick).map(one => lookAt(ground, one));
  const near = beside.map(one => Math.exp(SHARPNESS * dot(one.unit, asked.unit)));
  const sum = near.reduce((total, one) => total + one, 0);
  const slope = new Float32Array(ground.dimensions);
  for (const [n, one] of beside.entries()) {
    const off = SHARPNESS * (near[n]! / sum - Number(n === 0));
    for (let d = 0; d < ground.dimensions; d++) slope[d]! += off * one.unit[d]!;
    step(
      ground,
      one,
      asked.unit.map(part => off * part),
    );
  }
  step(ground, asked, slope);
};

const lookAt = ({ rowOf, vectors, dimensions, random }: Ground, [written, misheard]: Sentence): Look => {
  const ids = random.next() < MISHEARD ? misheard : written;
  const unit = new Float32Array(dimensions);
  const rows: number[] = [];
  for (const id of ids) {
    const row = rowOf.get(id);
    if (row === undefined || random.next() < DROPPED) continue;
    rows.push(row);
    for (let at = 0; at < dimensions; at++) unit[at]! += vectors[row * dimensions + at]!;
  }
  const length = Math.sqrt(unit.reduce((sum, one) => sum + one * one, 1e-6));
  return { rows, unit: unit.map(one => one / length), length };
};

/** Against the slope, but never along the sentence itself: how long it is says nothing. A step of its own a row (AdaGrad). */
const step = ({ vectors, slopes, dimensions }: Ground, { rows, unit, length }: Look, slope: Float32Array): void => {
  const along = dot(slope, unit);
  const across = slope.map((one, at) => (one - along * unit[at]!) / length);
  const size = dot(across, across) / dimensions;
  for (const row of rows) {
    slopes[row]! += size;
    const rate = STEP / Math.sqrt(slopes[row]!);
    for (let at = 0; at < dimensions; at++) vectors[row * dimensions + at]! -= rate * across[at]!;
  }
};

const dot = (one: Float32Array, other: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
};

const shuffled = <T>(all: readonly T[], { between }: Dice): readonly T[] => {
  const order = [...all];
  for (let at = order.length - 1; at > 0; at--) {
    const other = between(0, at);
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
};

/** The places whose vectors are long and often met say most; the others are forgotten. */
const keepLoudest = (
  { rowOf, vectors, dimensions }: Ground,
  counts: ReadonlyMap<number, number>,
  most: number,
): void => {
  const says = (place: number, row: number): number => {
    const vector = vectors.subarray(row * dimensions, (row + 1) * dimensions);
    return dot(vector, vector) * counts.get(place)!;
  };
  const loudest = [...rowOf]
    .map(([place, row]) => [place, says(place, row)] as const)
    .toSorted(([, a], [, b]) => b - a);
  for (const [place] of loudest.slice(most)) rowOf.delete(place);
};
