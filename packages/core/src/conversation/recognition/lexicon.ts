/**
 * The words of a plan in one trie, and which of them a sentence holds.
 *
 * A word inside a longer word of the plan does not count: 「需要」 is not heard in 「不需要」 where both are listed. Where only
 * the positive is listed, a negation right before it turns it round. A word of one character (好, 是, 对) counts only when it
 * is all the clause says, because inside a sentence it means nothing (你好, 但是, 对方).
 */
import type { Match, Owner, Written } from './match.ts';
import { codesOf, particles, punctuation, tidy, withNegation } from './text.ts';
import { buildTrie, type Found, findIn, outermost, type Trie } from './trie.ts';

/** All words; what the trie finds is the place of an owner, or {@link INERT}. */
export interface Lexicon {
  readonly owners: readonly Owner[];
  readonly words: Trie;
}

/** A phrase that means nothing, whatever words it holds. */
const INERT = -1;

/** Phrases that hold words of many plans and mean none of them. */
const inertPhrases = [
  '不好意思',
  '对不起',
  '好不好',
  '行不行',
  '是不是',
  '可不可以',
  '要不要',
  '能不能',
  '需不需要',
  '有没有',
  '不知道',
];

export const buildLexicon = (owners: readonly Owner[], words: readonly Iterable<Written>[]): Lexicon => {
  const trie = buildTrie();
  for (const word of inertPhrases) trie.add(codesOf(word), INERT);
  for (const some of words) for (const [owner, word] of some) trie.add(codesOf(tidy(word)), owner);
  return { owners, words: trie.build() };
};

/** All words of the plan that count in `text`, in no order. */
export const findWords = ({ owners, words }: Lexicon, text: string): readonly Match[] => {
  const chars = [...tidy(text)];
  const fills = clauseFillers(chars);
  const found = findIn(words, codesOf(chars)).filter(one => one.end - one.start > 1 || fills(one.start));
  return outermost(found).flatMap(one => {
    const entry = owners[one.value];
    return entry === undefined ? [] : withNegation(chars, matchOf(chars, one, entry));
  });
};

const matchOf = (chars: readonly string[], { start, end }: Found, entry: Owner): Match => ({
  entry,
  by: 'words',
  heard: chars.slice(start, end).join(''),
  start,
  end,
  negated: false,
  ...(entry.means && { means: entry.means }),
});

/**
 * Whether a word of one character is all its clause says but for particles. Each clause is looked at once for each such
 * word, however often it is said.
 */
const clauseFillers = (chars: readonly string[]): ((at: number) => boolean) => {
  const known = new Map<string, boolean>();
  const clauses: number[] = [];
  for (const char of chars) clauses.push((clauses.at(-1) ?? 0) + Number(punctuation.test(char)));
  return at => {
    const word = chars[at]!;
    const key = `${clauses[at]} ${word}`;
    const isKnown = known.get(key);
    if (isKnown !== undefined) return isKnown;
    let from = at;
    let to = at;
    while (from > 0 && !punctuation.test(chars[from - 1]!)) from--;
    while (to < chars.length && !punctuation.test(chars[to]!)) to++;
    // 「嗯？」 asks.
    const asks = /[？?]/.test(chars[to] ?? '');
    const fills = !asks && chars.slice(from, to).every(char => char === word || particles.has(char));
    known.set(key, fills);
    return fills;
  };
};

/** Words that only say 「I am listening」: spoken over a prompt they neither stop nor answer it. */
// No word of it is made of others of it: a text can be read in one way only, and the time is that of its length.
const backchannel = /^(?:[嗯恩哦噢喔啊呃额唔哈诶哎]|对|好|是|行|好的|是的|对的|好吧|明白|知道了|这样啊|是吗)+$/;

export const isBackchannel = (text: string): boolean => {
  const bare = [...tidy(text)].filter(char => !punctuation.test(char)).join('');
  return bare !== '' && backchannel.test(bare);
};

/** Does a text say this one thing, perhaps twice, with nothing around it but particles? */
export const saysNothingBut = (text: string, heard: string): boolean =>
  [...tidy(text).replaceAll(heard, '')].every(char => particles.has(char) || punctuation.test(char));

export { tidy } from './text.ts';
