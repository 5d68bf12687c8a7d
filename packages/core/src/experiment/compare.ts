import { logBeta } from './log-beta.ts';

/**
 * Which of two or three ways to talk, the variants, does better, how surely, and how much longer it takes to know
 * (docs/tasks.md#two-plans-compared).
 *
 * Numbers are dealt to the variants by chance, in fixed shares. Where two variants do equally well, whose number the next success is
 * follows that chance alone, whatever the trade, the hour and the share of successes are. So successes of one variant among
 * those of a pair are throws of one coin, and what is sought is its bias: a beta mixture over all biases against one of
 * them is a martingale (Ville 1939; Robbins 1970), and all biases that it does not refute make an interval that holds at
 * every look at once, however often one looks and whenever one stops. Failures need not be counted: the ratio of the
 * shares of success is the bias, without them.
 *
 * Invariants: over all looks together an interval misses the truth with a chance of `MISSED` at most, all pairs together;
 * a winner is named only by such an interval.
 */
export interface Variant {
  /** Numbers of a hundred dealt to it, or any other measure that all variants share. */
  readonly share: number;
  /** Numbers dealt to it that were called. */
  readonly numbers: number;
  /** Those of them that came to what is wanted. */
  readonly successes: number;
}

/** So many times as often as the other variant, by its share of success. */
interface Ratio {
  /** Places of the two in the list of variants. */
  readonly one: number;
  readonly other: number;
  readonly from: number;
  /** Infinity where the other has had too few. */
  readonly to: number;
}

interface Comparison {
  readonly ratios: readonly Ratio[];
  /** The place of the variant with the largest share of success so far; null: none, or several. */
  readonly front: number | null;
  /** The place of the variant that does better than each other; null: nobody can say yet. */
  readonly winner: number | null;
  /**
   * How sure that is, at least; without a winner of the one in front. 0: nothing speaks for it.
   */
  readonly sure: number;
  /** About so many numbers more tell who wins, if all goes on as it did; null: more than anybody calls. */
  readonly moreNumbers: number | null;
}

/** The chance that an interval misses the truth, at any look. */
const MISSED = 0.05;
/** How strongly a small difference is expected: as after so many throws. Ratios from 0.6 to 1.6 are found soonest. */
const EXPECTED_THROWS = 20;
const MOST_NUMBERS = 1_000_000;
const HALVINGS = 60;

interface Pair {
  readonly ofOne: number;
  readonly ofOther: number;
  /** The bias where both do equally well. */
  readonly even: number;
}

/** What the mixture says of these successes against one bias, as a logarithm: the more, the less it can be the truth. */
const against = ({ ofOne, ofOther, even }: Pair, bias: number): number => {
  const [a, b] = [EXPECTED_THROWS * even, EXPECTED_THROWS * (1 - even)];
  return logBeta(a + ofOne, b + ofOther) - logBeta(a, b) - ofOne * Math.log(bias) - ofOther * Math.log(1 - bias);
};

/** Between `inside`, which is not refuted, and `edge`: where refuting begins. `against` is convex in the bias. */
const boundOf = (pair: Pair, refuted: number, inside: number, edge: number): number => {
  let [kept, beyond] = [inside, edge];
  for (let n = 0; n < HALVINGS; n += 1) {
    const middle = (kept + beyond) / 2;
    if (against(pair, middle) < refuted) kept = middle;
    else beyond = middle;
  }
  return kept;
};

const ratioOf = (bias: number, even: number): number => (bias / (1 - bias)) * ((1 - even) / even);

const intervalOf = (pair: Pair, refuted: number): Pick<Ratio, 'from' | 'to'> => {
  const { ofOne, ofOther, even } = pair;
  const seen = ofOne + ofOther === 0 ? even : ofOne / (ofOne + ofOther);
  const from = ofOne === 0 ? 0 : ratioOf(boundOf(pair, refuted, seen, 0), even);
  const to = ofOther === 0 ? Number.POSITIVE_INFINITY : ratioOf(boundOf(pair, refuted, seen, 1), even);
  return { from, to };
};

interface Looked {
  readonly one: number;
  readonly other: number;
  readonly pair: Pair;
}

const pairsOf = (variants: readonly Variant[]): readonly Looked[] =>
  variants.flatMap(({ share, successes }, one) =>
    variants.slice(one + 1).map((variant, after) => ({
      one,
      other: one + 1 + after,
      pair: { ofOne: successes, ofOther: variant.successes, even: share / (share + variant.share) },
    })),
  );

/** The variant with the largest share of success among those of its size; null without any success. */
const inFront = (variants: readonly Variant[]): number | null => {
  const rates = variants.map(({ share, successes }) => successes / share);
  const best = Math.max(...rates);
  return best > 0 && rates.filter(rate => rate === best).length === 1 ? rates.indexOf(best) : null;
};

/** How strongly each pair with the variant in front speaks for it: what its weakest pair says, as a logarithm. */
const forFront = (pairs: readonly Looked[], front: number): number =>
  Math.min(
    ...pairs.filter(({ one, other }) => one === front || other === front).map(({ pair }) => against(pair, pair.even)),
  );

const grown = ({ one, other, pair }: Looked, by: number): Looked => ({
  one,
  other,
  pair: { ...pair, ofOne: pair.ofOne * by, ofOther: pair.ofOther * by },
});

/** By how much all must grow until the variant in front is told from the others; null: more than `most`. */
const growthFor = (pairs: readonly Looked[], front: number, refuted: number, most: number): number | null => {
  const tells = (by: number) =>
    forFront(
      pairs.map(looked => grown(looked, by)),
      front,
    ) >= refuted;
  if (!tells(most)) return null;
  let [few, enough] = [1, most];
  for (let n = 0; n < HALVINGS; n += 1) {
    const middle = (few + enough) / 2;
    if (tells(middle)) enough = middle;
    else few = middle;
  }
  return enough;
};

/** @throws never; with less than two variants there is nothing to compare and nobody wins. */
export const compareVariants = (variants: readonly Variant[]): Comparison => {
  const pairs = pairsOf(variants);
  const refuted = Math.log(pairs.length / MISSED);
  const ratios = pairs.map(({ one, other, pair }) => ({ one, other, ...intervalOf(pair, refuted) }));
  const front = pairs.length === 0 ? null : inFront(variants);
  if (front === null) return { ratios, front, winner: null, sure: 0, moreNumbers: null };
  const speaks = forFront(pairs, front);
  const sure = Math.max(0, 1 - pairs.length * Math.exp(-speaks));
  if (speaks >= refuted) return { ratios, front, winner: front, sure, moreNumbers: 0 };
  const numbers = variants.reduce((sum, variant) => sum + variant.numbers, 0);
  const by = growthFor(pairs, front, refuted, MOST_NUMBERS / Math.max(1, numbers));
  return { ratios, front, winner: null, sure, moreNumbers: by === null ? null : Math.ceil((by - 1) * numbers) };
};
