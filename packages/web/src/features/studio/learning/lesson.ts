import type { Lesson } from '@lianxian/contract';
import type { Plan, Recognised } from '@lianxian/core';

const added = (to: readonly string[] | undefined, more: readonly string[]): readonly string[] => [
  ...new Set([...(to ?? []), ...more]),
];

/** The draft after a lesson: words and similar sentences of one intent or question more. */
export const taught = (plan: Plan, { to, id, words, likes }: Lesson): Plan => {
  const teach = <T extends Recognised & { readonly id: string }>(items: readonly T[]): readonly T[] =>
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

/** Words typed with blanks or commas between them. */
export const wordsIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,，、；;]+/).filter(word => word !== '')),
];
