/** The whole sentence and nothing else: only particles may stand around it (「不用」 is also 「啊，不用了吧」). */
import type { Match, Owner, Written } from './match.ts';
import { codesOf, particles, punctuation, tidy } from './text.ts';
import { buildTrie, type Trie, valuesAt } from './trie.ts';

/** Whole sentences; what the trie finds is the place of an owner. */
export interface Exact {
  readonly owners: readonly Owner[];
  readonly sentences: Trie;
}

/** So many particles at each end are looked past. */
const MOST_PARTICLES = 4;

const bare = (text: string): readonly string[] => [...tidy(text)].filter(char => !punctuation.test(char));

export const buildExact = (owners: readonly Owner[], sentences: Iterable<Written>): Exact => {
  const trie = buildTrie();
  for (const [owner, text] of sentences) trie.add(codesOf(bare(text)), owner);
  return { owners, sentences: trie.build() };
};

export const findExact = ({ owners, sentences }: Exact, text: string): readonly Match[] => {
  const chars = bare(text);
  for (let before = 0; before === 0 || isParticle(chars, before - 1, before); before++)
    for (let after = 0; after === 0 || isParticle(chars, chars.length - after, after); after++) {
      const heard = chars.slice(before, chars.length - after);
      const found = valuesAt(sentences, codesOf(heard));
      if (found.length > 0) return found.map(owner => matchOf(owners[owner]!, heard.join(''), before));
    }
  return [];
};

const isParticle = (chars: readonly string[], at: number, looked: number): boolean =>
  looked <= MOST_PARTICLES && particles.has(chars[at] ?? '');

const matchOf = (entry: Owner, heard: string, start: number): Match => ({
  entry,
  by: 'exact',
  heard,
  start,
  end: start + [...heard].length,
  negated: false,
  ...(entry.means && { means: entry.means }),
});
