import type { Match, Owner, Written } from './match.ts';
import { type Budget, findPattern, MOST_STEPS, readPattern, statesOf } from './pattern.ts';
import { codesOf, tidy, withNegation } from './text.ts';
import { type Texts, textAt, textsOf } from './texts.ts';
import { buildTrie, findIn, type Trie } from './trie.ts';

/** All patterns of a plan, found by what must stand in a sentence for them to be worth trying. */
export interface Patterns {
  readonly owners: readonly Owner[];
  /** What it finds is the place of a pattern. */
  readonly anchors: Trie;
  readonly ownerOf: Int32Array;
  readonly written: Texts;
}

/** One that cannot be read is left out; the editor says so (`readPattern`). */
export const buildPatterns = (owners: readonly Owner[], patterns: Iterable<Written>): Patterns => {
  const trie = buildTrie();
  const ownerOf: number[] = [];
  const written: string[] = [];
  for (const [owner, text] of patterns) {
    const anchors = readPattern(text)?.anchors ?? [];
    if (anchors.length === 0) continue;
    for (const anchor of anchors) trie.add(codesOf(anchor), written.length);
    ownerOf.push(owner);
    written.push(text);
  }
  return { owners, anchors: trie.build(), ownerOf: Int32Array.from(ownerOf), written: textsOf(written) };
};

export const findPatterns = ({ owners, anchors, ownerOf, written }: Patterns, text: string): readonly Match[] => {
  const chars = [...tidy(text)];
  const worthTrying = new Set(findIn(anchors, codesOf(chars)).map(({ value }) => value));
  const budget: Budget = { left: MOST_STEPS };
  return [...worthTrying].flatMap(at => {
    const pattern = budget.left > 0 ? readPattern(textAt(written, at)) : null;
    if (pattern === null) return [];
    const states = statesOf(pattern);
    budget.left -= states.length;
    const place = findPattern(states, chars, budget);
    if (place === null) return [];
    const entry = owners[ownerOf[at]!]!;
    const heard = chars.slice(place.start, place.end).join('');
    const means = entry.means && { means: entry.means };
    return withNegation(chars, { entry, by: 'pattern', heard, ...place, negated: false, ...means });
  });
};
