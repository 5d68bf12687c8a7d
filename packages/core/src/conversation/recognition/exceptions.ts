/** What a sentence must not hold to be an owner's: 「帮我看看孩子在忙什么」 holds 在忙, and is not 忙. */
import type { Owner, Written } from './match.ts';
import { codesOf, punctuation, tidy } from './text.ts';
import { buildTrie, findIn, type Trie } from './trie.ts';

/** What the trie finds is the place of an owner. */
export interface Exceptions {
  readonly owners: readonly Owner[];
  readonly sentences: Trie;
}

/** Where one breathes is no part of what one says. */
const bare = (text: string): readonly number[] => codesOf([...tidy(text)].filter(char => !punctuation.test(char)));

export const buildExceptions = (owners: readonly Owner[], written: Iterable<Written>): Exceptions => {
  const trie = buildTrie();
  for (const [owner, text] of written) {
    const codes = bare(text);
    if (codes.length > 0) trie.add(codes, owner);
  }
  return { owners, sentences: trie.build() };
};

/** Whose a sentence is not, whatever it holds. */
export const exceptedIn = (
  { owners, sentences }: Exceptions,
  text: string,
): ((owner: Pick<Owner, 'kind' | 'id'>) => boolean) => {
  const found = findIn(sentences, bare(text)).map(({ value }) => owners[value]!);
  return owner => found.some(({ kind, id }) => kind === owner.kind && id === owner.id);
};
