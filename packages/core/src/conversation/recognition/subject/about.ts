import { type Like, type Likes, nearestOf } from '../likes.ts';
import { type Match, type Owner, type Recognisable, writtenOf } from '../match.ts';
import type { SyllablesOf } from '../sounds.ts';
import { tidy } from '../text.ts';
import { rootsOf, sharedSubject, subjects, subjectsOf } from './subject.ts';

/**
 * Questions by what they are about: a plan's own few sentences for a question tell its subject, and who asks about the same with
 * none of their words is heard. Likeness of words counts beside it, which tells two questions of one subject apart.
 */
export interface Abouts {
  readonly owners: readonly Owner[];
  /** Of each owner a row: how much his sentences are about each subject, as roots (`sharedSubject`). */
  readonly roots: Float64Array;
}

/** Of an owner so many sentences are looked at, and of so many owners: some 40 µs each. */
const MOST_SENTENCES = 4;
const MOST_OWNERS = 300;

/** How much the subject counts beside the likeness of words. */
const OF_SUBJECT = 0.6;
/** So near it must be, and so much nearer than to any other. */
const LEAST = 0.36;
const AHEAD = 0.1;

export const buildAbouts = (all: readonly Recognisable[], syllablesOf: SyllablesOf): Abouts => {
  const sentences = new Map<number, string[]>();
  for (const [owner, sentence] of writtenOf(all, ({ likes }) => likes)) {
    if (all[owner]!.owner.kind !== 'knowledge' || all[owner]!.isCommon) continue;
    const own = sentences.get(owner) ?? [];
    if (own.length < MOST_SENTENCES && (own.length > 0 || sentences.size < MOST_OWNERS))
      sentences.set(owner, [...own, sentence]);
  }
  const shares = new Float32Array(sentences.size * subjects.length);
  for (const [row, own] of [...sentences.values()].entries())
    for (const sentence of own)
      for (const [at, share] of subjectsOf(sentence, syllablesOf(sentence)).entries())
        shares[row * subjects.length + at]! += share / own.length;
  return { owners: [...sentences.keys()].map(at => all[at]!.owner), roots: rootsOf(shares) };
};

/** What a question is about; null: nothing of these, or nobody knows which. */
export const findAbout = (
  { owners, roots }: Abouts,
  likes: Likes,
  text: string,
  syllables: readonly string[],
): Match | null => {
  if (owners.length === 0) return null;
  const said = rootsOf(subjectsOf(text, syllables));
  const near = new Map<string, Like>();
  for (const like of nearestOf(likes, text)) if (like.entry.kind === 'knowledge') near.set(like.entry.id, like);
  let first: { readonly entry: Owner; readonly like: Like | undefined } | undefined;
  let [best, second] = [0, 0];
  for (const [row, entry] of owners.entries()) {
    const like = near.get(entry.id);
    const score = OF_SUBJECT * sharedSubject(roots, row, said) + (like?.score ?? 0);
    if (score > best) [first, best, second] = [{ entry, like }, score, best];
    else if (score > second) second = score;
  }
  if (first === undefined || best < LEAST || best - second < AHEAD) return null;
  return {
    entry: first.entry,
    by: 'like',
    heard: first.like?.sentence ?? text,
    start: 0,
    end: [...tidy(text)].length,
    negated: false,
    score: Math.min(0.99, Math.round(best * 100) / 100),
  };
};
