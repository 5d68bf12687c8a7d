/**
 * Words by their sound: a recogniser that writes 「发飘」 for 「发票」, or hears 「sī」 for 「shī」, is still understood. Syllables
 * (pinyin without tones) come from the rim; what Chinese speakers and telephone lines confuse is one branch of the trie:
 * zh/z, ch/c, sh/s, n/l/r, f/h, ang/an, eng/en, ing/in.
 */
import type { Match, Owner, Written } from './match.ts';
import { withNegation } from './text.ts';
import { type Texts, textAt, textsOf } from './texts.ts';
import { buildTrie, type Found, findIn, outermost, type Trie } from './trie.ts';

/** Syllables of a text, one a character; '' where there is none. */
export type SyllablesOf = (text: string) => readonly string[];

/** One syllable is no word: too many have its sound. */
const SHORTEST = 2;
/** What a syllable counts that is only confusable. */
const CONFUSED = 0.6;
/** Of a word of two one syllable may be confused, of three two. */
const THRESHOLD = 0.7;
/** Written so or otherwise, before a word they may mean that it is negated. */
const negating = new Set(['bu', 'mei', 'bie']);

/** Words by their sound; what the trie finds is the place of a word. */
export interface Sounds {
  readonly owners: readonly Owner[];
  readonly words: Trie;
  readonly ownerOf: Int32Array;
  readonly written: Texts;
  /** Every syllable has a number, those that confusable ones become as well. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Of all words, one after the other; where each begins. */
  readonly syllables: Int32Array;
  readonly starts: Int32Array;
}

/** What all confusable syllables become. */
export const fuzzySyllable = (syllable: string): string => {
  const initial = syllable[0] ?? '';
  const rest = syllable.slice('zcs'.includes(initial) && syllable[1] === 'h' ? 2 : 1);
  const alike = initial === 'f' ? 'h' : (initial === 'n' || initial === 'r') && rest !== '' ? 'l' : initial;
  return alike + (rest.endsWith('ng') ? rest.slice(0, -1) : rest);
};

export const buildSounds = (owners: readonly Owner[], words: Iterable<Written>, syllablesOf: SyllablesOf): Sounds => {
  const trie = buildTrie();
  const numbers = new Map<string, number>();
  const numberOf = (syllable: string): number => {
    const number = numbers.get(syllable) ?? numbers.size + 1;
    numbers.set(syllable, number);
    return number;
  };
  const ownerOf: number[] = [];
  const written: string[] = [];
  const all: number[] = [];
  const starts: number[] = [];
  for (const [owner, text] of words) {
    const syllables = syllablesOf(text).filter(syllable => syllable !== '');
    if (syllables.length < SHORTEST || syllables.length !== [...text].length) continue;
    trie.add(
      syllables.map(syllable => numberOf(fuzzySyllable(syllable))),
      written.length,
    );
    ownerOf.push(owner);
    written.push(text);
    starts.push(all.length);
    for (const syllable of syllables) all.push(numberOf(syllable));
  }
  return {
    owners,
    words: trie.build(),
    ownerOf: Int32Array.from(ownerOf),
    written: textsOf(written),
    numbers,
    syllables: Int32Array.from(all),
    starts: Int32Array.from(starts),
  };
};

/** The same syllables in the same order. */
export const soundsSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((syllable, at) => syllable === other[at]);

/** A syllable that no word has. */
const UNKNOWN = 0;

/** `syllables`: one a character of `text`, as the event brings them; others are not listened to. */
export const findSounds = (sounds: Sounds, text: string, syllables: readonly string[]): readonly Match[] => {
  const written = [...text];
  if (written.length !== syllables.length) return [];
  const spoken = written.flatMap((char, at) => (/\s/.test(char) ? [] : [{ char, syllable: syllables[at]! }]));
  const chars = spoken.map(({ char }) => char);
  const heard = spoken.map(({ syllable }) => syllable);
  const numberOf = (syllable: string): number => sounds.numbers.get(syllable) ?? UNKNOWN;
  const exact = heard.map(numberOf);
  const fuzzy = heard.map(syllable => (syllable === '' ? UNKNOWN : numberOf(fuzzySyllable(syllable))));
  const found = findIn(sounds.words, fuzzy).map(one => ({ ...one, score: scoreOf(sounds, exact, one) }));
  return outermost(found.filter(({ score }) => score >= THRESHOLD))
    .flatMap(one => matchOf(sounds, chars, heard, one))
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
};

const scoreOf = ({ syllables, starts }: Sounds, heard: readonly number[], { value, start, end }: Found): number => {
  let sum = 0;
  for (let at = start; at < end; at++) sum += syllables[starts[value]! + at - start] === heard[at] ? 1 : CONFUSED;
  return Math.round((sum / (end - start)) * 100) / 100;
};

/** A syllable before it that may be a 不 written otherwise leaves open what was meant. */
const matchOf = (
  { owners, ownerOf, written }: Sounds,
  chars: readonly string[],
  heard: readonly string[],
  { value, start, end, score }: Found & { readonly score: number },
): readonly Match[] => {
  const entry = owners[ownerOf[value]!]!;
  const before = start > 0 && entry.kind === 'intent' && !'不没别'.includes(chars[start - 1]!);
  if (before && negating.has(heard[start - 1]!)) return [];
  const means = entry.means && { means: entry.means };
  return withNegation(chars, {
    entry,
    by: 'sound',
    heard: textAt(written, value),
    start,
    end,
    negated: false,
    score,
    ...means,
  });
};
