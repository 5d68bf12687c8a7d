import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Lesson } from '@lianxian/contract';
import { buildRecognition, type Match, type Plan, recognise } from '@lianxian/core';
import { syllablesOf } from '../../platform/words/syllables.ts';
import type { Reader } from './gain.policy.ts';

/** `plan.borrowed` is what a version would carry of the common word library. */
export const readerOf = (plan: Plan): Reader => {
  const recognition = buildRecognition(plan, syllablesOf);
  const hasSounds = [
    ...plan.intents,
    ...plan.knowledge,
    ...(plan.borrowed ?? []).map(({ recognised }) => recognised),
  ].some(({ sounds }) => (sounds?.length ?? 0) > 0);
  const names = new Map([...plan.intents, ...plan.knowledge].map(({ id, name }) => [id, name]));
  const known = new Map<string, string | null>();
  const look = (text: string): string | null => {
    const [best] = recognise(recognition, text, hasSounds ? syllablesOf(text) : []).toSorted(byRank);
    if (best === undefined) return null;
    return best.negated ? (best.means ?? best.entry.id) : (names.get(best.entry.id) ?? best.entry.id);
  };
  return {
    read: text => {
      const found = known.has(text) ? known.get(text)! : look(text);
      known.set(text, found);
      return found;
    },
  };
};

/** Some 50 ms with two readers: who asks for a page meanwhile does not notice. */
const AT_ONCE = 200;

/** Has all texts read, with the process's other work in between: a reader knows what it has read. */
export const readInTurns = async (readers: readonly Reader[], texts: readonly string[]): Promise<void> => {
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    for (const text of texts.slice(from, from + AT_ONCE)) for (const reader of readers) reader.read(text);
    await nextTurn();
  }
};

/** As a node ranks them that has a way for each: priority, then the longer, then an intent before a question. */
const byRank = (a: Match, b: Match): number =>
  b.entry.priority - a.entry.priority ||
  b.end - b.start - (a.end - a.start) ||
  Number(a.entry.kind === 'knowledge') - Number(b.entry.kind === 'knowledge') ||
  a.start - b.start;

const added = (to: readonly string[] | undefined, more: readonly string[]): readonly string[] => [
  ...new Set([...(to ?? []), ...more]),
];

/** The draft after a lesson; the same one when it teaches nothing, or whom it is for is not there. */
export const learnt = (plan: Plan, { to, id, words, likes }: Lesson): Plan => {
  const teach = <
    T extends { readonly id: string; readonly words: readonly string[]; readonly likes?: readonly string[] },
  >(
    items: readonly T[],
  ): readonly T[] =>
    items.map(item =>
      item.id === id
        ? {
            ...item,
            words: added(item.words, words),
            ...(likes.length > 0 && { likes: added(item.likes, likes) }),
          }
        : item,
    );
  return to === 'intent' ? { ...plan, intents: teach(plan.intents) } : { ...plan, knowledge: teach(plan.knowledge) };
};
