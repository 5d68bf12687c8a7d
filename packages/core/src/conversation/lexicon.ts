/**
 * The words of a plan in one trie, and which of them a sentence holds (stack.md: an own Map trie beats the packages).
 *
 * A word inside a longer word of the plan does not count: 「需要」 is not heard in 「不需要」 where both are listed. Where only
 * the positive is listed, a negation right before it turns it round. A word of one character (好, 是, 对) counts only when it
 * is all the clause says, because inside a sentence it means nothing (你好, 但是, 对方).
 */
export type BuiltInMeaning = '肯定' | '否定' | '拒绝';

export interface LexiconEntry {
  readonly kind: 'intent' | 'knowledge' | 'inert';
  readonly id: string;
  readonly priority: number;
  readonly word: string;
  readonly means?: BuiltInMeaning;
}

export interface WordMatch {
  readonly entry: LexiconEntry;
  /** What was heard, with the negation when there was one. */
  readonly heard: string;
  readonly start: number;
  readonly end: number;
  /** The entry's meaning after negation. */
  readonly means?: BuiltInMeaning;
  readonly negated: boolean;
}

interface TrieNode {
  readonly next: Map<string, TrieNode>;
  readonly entries: LexiconEntry[];
}

export interface Lexicon {
  readonly root: TrieNode;
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

/** What may stand around a one-character word without changing it: 好的, 行吧, 嗯对. */
const particles = new Set('啊呀哦噢喔嗯呢吧的啦了哈诶唉呃额哎');

const punctuation = /[\s，。！？、；：,.!?;:…~“”"'（）()《》-]/;
const negation =
  /(?:不|没|没有|别|未|不太|不大|不怎么|不是很|不是太|不会|不想|不用|不能|不是|没法|没说|没想|没打算|不打算)$/;
const doubleNegation = /(?:不是|没说|并非|也不是)$/;

/** Longest look back for a negation, in characters. */
const lookBack = 4;

/** Half-width, lower case, no blanks: how texts and words are compared. */
export const tidy = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');

export const buildLexicon = (entries: readonly LexiconEntry[]): Lexicon => {
  const root: TrieNode = { next: new Map(), entries: [] };
  const inert = inertPhrases.map(word => ({ kind: 'inert' as const, id: word, priority: 0, word }));
  for (const entry of [...entries, ...inert]) {
    let node = root;
    for (const char of tidy(entry.word)) {
      const known = node.next.get(char);
      const next = known ?? { next: new Map(), entries: [] };
      if (!known) node.next.set(char, next);
      node = next;
    }
    node.entries.push(entry);
  }
  return { root };
};

/** All words of the plan that count in `text`, in no order. */
export const findWords = (lexicon: Lexicon, text: string): readonly WordMatch[] => {
  const chars = [...tidy(text)];
  const found = allMatches(lexicon, chars).filter(match => match.end - match.start > 1 || fillsClause(chars, match));
  return found
    .filter(match => !found.some(other => holds(other, match)))
    .filter(match => match.entry.kind !== 'inert')
    .flatMap(match => withNegation(chars, match));
};

const allMatches = (lexicon: Lexicon, chars: readonly string[]): readonly WordMatch[] => {
  const found: WordMatch[] = [];
  for (let start = 0; start < chars.length; start++) {
    let node: TrieNode | undefined = lexicon.root;
    for (let end = start; node && end < chars.length; ) {
      node = node.next.get(chars[end]!);
      end++;
      for (const entry of node?.entries ?? []) {
        const heard = chars.slice(start, end).join('');
        found.push({ entry, heard, start, end, negated: false, ...(entry.means && { means: entry.means }) });
      }
    }
  }
  return found;
};

const holds = (outer: WordMatch, inner: WordMatch): boolean =>
  outer.start <= inner.start && outer.end >= inner.end && outer.end - outer.start > inner.end - inner.start;

const fillsClause = (chars: readonly string[], { start }: WordMatch): boolean => {
  const word = chars[start]!;
  let from = start;
  let to = start;
  while (from > 0 && !punctuation.test(chars[from - 1]!)) from--;
  while (to < chars.length && !punctuation.test(chars[to]!)) to++;
  // 「嗯？」 asks.
  if (/[？?]/.test(chars[to] ?? '')) return false;
  return chars.slice(from, to).every(char => char === word || particles.has(char));
};

/** 「不可以」 is no; 「可不可以」 asks; 「不贵」 is not 「贵」; 「不是不需要」 is no refusal. */
const withNegation = (chars: readonly string[], match: WordMatch): readonly WordMatch[] => {
  const { entry, start } = match;
  if (entry.kind === 'knowledge') return [match];
  const before = chars.slice(Math.max(0, start - lookBack), start).join('');
  if (entry.means === '否定' || entry.means === '拒绝') return doubleNegation.test(before) ? [] : [match];
  const negated = negation.exec(before)?.[0];
  if (negated === undefined) return [match];
  const asks = chars[start - negated.length - 1] === chars[start];
  if (asks || entry.means !== '肯定') return [];
  return [{ ...match, heard: negated + match.heard, start: start - negated.length, means: '否定', negated: true }];
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
