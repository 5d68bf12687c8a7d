/**
 * The words of a plan in one trie, and which of them a sentence holds.
 *
 * A word inside a longer word of the plan does not count: 「需要」 is not heard in 「不需要」 where both are listed. Where only
 * the positive is listed, a negation right before it turns it round. A word of one character (好, 是, 对) counts only when it
 * is all the clause says, because inside a sentence it means nothing (你好, 但是, 对方).
 */
import type { Match, Owner } from './recognition/match.ts';
import { particles, punctuation, tidy, withNegation } from './recognition/text.ts';
import { addTo, type Found, findIn, newTrie, outermost, type Trie } from './recognition/trie.ts';

export interface LexiconEntry extends Owner {
  readonly word: string;
}

export interface Lexicon {
  /** Null: a phrase that means nothing, whatever words it holds. */
  readonly root: Trie<LexiconEntry | null>;
}

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
  '不知道',
];

export const buildLexicon = (entries: readonly LexiconEntry[]): Lexicon => {
  const root = newTrie<LexiconEntry | null>();
  for (const word of inertPhrases) addTo(root, word, null);
  for (const entry of entries) addTo(root, tidy(entry.word), entry);
  return { root };
};

/** All words of the plan that count in `text`, in no order. */
export const findWords = (lexicon: Lexicon, text: string): readonly Match[] => {
  const chars = [...tidy(text)];
  const found = findIn(lexicon.root, chars).filter(one => one.end - one.start > 1 || fillsClause(chars, one.start));
  return outermost(found).flatMap(one =>
    one.value === null ? [] : withNegation(chars, matchOf(chars, one, one.value)),
  );
};

const matchOf = (chars: readonly string[], { start, end }: Found<unknown>, entry: LexiconEntry): Match => ({
  entry,
  by: 'words',
  heard: chars.slice(start, end).join(''),
  start,
  end,
  negated: false,
  ...(entry.means && { means: entry.means }),
});

const fillsClause = (chars: readonly string[], start: number): boolean => {
  const word = chars[start]!;
  let from = start;
  let to = start;
  while (from > 0 && !punctuation.test(chars[from - 1]!)) from--;
  while (to < chars.length && !punctuation.test(chars[to]!)) to++;
  // 「嗯？」 asks.
  if (/[？?]/.test(chars[to] ?? '')) return false;
  return chars.slice(from, to).every(char => char === word || particles.has(char));
};

/** Words that only say 「I am listening」: spoken over a prompt they neither stop nor answer it. */
const backchannel = /^(?:[嗯恩哦噢喔啊呃额唔哈诶哎]|对|好|是|行|好的|是的|对的|好吧|嗯好|明白|知道了|这样啊|是吗)+$/;

export const isBackchannel = (text: string): boolean => {
  const bare = [...tidy(text)].filter(char => !punctuation.test(char)).join('');
  return bare !== '' && backchannel.test(bare);
};

/** Does a text say this one thing, perhaps twice, with nothing around it but particles? */
export const saysNothingBut = (text: string, heard: string): boolean =>
  [...tidy(text).replaceAll(heard, '')].every(char => particles.has(char) || punctuation.test(char));

export { tidy } from './recognition/text.ts';
