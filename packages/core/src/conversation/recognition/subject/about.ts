import { type Like, type Likes, nearestOf } from '../likes.ts';
import type { Match, Owner, Recognisable } from '../match.ts';
import { type SyllablesOf, soundsSame } from '../sounds.ts';
import { tidy } from '../text.ts';
import { SUBJECT_DIMENSIONS, type Subject, subjectOf } from './subject.ts';

/**
 * Questions by what they are about: the few sentences a plan has for a question, and what it answers, point to its subject, and who
 * asks about the same with none of their words is heard. Likeness of words counts beside it, which tells two questions of one
 * subject apart.
 */
export interface Abouts {
  readonly owners: readonly Owner[];
  /** Subjects one behind the other, and whose each is (its place among the owners). */
  readonly subjects: Float32Array;
  readonly ownerOf: Int32Array;
  /** Is it that of the answer? */
  readonly isAnswer: Uint8Array;
}

/** Of an owner so many sentences and words are looked at, and of so many owners: some 40 µs each. */
const MOST_SENTENCES = 6;
const MOST_OWNERS = 300;

/** How much counts what the sentence nearest to it shares, all of them in the mean, the answer, and likeness of words. */
const OF_NEAREST = 0.8;
const OF_ALL = 0.2;
const OF_ANSWER = 0.4;
const OF_LIKENESS = 0.7;
/** So near it must be, and so much nearer than to any other; less where the flow goes on in any case. */
const LEAST = 0.65;
const AHEAD = 0.1;
const AHEAD_BESIDE = 0.03;

export const buildAbouts = (all: readonly Recognisable[], syllablesOf: SyllablesOf): Abouts => {
  const asked = all
    .filter(({ owner, isCommon }) => owner.kind === 'knowledge' && !isCommon)
    .map(({ owner, recognised, answer }) => ({ owner, answer, sentences: sentencesOf(recognised) }))
    .filter(({ sentences }) => sentences.length > 0)
    .slice(0, MOST_OWNERS);
  const rows = asked.flatMap(({ sentences, answer }, owner) => [
    ...sentences.map(sentence => ({ owner, sentence, isAnswer: 0 })),
    ...(answer === undefined ? [] : [{ owner, sentence: answer, isAnswer: 1 }]),
  ]);
  const subjects = new Float32Array(rows.length * SUBJECT_DIMENSIONS);
  for (const [row, { sentence }] of rows.entries())
    subjects.set(subjectOf(sentence, syllablesOf(sentence)), row * SUBJECT_DIMENSIONS);
  return {
    owners: asked.map(({ owner }) => owner),
    subjects,
    ownerOf: Int32Array.from(rows, ({ owner }) => owner),
    isAnswer: Uint8Array.from(rows, ({ isAnswer }) => isAnswer),
  };
};

/** Words say something beside whole sentences; of words alone (停车) nobody knows what is asked about it. */
const sentencesOf = (recognised: Recognisable['recognised']): readonly string[] => {
  const likes = recognised.flatMap(one => one.likes ?? []);
  const words = likes.length > 0 ? recognised.flatMap(one => one.words) : [];
  return [...new Set([...likes, ...words])].slice(0, MOST_SENTENCES);
};

/** `beside`: something else was said, too. */
export interface Asking {
  readonly text: string;
  readonly syllables: readonly string[];
  readonly beside?: boolean;
}

/** What a question is about; null: nothing of these, or nobody knows which. */
export const findAbout = (abouts: Abouts, likes: Likes, { text, syllables, beside = false }: Asking): Match | null => {
  const { owners } = abouts;
  if (owners.length === 0) return null;
  const shared = sharedWith(abouts, text, syllables);
  const near = new Map<string, Like>();
  for (const like of nearestOf(likes, text)) if (like.entry.kind === 'knowledge') near.set(like.entry.id, like);
  const [first, second] = owners
    .map((entry, at) => {
      const like = near.get(entry.id);
      return { entry, like, score: shared[at]! + OF_LIKENESS * (like?.score ?? 0) };
    })
    .toSorted((a, b) => b.score - a.score);
  if (
    first === undefined ||
    first.score < LEAST ||
    first.score - (second?.score ?? 0) < (beside ? AHEAD_BESIDE : AHEAD)
  )
    return null;
  return {
    entry: first.entry,
    by: 'like',
    heard: first.like?.sentence ?? text,
    start: 0,
    end: [...tidy(text)].length,
    negated: false,
    score: Math.min(0.99, Math.round(100 * first.score) / 100),
  };
};

/** By owner. A sentence is looked at by its likeness, and once more where nothing else was heard: that is one look. */
const sharedWith = (abouts: Abouts, text: string, syllables: readonly string[]): Float64Array => {
  const isSame = lately?.abouts === abouts && lately.text === text && soundsSame(lately.syllables, syllables);
  if (!isSame) lately = { abouts, text, syllables, shared: sharedBy(abouts, subjectOf(text, syllables)) };
  return lately!.shared;
};

let lately:
  | {
      readonly abouts: Abouts;
      readonly text: string;
      readonly syllables: readonly string[];
      readonly shared: Float64Array;
    }
  | undefined;

const sharedBy = ({ owners, subjects, ownerOf, isAnswer }: Abouts, said: Subject): Float64Array => {
  const nearest = new Float64Array(owners.length).fill(-1);
  const sums = new Float64Array(owners.length);
  const counts = new Uint16Array(owners.length);
  const answers = new Float64Array(owners.length);
  for (let row = 0; row < ownerOf.length; row++) {
    const owner = ownerOf[row]!;
    const start = row * SUBJECT_DIMENSIONS;
    let shared = 0;
    for (let at = 0; at < SUBJECT_DIMENSIONS; at++) shared += subjects[start + at]! * said[at]!;
    if (isAnswer[row] === 1) {
      answers[owner] = shared;
      continue;
    }
    nearest[owner] = Math.max(nearest[owner]!, shared);
    sums[owner]! += shared;
    counts[owner]! += 1;
  }
  return nearest.map((one, at) => OF_NEAREST * one + (OF_ALL * sums[at]!) / counts[at]! + OF_ANSWER * answers[at]!);
};
