import { readFileSync } from 'node:fs';
import { buildRecognition, type Match, type Recognised, type Recognition, recognise } from '@lianxian/core';
import { syllablesOf } from '../../../server/src/platform/words/syllables.ts';
import { coursePlan } from './course-plan.ts';

/**
 * How well the plan of `course-plan.ts` understands sentences it has no words for, per method: right, wrong, not at all.
 * A sentence of [none] is right when nothing is understood. The plan was tuned on `development` and `misheard`; only
 * `heldOut` says how it does with sentences nobody had in mind.
 */
interface Spoken {
  readonly text: string;
  /** Id of an intent or knowledge item; null: nothing the plan knows. */
  readonly means: string | null;
}

export interface Outcome {
  readonly right: number;
  readonly wrong: number;
  readonly not: number;
}

export const methods = ['words', 'likes', 'kept', 'sounds', 'byEar'] as const;
export type Method = (typeof methods)[number];

/** A file of sentences below `[what they mean]`. */
const readSentences = (name: string): readonly Spoken[] => {
  let means: string | null = null;
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .flatMap(line => {
      const head = /^\[(.+)\]$/.exec(line);
      if (head) means = head[1] === 'none' ? null : head[1]!;
      return head || line === '' || line.startsWith('#') ? [] : [{ text: line, means }];
    });
};

export const sets = {
  heldOut: readSentences('held-out.txt'),
  development: readSentences('development.txt'),
  misheard: readSentences('misheard.txt'),
} as const;

export type SetName = keyof typeof sets;
export const setNames: readonly SetName[] = ['heldOut', 'development', 'misheard'];

const none = { intents: [], knowledge: [] };

/** The plan without a list of sounds: those words are words like others. */
const unlisted = <T extends Recognised>({ sounds = [], ...owner }: T) => ({
  ...owner,
  words: [...owner.words, ...sounds],
});
const coursePlanByEar = {
  intents: coursePlan.intents.map(unlisted),
  knowledge: coursePlan.knowledge.map(unlisted),
};

/** Words alone; with the plan's own similar sentences; with the common meanings it took; with the words it lists by their
 * sound; with all its words by ear instead, which nobody typed twice.
 */
const recognitionOf = (method: Method): Recognition => {
  if (method === 'byEar') return buildRecognition({ ...coursePlanByEar, defaults: { byEar: true } }, syllablesOf);
  const whole = buildRecognition(coursePlan, syllablesOf);
  const empty = buildRecognition(none);
  if (method === 'sounds') return whole;
  const silent = { ...whole, sounds: empty.sounds };
  if (method === 'kept') return silent;
  return { ...silent, similar: method === 'words' ? empty.similar : { ...whole.similar, takers: [], tradeTakers: [] } };
};

/** As a conversation ranks them: the longer one, then what was said first. */
const best = (matches: readonly Match[]): string | null =>
  matches.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)[0]?.entry.id ?? null;

export const bestOf = (recognition: Recognition, text: string): string | null =>
  best(recognise(recognition, text, syllablesOf(text)));

interface Told {
  readonly means: string | null;
  readonly heard: string | null;
}

export const outcomeOf = (all: readonly Told[]): Outcome => ({
  right: all.filter(one => one.heard === one.means).length,
  wrong: all.filter(one => one.heard !== null && one.heard !== one.means).length,
  not: all.filter(one => one.heard === null && one.means !== null).length,
});

const measure = (method: Method, sentences: readonly Spoken[]): Outcome => {
  const recognition = recognitionOf(method);
  return outcomeOf(sentences.map(({ text, means }) => ({ means, heard: bestOf(recognition, text) })));
};

export const measureAll = (method: Method): Readonly<Record<SetName, Outcome>> => ({
  heldOut: measure(method, sets.heldOut),
  development: measure(method, sets.development),
  misheard: measure(method, sets.misheard),
});
