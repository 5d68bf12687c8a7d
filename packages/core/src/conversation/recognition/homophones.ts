/**
 * The words of a plan by ear: 「抱告」 is heard as 「报告」 without anybody writing so. Last of all ways, of words of two syllables
 * and more, each syllable as it sounds (of three and more one may be confused), and never where what was written is a common
 * word itself, or a part of one: 「回忆」 is not 「会议」.
 */
import type { Plan } from '../plan/plan.ts';
import { commonCharacters, commonWords } from './common-words.ts';
import { type Match, type Owner, type Recognisable, recognisablesOf, writtenOf } from './match.ts';
import { buildSounds, findSounds, type Sounds, type SyllablesOf } from './sounds.ts';

/** A plan as far as it recognises. */
export type PlanHeard = Pick<Plan, 'intents' | 'knowledge' | 'borrowed'> & {
  readonly defaults?: Pick<Plan['defaults'], 'byEar'>;
};

/** A word's syllables are looked up in a dictionary (some 50 µs): so many words are, whatever the plan holds. */
const MOST_WORDS = 8_000;
/** From this length on one syllable may be confused. */
const LONG = 3;
const OF_LONG = 0.85;

/** Whoever is never called again said so in words: what nobody can take back is not done by ear. */
const wordsByEar = function* (plan: PlanHeard, all: readonly Recognisable[]) {
  if (plan.defaults?.byEar !== true) return;
  const isFinal = new Set(plan.intents.flatMap(({ id, noMoreCalls }) => (noMoreCalls ? [id] : [])));
  let left = MOST_WORDS;
  for (const [owner, word] of writtenOf(all, ({ words }) => words)) {
    if (left === 0) return;
    const { kind, id } = all[owner]!.owner;
    if (word.length < 2 || (kind === 'intent' && isFinal.has(id))) continue;
    left -= 1;
    yield [owner, word] as const;
  }
};

export const buildHomophones = (plan: PlanHeard, all: readonly Recognisable[], syllablesOf: SyllablesOf): Sounds =>
  buildSounds(
    all.map(({ owner }) => owner),
    wordsByEar(plan, all),
    syllablesOf,
  );

/** `syllables`: as `findSounds` has them. */
export const findHomophones = (homophones: Sounds, text: string, syllables: readonly string[]): readonly Match[] => {
  const chars = [...text].filter(char => !/\s/.test(char));
  return findSounds(homophones, text, syllables).filter(
    match => isSure(match) && !isWritten(chars, match) && !isSaid(chars, match),
  );
};

/** Written as it is, and yet none of its words: 没有 in 「有没有」. */
const isSaid = (chars: readonly string[], { heard, start, end }: Match): boolean =>
  chars.slice(start, end).join('') === heard;

const isSure = ({ heard, score = 0 }: Match): boolean => score >= ([...heard].length < LONG ? 1 : OF_LONG);

/** Is a common word written there: of a character that the word has not, or across one of its ends? */
const isWritten = (chars: readonly string[], { heard, start, end }: Match): boolean => {
  const word = [...heard];
  const isOwn = (at: number) => at >= start && at < end && chars[at] === word[at - start];
  for (let at = Math.max(0, start - 1); at < end; at++)
    if (commonWords.has(`${chars[at]}${chars[at + 1]}`) && !(isOwn(at) && isOwn(at + 1))) return true;
  return false;
};

/** What a word of an intent or item would be heard in though it is written otherwise. */
interface HeardByEar {
  readonly owner: Pick<Owner, 'kind' | 'id'>;
  readonly heard: readonly { readonly written: string; readonly word: string }[];
}

/** So many of each are shown. */
const SHOWN = 3;

/** Of every owner some words as a recogniser might write them; none where the plan does not hear by ear. */
export const heardByEar = (plan: PlanHeard, syllablesOf: SyllablesOf): readonly HeardByEar[] => {
  const all = recognisablesOf(plan);
  const heard = new Map<number, { readonly written: string; readonly word: string }[]>();
  let alike: ReadonlyMap<string, readonly string[]> | undefined;
  for (const [owner, word] of wordsByEar(plan, all)) {
    const known = heard.get(owner) ?? [];
    if (known.length >= SHOWN) continue;
    alike ??= charactersBySound(syllablesOf);
    const written = misspelt(word, syllablesOf(word), alike);
    if (written !== null) heard.set(owner, [...known, { written, word }]);
  }
  return [...heard].map(([owner, some]) => {
    const { kind, id } = all[owner]!.owner;
    return { owner: { kind, id }, heard: some };
  });
};

const charactersBySound = (syllablesOf: SyllablesOf): ReadonlyMap<string, readonly string[]> =>
  Map.groupBy(commonCharacters, char => syllablesOf(char)[0] ?? '');

/** The word with one character that sounds the same, so that it is still heard; null where there is none. */
const misspelt = (
  word: string,
  syllables: readonly string[],
  alike: ReadonlyMap<string, readonly string[]>,
): string | null => {
  const chars = [...word];
  if (syllables.length !== chars.length || syllables.includes('')) return null;
  const whole = { start: 0, end: chars.length, heard: word } as Match;
  for (const at of chars.keys())
    for (const other of alike.get(syllables[at]!) ?? []) {
      const written = chars.with(at, other);
      if (other !== chars[at] && !isWritten(written, whole)) return written.join('');
    }
  return null;
};
