/**
 * Sentences like those of an intent, without a model: single characters and pairs of neighbours are weighed by how rare
 * they are in the plan, what two sentences share is set against what only one of them says (Tversky 1977, the length of
 * what was said counting less than that of the sentence it is measured by), and contrary sentences are never alike.
 *
 * An inverted index holds it: a sentence touches only the rows that share something with it.
 */
import { type Comparable, comparable } from './alike.ts';
import { isSame, type Owner, type Written } from './match.ts';
import { codesOf } from './text.ts';
import { type Texts, textAt, textsOf } from './texts.ts';
import { buildTrie, ROOT, stepIn, type Trie } from './trie.ts';

/** Alike from here on. */
const THRESHOLD = 0.5;
/** Two owners as near as this: nobody knows which was meant. */
const MARGIN = 0.02;
/** What only the callee says, and what only the kept sentence says, in shares of what both say. */
const ONLY_SAID = 0.3;
const ONLY_KEPT = 0.5;
/** A character of its own says less than a pair. */
const SINGLE = 0.45;
/** These say little wherever they stand. */
const common = new Set('我你他是不有要能会来去好说在个一到给对把可何怎么为');
const COMMON = 0.3;
/** Sentences shorter than this (in compared characters) are left to words. */
const SHORTEST = 2;

/** Sentences and what they are made of, each by its number. */
export interface Likes {
  readonly owners: readonly Owner[];
  /** Of each sentence. */
  readonly sentences: Texts;
  readonly ownerOf: Int32Array;
  readonly weights: Float64Array;
  readonly isNegative: Uint8Array;
  /** A feature is a node of it. Of each: its weight, and where its sentences begin in `rows` (they end where the next one's do). */
  readonly features: Trie;
  readonly featureWeights: Float64Array;
  readonly starts: Int32Array;
  readonly rows: Int32Array;
  /** How rare a feature is that no sentence has. */
  readonly unknown: number;
  /** What each shares with the sentence that is looked at: all zero before and after, so that no look makes its own. */
  readonly shared: Float64Array;
}

const featuresOf = (text: string): ReadonlySet<string> => {
  const chars = [...text];
  return new Set([...chars, ...chars.slice(1).map((char, at) => chars[at]! + char)]);
};

/** By kind: a pair of common characters is worth less than one of others. */
const baseOf = (feature: string): number => {
  const chars = [...feature];
  const meaning = chars.reduce((sum, char) => sum + (common.has(char) ? COMMON : 1), 0) / chars.length;
  return (chars.length === 1 ? SINGLE : 1) * meaning;
};

export const buildLikes = (owners: readonly Owner[], written: Iterable<Written>): Likes => {
  const trie = buildTrie();
  const ownerOf: number[] = [];
  const sentences: string[] = [];
  const isNegative: number[] = [];
  /** Features of all sentences, one after the other; where each sentence's end. */
  const features: number[] = [];
  const ends: number[] = [];
  for (const [owner, text] of written) {
    const compared = comparable(text);
    if ([...compared.text].length < SHORTEST) continue;
    for (const feature of featuresOf(compared.text)) features.push(trie.nodeOf(codesOf(feature)));
    ends.push(features.length);
    ownerOf.push(owner);
    sentences.push(text);
    isNegative.push(Number(compared.isNegative));
  }
  const built = trie.build();
  return {
    owners,
    sentences: textsOf(sentences),
    ownerOf: Int32Array.from(ownerOf),
    isNegative: Uint8Array.from(isNegative),
    features: built,
    shared: new Float64Array(sentences.length),
    ...weighed(built, features, ends),
  };
};

