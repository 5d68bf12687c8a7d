import { featuresOf } from './features.ts';
import type { Topic } from './topic.ts';
import { builtInTopics, tradeTopics } from './topics.ts';
import { knownIn, learn, sharesOf } from './weights.ts';

/** Topics as they are looked up in. */
export interface Library {
  readonly topics: readonly Topic[];
  /** How surely a sentence is of each topic; together 1. */
  readonly sharesOf: (sentence: string) => Float64Array;
  /** The sentence of these topics that says most of what was said, and how much it does (0…1). */
  readonly nearest: (sentence: string, topics: readonly number[]) => Nearest;
}

interface Nearest {
  readonly sentence: string;
  readonly likeness: number;
}

/** Learnt when it is first asked for (some 150 ms of computing), then the same for all plans of the process. */
export const builtInLibrary = (): Library => {
  general ??= build(builtInTopics, FEWEST);
  return general;
};

let general: Library | undefined;

/** Of the general topics every so many sentences say what is of no trade. */
const OTHER_STRIDE = 6;

/**
 * The topics of the trades, and last what is of none of them; learnt when it is first asked for (some 50 ms). Apart from the
 * general ones: who takes none of a trade hears as if there were no trades.
 */
export const tradeLibrary = (): Library => {
  trade ??= build([...tradeTopics, ofNoTrade()], FEWEST_OF_TRADES);
  return trade;
};

let trade: Library | undefined;

const ofNoTrade = (): Topic => {
  const all = builtInTopics.flatMap(({ sentences }) => sentences);
  return { id: '', names: [], sentences: all.filter((_, at) => at % OTHER_STRIDE === 0) };
};

/** A trade has few sentences: what only one of them says tells as well; of the many general ones it would say nothing. */
const FEWEST_OF_TRADES = 1;
const FEWEST = 2;

const build = (topics: readonly Topic[], fewest: number): Library => {
  const { weights, examples } = learn(examplesOf(topics), topics.length, fewest);
  const { rows, starts } = examples;
  /** Of each topic the place of its first sentence among all. */
  const firsts = topics.map((_, is) => examples.is.indexOf(is));
  // All zero before and after a look, so that no look makes its own.
  const isSaid = new Uint8Array(weights.ids.size);
  const nearest = (sentence: string, among: readonly number[]): Nearest => {
    const features = featuresOfSaid(sentence);
    const said = knownIn(weights, features);
    for (const feature of said) isSaid[feature] = 1;
    let best = { likeness: -1, sentence: '' };
    for (const of of among)
      for (const [at, one] of topics[of]!.sentences.entries()) {
        const row = firsts[of]! + at;
        const likeness = likenessOf(isSaid, features.length, rows.subarray(starts[row]!, starts[row + 1]!));
        if (likeness > best.likeness) best = { likeness, sentence: one };
      }
    for (const feature of said) isSaid[feature] = 0;
    return best;
  };
  return { topics, sharesOf: sentence => sharesOf(weights, featuresOfSaid(sentence)), nearest };
};

/** One after the other: what tells them apart is many times what they are. */
function* examplesOf(topics: readonly Topic[]) {
  for (const [is, { sentences }] of topics.entries())
    for (const sentence of sentences) yield { is, features: featuresOf(sentence) };
}

/** What is said is looked at in both libraries, and for what it is nearest to: most of a look is telling its features. */
const featuresOfSaid = (sentence: string): readonly string[] => {
  if (lately?.sentence !== sentence) lately = { sentence, features: featuresOf(sentence) };
  return lately.features;
};

let lately: { readonly sentence: string; readonly features: readonly string[] } | undefined;

/** Dice: what both have, in shares of what they have together. */
const likenessOf = (isSaid: Uint8Array, length: number, row: Int32Array): number => {
  let both = 0;
  for (let at = 0; at < row.length; at++) both += isSaid[row[at]!]!;
  return (2 * both) / (length + row.length);
};
