import { buildRecognition, type Match, type Plan, recognise } from '@lianxian/core';
import type { SignedInContext } from '../../platform/http/index.ts';
import { syllablesOf } from '../../platform/words/syllables.ts';
import type { Reader } from './gain.policy.ts';

/** `plan.borrowed` is what a version would carry of the common word library. */
const readerOf = (plan: Plan): Reader => {
  const recognition = buildRecognition(plan, syllablesOf);
  const hasSounds =
    plan.defaults.byEar === true ||
    [...plan.intents, ...plan.knowledge, ...(plan.borrowed ?? []).map(({ recognised }) => recognised)].some(
      ({ sounds }) => (sounds?.length ?? 0) > 0,
    );
  const names = new Map([...plan.intents, ...plan.knowledge].map(({ id, name }) => [id, name]));
  const look = (text: string): string | null => {
    const [best] = recognise(recognition, text, hasSounds ? syllablesOf(text) : []).toSorted(byRank);
    if (best === undefined) return null;
    return best.negated ? (best.means ?? best.entry.id) : (names.get(best.entry.id) ?? best.entry.id);
  };
  return { read: look };
};

/** Texts to read by some plans. */
export interface Reading {
  readonly plans: readonly Plan[];
  readonly texts: readonly string[];
}

/** What each plan makes of each text, in the order of both. */
export const readAll = ({ plans, texts }: Reading): readonly (readonly (string | null)[])[] =>
  plans.map(plan => texts.map(readerOf(plan).read));

const program = new URL('./reading.thread.ts', import.meta.url);

/**
 * Readers that know these texts: read in a thread, since a plan and a quarter's sentences are more than a request may hold
 * the process up for.
 */
export const readersOnBench = async <const Plans extends readonly Plan[]>(
  { bench }: Pick<SignedInContext, 'bench'>,
  plans: Plans,
  texts: Iterable<string>,
): Promise<{ readonly [Each in keyof Plans]: Reader }> => {
  const unlike = [...new Set(texts)];
  const read = await bench.run<ReturnType<typeof readAll>>(program, { plans, texts: unlike } satisfies Reading);
  const readers = read.map((made): Reader => {
    const known = new Map(unlike.map((text, at) => [text, made[at] ?? null]));
    return { read: text => known.get(text) ?? null };
  });
  return readers as { readonly [Each in keyof Plans]: Reader };
};

/** As a node ranks them that has a way for each: priority, then the longer, then an intent before a question. */
const byRank = (a: Match, b: Match): number =>
  b.entry.priority - a.entry.priority ||
  b.end - b.start - (a.end - a.start) ||
  Number(a.entry.kind === 'knowledge') - Number(b.entry.kind === 'knowledge') ||
  a.start - b.start;