/** How much each feature and each sentence weighs, and which sentences have a feature. */
const weighed = (trie: Trie, features: readonly number[], ends: readonly number[]) => {
  const counts = new Int32Array(trie.parents.length);
  for (const feature of features) counts[feature]!++;
  const rarity = (count: number): number => 0.5 + Math.log(1 + ends.length / (1 + count)) / Math.log(2 + ends.length);
  const featureWeights = Float64Array.from(counts, (count, node) =>
    count === 0 ? 0 : baseOf(featureAt(trie, node)) * rarity(count),
  );
  const starts = new Int32Array(counts.length + 1);
  for (const [node, count] of counts.entries()) starts[node + 1] = starts[node]! + count;
  const free = starts.slice();
  const rows = new Int32Array(features.length);
  const weights = new Float64Array(ends.length);
  let at = 0;
  for (const [row, end] of ends.entries())
    for (; at < end; at++) {
      const feature = features[at]!;
      rows[free[feature]!++] = row;
      weights[row]! += featureWeights[feature]!;
    }
  return { featureWeights, starts, rows, weights, unknown: rarity(0) };
};

const featureAt = ({ parents, pieces }: Trie, node: number): string => {
  const last = String.fromCodePoint(pieces[node]!);
  return parents[node] === ROOT ? last : String.fromCodePoint(pieces[parents[node]!]!) + last;
};

interface Best {
  readonly row: number;
  readonly score: number;
}

/** Whose sentence is like what was said, which one, and how much (0…1). */
export interface Like {
  readonly entry: Owner;
  readonly sentence: string;
  readonly score: number;
}

/** The owner whose sentence is most like one of the parts of what was said; null: none is, or two are as near. */
export const findLike = (likes: Likes, parts: readonly string[]): Like | null => {
  const found = parts.flatMap(part => near(likes, comparable(part))).toSorted((a, b) => b.score - a.score);
  const best = found[0];
  if (!best) return null;
  const entryOf = (row: number): Owner => likes.owners[likes.ownerOf[row]!]!;
  const entry = entryOf(best.row);
  const sentence = textAt(likes.sentences, best.row);
  const rival = found.find(({ row }) => !isSame(entryOf(row), entry));
  return rival && best.score - rival.score < MARGIN ? null : { entry, sentence, score: best.score };
};

/** Of each owner the sentence that is most like what was said, however little. */
export const nearestOf = (likes: Likes, said: string): readonly Like[] => {
  const best = new Map<number, Best>();
  for (const one of near(likes, comparable(said), 0)) {
    const owner = likes.ownerOf[one.row]!;
    if (one.score > (best.get(owner)?.score ?? 0)) best.set(owner, one);
  }
  return [...best].map(([owner, { row, score }]) => ({
    entry: likes.owners[owner]!,
    sentence: textAt(likes.sentences, row),
    score,
  }));
};

const near = (likes: Likes, said: Comparable, least = THRESHOLD): readonly Best[] => {
  if (likes.ownerOf.length === 0 || [...said.text].length < SHORTEST) return [];
  const { shared, featureWeights, starts, rows } = likes;
  const touched: number[] = [];
  let weight = 0;
  // Pairs first: rows that share none of them are not worth looking at.
  for (const feature of [...featuresOf(said.text)].toSorted((a, b) => b.length - a.length)) {
    const known = featureNode(likes.features, feature);
    const isKnown = featureWeights[known]! > 0;
    weight += isKnown ? featureWeights[known]! : baseOf(feature) * likes.unknown;
    if (!isKnown) continue;
    const isPair = [...feature].length > 1;
    for (let at = starts[known]!; at < starts[known + 1]!; at++) {
      const row = rows[at]!;
      if (shared[row] === 0) {
        if (!isPair) continue;
        touched.push(row);
      }
      shared[row]! += featureWeights[known]!;
    }
  }
  const found: Best[] = [];
  for (const row of touched) {
    const both = shared[row]!;
    shared[row] = 0;
    const score = both / (both + ONLY_SAID * (weight - both) + ONLY_KEPT * (likes.weights[row]! - both));
    if (score >= least && (likes.isNegative[row] === 1) === said.isNegative) found.push({ row, score });
  }
  return found;
};

/** The root, which is no feature, where it is none. */
const featureNode = (features: Trie, feature: string): number => {
  let node = ROOT;
  for (const char of feature) {
    node = stepIn(features, node, char.codePointAt(0)!);
    if (node === ROOT) break;
  }
  return node;
};
