import type { Plan, Recognised } from './plan.ts';

/** What a sentence that was not understood teaches: words and similar sentences of one intent or item of the knowledge base. */
interface Lesson {
  readonly to: 'intent' | 'knowledge';
  readonly id: string;
  readonly words: readonly string[];
  readonly likes: readonly string[];
}

const added = (to: readonly string[] | undefined, more: readonly string[]): readonly string[] => [
  ...new Set([...(to ?? []), ...more]),
];

/** The plan after a lesson: as it was when the lesson teaches nothing, or whom it is for is not there. */
export const taught = (plan: Plan, { to, id, words, likes }: Lesson): Plan => {
  const teach = <T extends Recognised & { readonly id: string }>(items: readonly T[]): readonly T[] =>
    items.map(item =>
      item.id === id
        ? { ...item, words: added(item.words, words), ...(likes.length > 0 && { likes: added(item.likes, likes) }) }
        : item,
    );
  return to === 'intent' ? { ...plan, intents: teach(plan.intents) } : { ...plan, knowledge: teach(plan.knowledge) };
};
