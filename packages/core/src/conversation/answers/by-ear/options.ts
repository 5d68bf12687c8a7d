/** Options of a choice by their sound: 「楼水」 is 漏水, as the words of intents are heard (`recognition/homophones.ts`). */
import type { Accepts, Plan } from '../../plan/plan.ts';
import { commonWords } from '../../recognition/common-words.ts';
import { fuzzySyllable, type SyllablesOf } from '../../recognition/sounds.ts';
import { particles, tidy } from '../../recognition/text.ts';
import type { Options } from '../same-words.ts';
import { type Chars, isOfDialect } from './respell.ts';

/** Syllables of the words of all options, of plans that hear by ear. */
export type OptionSounds = ReadonlyMap<string, readonly string[]>;

const SHORTEST = 2;
/** Of a word so long that all else sounds right 「不料」 of 「上不料水」 is part. */
const LONG = 4;
/** Where nothing of a word is written so the sentence must be about it. */
const SHORT_SENTENCE = 12;
/** So much may stand beside a word of two of which one syllable is only confusable. */
const BESIDE = 4;
/** A figure is what it says: 四区 is no 市区. */
const figure = /[\d零〇一二两三四五六七八九十百几半]/;
/** Beside them a syllable says little: 「不乐」 is no 不热. */
const slight = new Set('不没有是的人子');

export const optionSoundsOf = (plan: Plan, syllablesOf: SyllablesOf): OptionSounds => {
  if (plan.defaults.byEar !== true) return new Map();
  const words = plan.flows.flatMap(({ nodes }) =>
    nodes.flatMap(node => (node.kind === 'collect' ? wordsOf(node.accepts) : [])),
  );
  const sounds = [...new Set(words)].map(word => [word, syllablesOf(word)] as const);
  return new Map(sounds.filter(([word, each]) => each.length === [...word].length && !each.includes('')));
};

const wordsOf = (accepts: Accepts): readonly string[] =>
  accepts.type === 'choice'
    ? accepts.options.flatMap(({ words }) => words.map(tidy).filter(word => [...word].length >= SHORTEST))
    : [];

/** The sentence with the one option it sounds like; null where it sounds like none, or like several. */
export const optionsRespelt = (
  options: Options,
  sounds: OptionSounds,
  chars: Chars,
  syllables: Chars,
): string | null => {
  const heard = options.map(({ words }) => words.flatMap(word => placed(tidy(word), sounds, chars, syllables)));
  const named = heard.filter(places => places.length > 0);
  const [first] = named.length === 1 ? named[0]!.toSorted((one, other) => other.word.length - one.word.length) : [];
  if (first === undefined) return null;
  return [...chars.slice(0, first.at), ...first.word, ...chars.slice(first.at + first.word.length)].join('');
};

interface Placed {
  readonly word: readonly string[];
  readonly at: number;
}

const placed = (word: string, sounds: OptionSounds, chars: Chars, syllables: Chars): readonly Placed[] => {
  const sound = sounds.get(word);
  if (sound === undefined) return [];
  const written = [...word];
  for (let at = chars.length - written.length; at >= 0; at--)
    if (isSaid([written, sound], chars, syllables, at) && !isCommon(written, chars, at)) return [{ word: written, at }];
  return [];
};

/** Each syllable as it sounds; one that is only confusable beside another that is written so, or of three and more. */
const isSaid = ([word, sound]: readonly [Chars, Chars], chars: Chars, syllables: Chars, at: number): boolean => {
  if (word.every((char, n) => char === chars[at + n])) return false;
  let [confused, same] = [0, 0];
  for (let n = 0; n < word.length; n++) {
    const syllable = syllables[at + n]!;
    const char = chars[at + n]!;
    if (char === word[n]) same += slight.has(char) ? 0 : 1;
    else if (syllable === '' || mayNotBe(char)) return false;
    else if (syllable !== sound[n]) {
      if (fuzzySyllable(syllable) !== fuzzySyllable(sound[n]!)) return false;
      confused += 1;
    }
  }
  if (confused > 1 || (same === 0 && chars.length > SHORT_SENTENCE)) return false;
  return confused === 0 || word.length > SHORTEST || (same > 0 && chars.length - word.length <= BESIDE);
};

/** The 子 of 「拿本子记」 is of what stands before it. */
const mayNotBe = (char: string): boolean =>
  particles.has(char) || char === '子' || figure.test(char) || isOfDialect(char);

/** A common word that is written there in place of the option's: of a character the option has not, or across an end of it. */
const isCommon = (word: Chars, chars: Chars, start: number): boolean => {
  const isOwn = (at: number) => chars[at] === word[at - start];
  const isWithin = (at: number) => word.length >= LONG && at >= start && at + 1 < start + word.length;
  for (let at = start - 1; at < start + word.length; at++)
    if (
      commonWords.has(`${chars[at]}${chars[at + 1]}`) &&
      !(isOwn(at) && isOwn(at + 1)) &&
      !(isWithin(at) && (isOwn(at) || isOwn(at + 1)))
    )
      return true;
  return false;
};
