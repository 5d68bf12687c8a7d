/**
 * Words that must all be said, in any order: 什么时候 + 发货. A part that is turned round (「没发货」) does not count, unless
 * what turns it round is a part of the same row.
 */
import type { Match, Owner, Written } from './match.ts';
import { codesOf, negationBefore, tidy } from './text.ts';
import { type Texts, textAt, textsOf } from './texts.ts';
import { buildTrie, type Found, findIn, type Trie } from './trie.ts';

/** Rows of words. Their parts are numbered one after the other; what the trie finds is a part. */
export interface Combined {
  readonly owners: readonly Owner[];
  readonly parts: Trie;
  /** Of a part: its row. Of a row: its owner, how many parts it has, and how it is written. */
  readonly rowOf: Int32Array;
  readonly ownerOf: Int32Array;
  readonly partsOf: Int32Array;
  readonly written: Texts;
}

export const buildCombined = (owners: readonly Owner[], rows: Iterable<Written<readonly string[]>>): Combined => {
  const trie = buildTrie();
  const rowOf: number[] = [];
  const ownerOf: number[] = [];
  const partsOf: number[] = [];
  const written: string[] = [];
  for (const [owner, words] of rows) {
    const parts = [...new Set(words.map(tidy).filter(word => word !== ''))];
    for (const part of parts) {
      trie.add(codesOf(part), rowOf.length);
      rowOf.push(ownerOf.length);
    }
    ownerOf.push(owner);
    partsOf.push(parts.length);
    written.push(parts.join('+'));
  }
  return {
    owners,
    parts: trie.build(),
    rowOf: Int32Array.from(rowOf),
    ownerOf: Int32Array.from(ownerOf),
    partsOf: Int32Array.from(partsOf),
    written: textsOf(written),
  };
};

export const findCombined = (combined: Combined, text: string): readonly Match[] => {
  const chars = [...tidy(text)];
  const rows = new Map<number, Found[]>();
  for (const one of findIn(combined.parts, codesOf(chars))) {
    const row = combined.rowOf[one.value]!;
    const known = rows.get(row);
    if (known) known.push(one);
    else rows.set(row, [one]);
  }
  return [...rows].flatMap(([row, said]) => {
    const entry = combined.owners[combined.ownerOf[row]!]!;
    const counted = entry.kind === 'knowledge' ? said : said.filter(part => !isTurnedRound(chars, said, part));
    if (new Set(counted.map(({ value }) => value)).size < combined.partsOf[row]!) return [];
    return [matchOf(entry, textAt(combined.written, row), counted)];
  });
};

const isTurnedRound = (chars: readonly string[], said: readonly Found[], { start }: Found): boolean => {
  const length = [...negationBefore(chars, start)].length;
  return length > 0 && !said.some(other => other.start < start && other.end > start - length);
};

const matchOf = (entry: Owner, heard: string, said: readonly Found[]): Match => ({
  entry,
  by: 'combined',
  heard,
  start: Math.min(...said.map(({ start }) => start)),
  end: Math.max(...said.map(({ end }) => end)),
  negated: false,
  ...(entry.means && { means: entry.means }),
});
