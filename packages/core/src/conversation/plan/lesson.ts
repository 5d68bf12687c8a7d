import type { KnowledgeItem, Plan, Recognised } from './plan.ts';

/** What a sentence that was not understood teaches: words and similar sentences of one intent or item of the knowledge base. */
interface Lesson {
  readonly to: 'intent' | 'knowledge';
  readonly id: string;
  readonly words: readonly string[];
  readonly likes: readonly string[];
  /** A question that the plan does not have yet: the lesson makes it, with that id. */
  readonly question?: { readonly name: string; readonly answers: readonly string[] } | undefined;
}

/** In one call the same is not answered for ever. */
const USUAL_ANSWERS = 3;

/** A question as one begins with it: nothing it is known by yet, said whenever it comes, and then on where one was. */
export const freshQuestion = (id: string, name: string, answers: readonly string[]): KnowledgeItem => ({
  id,
  name,
  priority: 0,
  words: [],
  answers,
  interruption: { when: 'always' },
  next: { resume: 'repeat' },
  limit: USUAL_ANSWERS,
});

const added = (to: readonly string[] | undefined, more: readonly string[]): readonly string[] => [
  ...new Set([...(to ?? []), ...more]),
];

/** The plan after a lesson: as it was when the lesson teaches nothing, or whom it is for is not there. */
export const taught = (plan: Plan, { to, id, words, likes, question }: Lesson): Plan => {
  const teach = <T extends Recognised & { readonly id: string }>(items: readonly T[]): readonly T[] =>
    items.map(item =>
      item.id === id
        ? { ...item, words: added(item.words, words), ...(likes.length > 0 && { likes: added(item.likes, likes) }) }
        : item,
    );
  if (to === 'intent') return { ...plan, intents: teach(plan.intents) };
  const isNew = question !== undefined && !plan.knowledge.some(item => item.id === id);
  const fresh = isNew ? [freshQuestion(id, question.name, question.answers)] : [];
  return { ...plan, knowledge: teach([...plan.knowledge, ...fresh]) };
};
