import type { Match, Owner } from './match.ts';
import { type Budget, findPattern, mostSteps, type Pattern, readPattern } from './pattern.ts';
import { tidy, withNegation } from './text.ts';
import { addTo, findIn, newTrie, type Trie } from './trie.ts';

interface Written {
  readonly entry: Owner;
  readonly pattern: Pattern;
}

/** All patterns of a plan, found by what must stand in a sentence for them to be worth trying. */
export type Patterns = Trie<Written>;

/** One that cannot be read is left out; the editor says so (`readPattern`). */
export const buildPatterns = (patterns: readonly { readonly entry: Owner; readonly text: string }[]): Patterns => {
  const trie: Patterns = newTrie();
  for (const { entry, text } of patterns) {
    const pattern = readPattern(text);
    for (const anchor of pattern?.anchors ?? []) addTo(trie, anchor, { entry, pattern: pattern! });
  }
  return trie;
};

export const findPatterns = (patterns: Patterns, text: string): readonly Match[] => {
  const chars = [...tidy(text)];
  const worthTrying = new Set(findIn(patterns, chars).map(({ value }) => value));
  const budget: Budget = { left: mostSteps };
  return [...worthTrying].flatMap(({ entry, pattern }) => {
    const place = findPattern(pattern, chars, budget);
    if (place === null) return [];
    const heard = chars.slice(place.start, place.end).join('');
    const means = entry.means && { means: entry.means };
    return withNegation(chars, { entry, by: 'pattern', heard, ...place, negated: false, ...means });
  });
};
