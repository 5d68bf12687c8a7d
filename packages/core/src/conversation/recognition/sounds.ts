/**
 * Words by their sound: a recogniser that writes 「发飘」 for 「发票」, or hears 「sī」 for 「shī」, is still understood. Syllables
 * (pinyin without tones) come from the rim; what Chinese speakers and telephone lines confuse is one branch of the trie:
 * zh/z, ch/c, sh/s, n/l/r, f/h, ang/an, eng/en, ing/in.
 */
import type { Match, Owner } from './match.ts';
import { withNegation } from './text.ts';
import { addTo, type Found, findIn, newTrie, outermost, type Trie } from './trie.ts';

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

interface Sounding {
  readonly entry: Owner;
  readonly word: string;
  readonly syllables: readonly string[];
}

export type Sounds = Trie<Sounding>;

/** What all confusable syllables become. */
export const fuzzySyllable = (syllable: string): string =>
  syllable
    .replace(/^([zcs])h/, '$1')
    .replace(/^[nr](?=[a-zü])/, 'l')
    .replace(/^f/, 'h')
    .replace(/ng$/, 'n');

export const buildSounds = (
  words: readonly { readonly entry: Owner; readonly text: string }[],
  syllablesOf: SyllablesOf,
): Sounds => {
  const trie: Sounds = newTrie();
  for (const { entry, text } of words) {
    const syllables = syllablesOf(text).filter(syllable => syllable !== '');
    if (syllables.length >= SHORTEST && syllables.length === [...text].length)
      addTo(trie, syllables.map(fuzzySyllable), { entry, word: text, syllables });
  }
  return trie;
};

/** `syllables`: one a character of `text`, as the event brings them; others are not listened to. */
export const findSounds = (sounds: Sounds, text: string, syllables: readonly string[]): readonly Match[] => {
  const written = [...text];
  if (written.length !== syllables.length) return [];
  const spoken = written.flatMap((char, at) => (/\s/.test(char) ? [] : [{ char, syllable: syllables[at]! }]));
  const chars = spoken.map(({ char }) => char);
  const heard = spoken.map(({ syllable }) => syllable);
  const found = findIn(
    sounds,
    heard.map(syllable => (syllable === '' ? ' ' : fuzzySyllable(syllable))),
  ).map(one => ({ ...one, score: scoreOf(heard, one) }));
  return outermost(found.filter(({ score }) => score >= THRESHOLD))
    .flatMap(one => matchOf(chars, heard, one))
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
};

const scoreOf = (heard: readonly string[], { value, start }: Found<Sounding>): number => {
  const sum = value.syllables.reduce((all, each, at) => all + (heard[start + at] === each ? 1 : CONFUSED), 0);
  return Math.round((sum / value.syllables.length) * 100) / 100;
};

/** A syllable before it that may be a 不 written otherwise leaves open what was meant. */
const matchOf = (
  chars: readonly string[],
  heard: readonly string[],
  { value: { entry, word }, start, end, score }: Found<Sounding> & { readonly score: number },
): readonly Match[] => {
  const before = start > 0 && entry.kind === 'intent' && !'不没别'.includes(chars[start - 1]!);
  if (before && negating.has(heard[start - 1]!)) return [];
  const means = entry.means && { means: entry.means };
  return withNegation(chars, { entry, by: 'sound', heard: word, start, end, negated: false, score, ...means });
};
