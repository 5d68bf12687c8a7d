import { comparable, maskLive, tidy, withoutEdges } from '@lianxian/core';

/**
 * Groups sentences by likeness: what only makes them polite goes, pairs of neighbouring characters are compared (Dice),
 * contrary sentences never meet. Greedy from the commonest down: each joins the likest head, or is a head itself. An
 * inverted index keeps a sentence from being compared with what shares nothing with it.
 */
export interface Said {
  readonly text: string;
  readonly n: number;
}

/** Alike from here on; by hand on sentences of the practice callees. */
const ALIKE = 0.6;
/** Further distinct sentences, the rarest, are left out. */
const MOST_TEXTS = 3_000;
/** What follows tells no more what a sentence is about. */
const MOST_CHARS = 60;
/** A pair that so many heads have tells them apart no more: it leads to the first ones only. */
const MOST_HEADS = 200;

interface Head {
  readonly features: ReadonlySet<string>;
  readonly isNegative: boolean;
  readonly members: Said[];
}

export const groupAlike = (sayings: readonly Said[]): readonly (readonly Said[])[] => {
  const heads: Head[] = [];
  const index = new Map<string, number[]>();
  const sorted = sayings.toSorted((a, b) => b.n - a.n || a.text.length - b.text.length || (a.text < b.text ? -1 : 1));
  for (const said of sorted.slice(0, MOST_TEXTS)) {
    const { text, isNegative } = comparable(said.text);
    const features = featuresOf(text === '' ? tidy(said.text) : text);
    const head = likest(heads, index, features, isNegative);
    if (head) {
      head.members.push(said);
      continue;
    }
    for (const feature of features) {
      const known = index.get(feature);
      if (known === undefined) index.set(feature, [heads.length]);
      else if (known.length < MOST_HEADS) known.push(heads.length);
    }
    heads.push({ features, isNegative, members: [said] });
  }
  return heads.map(({ members }) => members);
};

const featuresOf = (text: string): ReadonlySet<string> => {
  const chars = [...text].slice(0, MOST_CHARS);
  return chars.length < 2 ? new Set(chars) : new Set(chars.slice(1).map((char, at) => chars[at]! + char));
};

const likest = (
  heads: readonly Head[],
  index: ReadonlyMap<string, readonly number[]>,
  features: ReadonlySet<string>,
  isNegative: boolean,
): Head | null => {
  const shared = new Map<number, number>();
  for (const feature of features) for (const at of index.get(feature) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
  let best: { readonly head: Head; readonly score: number } | null = null;
  for (const [at, both] of shared) {
    const head = heads[at]!;
    const score = (2 * both) / (features.size + head.features.size);
    if (head.isNegative === isNegative && score >= ALIKE && score > (best?.score ?? 0)) best = { head, score };
  }
  return best?.head ?? null;
};

/**
 * As it is shown to anybody: numbers masked, the callee's own name left out. What came before and after it was understood,
 * or is of another node: figures alone may be a piece of a number.
 */
export const shownText = (text: string, calleeName: string): string => {
  const masked = maskLive(text);
  return calleeName.length < 2 ? masked : masked.replaceAll(calleeName, '＊＊');
};

/** How a sentence is remembered as left out. */
export const keyOf = (text: string): string => withoutEdges(tidy(text), /[，。！？、,.!?…]/u, 'end');
