/**
 * Words that must all be said, in any order: 什么时候 + 发货. A part that is turned round (「没发货」) does not count, unless
 * what turns it round is a part of the same row.
 */
import type { Match, Owner } from './match.ts';
import { negationBefore, tidy } from './text.ts';
import { addTo, type Found, findIn, newTrie, type Trie } from './trie.ts';

interface Row {
  readonly entry: Owner;
  readonly parts: readonly string[];
}

interface Part {
  readonly row: Row;
  readonly part: number;
}

export type Combined = Trie<Part>;

export const buildCombined = (
  rows: readonly { readonly entry: Owner; readonly words: readonly string[] }[],
): Combined => {
  const trie: Combined = newTrie();
  for (const { entry, words } of rows) {
    const row = { entry, parts: [...new Set(words.map(tidy).filter(word => word !== ''))] };
    for (const [part, word] of row.parts.entries()) addTo(trie, word, { row, part });
  }
  return trie;
};

export const findCombined = (combined: Combined, text: string): readonly Match[] => {
  const chars = [...tidy(text)];
  const rows = new Map<Row, Found<Part>[]>();
  for (const one of findIn(combined, chars)) {
    const known = rows.get(one.value.row);
    if (known) known.push(one);
    else rows.set(one.value.row, [one]);
  }
  return [...rows].flatMap(([row, said]) => {
    const counted = row.entry.kind === 'knowledge' ? said : said.filter(part => !isTurnedRound(chars, said, part));
    if (new Set(counted.map(({ value }) => value.part)).size < row.parts.length) return [];
    return [matchOf(row, counted)];
  });
};

const isTurnedRound = (chars: readonly string[], said: readonly Found<Part>[], { start }: Found<Part>): boolean => {
  const length = [...negationBefore(chars, start)].length;
  return length > 0 && !said.some(other => other.start < start && other.end > start - length);
};

const matchOf = ({ entry, parts }: Row, said: readonly Found<Part>[]): Match => ({
  entry,
  by: 'combined',
  heard: parts.join('+'),
  start: Math.min(...said.map(({ start }) => start)),
  end: Math.max(...said.map(({ end }) => end)),
  negated: false,
  ...(entry.means && { means: entry.means }),
});
