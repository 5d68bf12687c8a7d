/**
 * Sentences like those of an intent, without a model: single characters and pairs of neighbours are weighed by how rare
 * they are in the plan, what two sentences share is set against what only one of them says (Tversky 1977, the length of
 * what was said counting less than that of the sentence it is measured by), and contrary sentences are never alike.
 *
 * An inverted index holds it: a sentence touches only the rows that share something with it.
 */
import { type Comparable, comparable } from './alike.ts';
import { isSame, type Owner } from './match.ts';

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

interface Kept extends Comparable {
  readonly entry: Owner;
  readonly sentence: string;
  readonly weight: number;
}

interface Feature {
  readonly weight: number;
  /** Rows of `kept` that have it. */
  readonly rows: readonly number[];
}

export interface Likes {
  readonly kept: readonly Kept[];
  readonly features: ReadonlyMap<string, Feature>;
  /** How rare a feature is that no row has. */
  readonly unknown: number;
  /** What a row shares with the sentence that is looked at: all zero before and after, so that no look makes its own. */
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

export const buildLikes = (sentences: readonly { readonly entry: Owner; readonly text: string }[]): Likes => {
  const read = sentences
    .map(({ entry, text }) => ({ entry, sentence: text, ...comparable(text) }))
    .filter(({ text }) => [...text].length >= SHORTEST);
  const rows = new Map<string, number[]>();
  for (const [row, { text }] of read.entries())
    for (const feature of featuresOf(text)) {
      const known = rows.get(feature);
      if (known) known.push(row);
      else rows.set(feature, [row]);
    }
  const rarity = (count: number): number => 0.5 + Math.log(1 + read.length / (1 + count)) / Math.log(2 + read.length);
  const features = new Map(
    [...rows].map(([feature, of]) => [feature, { weight: baseOf(feature) * rarity(of.length), rows: of }]),
  );
  const weightOf = (text: string): number =>
    [...featuresOf(text)].reduce((sum, feature) => sum + (features.get(feature)?.weight ?? 0), 0);
  return {
    kept: read.map(one => ({ ...one, weight: weightOf(one.text) })),
    features,
    unknown: rarity(0),
    shared: new Float64Array(read.length),
  };
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
  const { entry, sentence } = likes.kept[best.row]!;
  const rival = found.find(({ row }) => !isSame(likes.kept[row]!.entry, entry));
  return rival && best.score - rival.score < MARGIN ? null : { entry, sentence, score: best.score };
};

const near = (likes: Likes, said: Comparable): readonly Best[] => {
  if (likes.kept.length === 0 || [...said.text].length < SHORTEST) return [];
  const { shared } = likes;
  const touched: number[] = [];
  let weight = 0;
  // Pairs first: rows that share none of them are not worth looking at.
  for (const feature of [...featuresOf(said.text)].toSorted((a, b) => b.length - a.length)) {
    const known = likes.features.get(feature);
    weight += known?.weight ?? baseOf(feature) * likes.unknown;
    if (known === undefined) continue;
    const isPair = [...feature].length > 1;
    for (const row of known.rows) {
      if (shared[row] === 0) {
        if (!isPair) continue;
        touched.push(row);
      }
      shared[row]! += known.weight;
    }
  }
  const found: Best[] = [];
  for (const row of touched) {
    const kept = likes.kept[row]!;
    const both = shared[row]!;
    shared[row] = 0;
    const score = both / (both + ONLY_SAID * (weight - both) + ONLY_KEPT * (kept.weight - both));
    if (score >= THRESHOLD && kept.isNegative === said.isNegative) found.push({ row, score });
  }
  return found;
};
