/**
 * What a sentence says of a plan. Methods are tried in order, and the first that finds anything decides: words in all
 * their kinds and patterns, the plan's own similar sentences, then the surer of the common meanings it took and of words by
 * their sound, then all its words by ear. (Last, outside, the merchant's language model.) None finds whose exception was said.
 */

import type { Recognised } from '../plan/plan.ts';
import { buildCombined, type Combined, findCombined } from './combined.ts';
import { buildExact, type Exact, findExact } from './exact.ts';
import { buildExceptions, type Exceptions, exceptedIn } from './exceptions.ts';
import { buildHomophones, findHomophones, type PlanHeard } from './homophones.ts';
import { buildLexicon, findWords, type Lexicon } from './lexicon.ts';
import { isSame, type Match, recognisablesOf, writtenOf } from './match.ts';
import { buildPatterns, findPatterns, type Patterns } from './patterns.ts';
import { buildSimilar, findSimilar, type Similar, type SimilarMatch } from './similar.ts';
import { buildSounds, findSounds, type Sounds, type SyllablesOf, soundsSame } from './sounds.ts';
import { type Abouts, type Asking, buildAbouts, findAbout } from './subject/about.ts';

/**
 * The look-up tables of all methods. Made once of a plan, shared by all its calls. Numbers and long texts, never an object a
 * word: a process hands them to another by copying them.
 */
export interface Recognition {
  readonly lexicon: Lexicon;
  readonly combined: Combined;
  readonly exact: Exact;
  readonly patterns: Patterns;
  readonly similar: Similar;
  readonly sounds: Sounds;
  /** Words by ear; none unless the plan says so. */
  readonly homophones: Sounds;
  readonly exceptions: Exceptions;
  readonly abouts: Abouts;
}

/** Without `syllablesOf` (a rim's library) nothing is recognised by sound. */
export const buildRecognition = (plan: PlanHeard, syllablesOf: SyllablesOf = () => []): Recognition => {
  const all = recognisablesOf(plan);
  const owners = all.map(({ owner }) => owner);
  const written = (of: (recognised: Omit<Recognised, 'groups'>) => readonly string[] | undefined) => writtenOf(all, of);
  return {
    lexicon: buildLexicon(owners, [written(one => one.words), written(one => one.sounds)]),
    combined: buildCombined(
      owners,
      writtenOf(all, one => one.combined),
    ),
    exact: buildExact(
      owners,
      written(one => one.exact),
    ),
    patterns: buildPatterns(
      owners,
      written(one => one.patterns),
    ),
    similar: buildSimilar(all),
    sounds: buildSounds(
      owners,
      written(one => one.sounds),
      syllablesOf,
    ),
    homophones: buildHomophones(plan, all, syllablesOf),
    exceptions: buildExceptions(
      owners,
      written(one => one.except),
    ),
    abouts: buildAbouts(all, syllablesOf),
  };
};

/**
 * All that a sentence says, in no order; of likeness and sound the surest first. `syllables` are the rim's, one a
 * character of `text`.
 */
export const recognise = (
  recognition: Recognition,
  text: string,
  syllables: readonly string[] = [],
): readonly Match[] => {
  const before = lately.get(recognition);
  if (before?.text === text && soundsSame(before.syllables, syllables)) return before.matches;
  const matches = matchesOf(recognition, text, syllables);
  lately.set(recognition, { text, syllables, matches });
  return matches;
};

/** Whether a sentence is a wish of a plan's words is asked when it comes, and what it means when its turn is taken: that is one look. */
const lately = new WeakMap<
  Recognition,
  { readonly text: string; readonly syllables: readonly string[]; readonly matches: readonly Match[] }
>();

const matchesOf = (recognition: Recognition, text: string, syllables: readonly string[]): readonly Match[] => {
  const { lexicon, combined, exact, patterns, similar, sounds, homophones, exceptions } = recognition;
  const isExcepted = exceptedIn(exceptions, text);
  const counting = (matches: readonly Match[]) => matches.filter(({ entry }) => !isExcepted(entry));
  const said = counting([
    ...findWords(lexicon, text),
    ...findCombined(combined, text),
    ...findExact(exact, text),
    ...findPatterns(patterns, text),
  ]);
  if (said.length > 0) return said;
  const found = findSimilar(similar, text);
  const like = found && !isExcepted(found.match.entry) ? found : null;
  const about = like && isOfAbouts(recognition, like) ? askedAbout(recognition, { text, syllables }) : null;
  if (about) return [about];
  if (like?.isOwn) return [like.match];
  const heard = counting(findSounds(sounds, text, syllables));
  if (like && (heard[0]?.score ?? 0) <= like.score) return [like.match];
  return heard.length > 0 ? heard : counting(findHomophones(homophones, text, syllables));
};

/** Nearly one of its own sentences is more than what it is about. */
const OWN_SURE = 0.9;
const isOfAbouts = ({ abouts }: Recognition, { match, isOwn, score }: SimilarMatch): boolean =>
  abouts.owners.some(owner => isSame(owner, match.entry)) && !(isOwn && score >= OWN_SURE);

/** The item that a sentence asks for, which holds none of its words; null: none, or nobody knows which. */
export const askedAbout = ({ abouts, similar, exceptions }: Recognition, asking: Asking): Match | null => {
  const found = findAbout(abouts, similar.own, asking);
  return found && !exceptedIn(exceptions, asking.text)(found.entry) ? found : null;
};
