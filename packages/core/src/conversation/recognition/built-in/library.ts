import { featuresOf } from './features.ts';
import type { Topic } from './topic.ts';
import { builtInTopics } from './topics.ts';
import { knownIn, learn, sharesOf } from './weights.ts';

/** The built-in intents as they are looked up in. */
export interface Library {
  readonly topics: readonly Topic[];
  /** How surely a sentence is of each topic; together 1. */
  readonly sharesOf: (sentence: string) => Float64Array;
  /** The sentence of these topics that says most of what was said. */
  readonly nearest: (sentence: string, topics: readonly number[]) => string;
}

/** Learnt when it is first asked for (some 150 ms of computing), then the same for all plans of the process. */
export const builtInLibrary = (): Library => {
  known ??= build(builtInTopics);
  return known;
};

let known: Library | undefined;

const build = (topics: readonly Topic[]): Library => {
  const examples = topics.flatMap(({ sentences }, is) => sentences.map(text => ({ is, features: featuresOf(text) })));
  const weights = learn(examples, topics.length);
  const rows = examples.map(({ features }) => Int32Array.from(knownIn(weights, features)));
  const starts = topics.map((_, is) => examples.findIndex(example => example.is === is));
  // All zero before and after a look, so that no look makes its own.
  const isSaid = new Uint8Array(weights.ids.size);
  const nearest = (sentence: string, among: readonly number[]): string => {
    const said = knownIn(weights, featuresOf(sentence));
    for (const feature of said) isSaid[feature] = 1;
    let best = { score: -1, sentence: '' };
    for (const of of among)
      for (let at = 0; at < topics[of]!.sentences.length; at++) {
        const row = rows[starts[of]! + at]!;
        const score = likeness(isSaid, said.length, row);
        if (score > best.score) best = { score, sentence: topics[of]!.sentences[at]! };
      }
    for (const feature of said) isSaid[feature] = 0;
    return best.sentence;
  };
  return { topics, sharesOf: sentence => sharesOf(weights, featuresOf(sentence)), nearest };
};

/** Dice: what both have, in shares of what they have together. */
const likeness = (isSaid: Uint8Array, length: number, row: Int32Array): number => {
  let both = 0;
  for (let at = 0; at < row.length; at++) both += isSaid[row[at]!]!;
  return (2 * both) / (length + row.length);
};
