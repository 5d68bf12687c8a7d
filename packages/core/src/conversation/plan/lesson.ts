import type { CollectNode, KnowledgeItem, Plan, PlanNode, Recognised } from './plan.ts';

/**
 * What a sentence that was not understood, or not as it was meant, teaches: words, similar sentences and the like of one
 * intent, item of the knowledge base, or option of a node that asks for a choice.
 */
export interface Lesson {
  readonly to: 'intent' | 'knowledge' | 'option';
  /** Of an option: its node. */
  readonly id: string;
  /** The value of an option; it has words alone. */
  readonly option?: string | undefined;
  readonly words: readonly string[];
  readonly likes: readonly string[];
  readonly sounds?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
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

/** The plan after a lesson: as it was when the lesson teaches nothing, or whom it is for is not there. */
export const taught = (plan: Plan, lesson: Lesson): Plan => {
  const { to, id, question } = lesson;
  const isNew = to === 'knowledge' && question !== undefined && !plan.knowledge.some(item => item.id === id);
  const fresh = isNew ? [freshQuestion(id, question.name, question.answers)] : [];
  return withTexts({ ...plan, knowledge: [...plan.knowledge, ...fresh] }, lesson, (texts = [], more) => [
    ...new Set([...texts, ...more]),
  ]);
};

/** The plan without what a lesson taught; a question that it made stays, somebody may have written more of it. */
export const untaught = (plan: Plan, lesson: Lesson): Plan =>
  withTexts(plan, lesson, (texts = [], less) => texts.filter(text => !less.includes(text)));

/** What of a lesson the plan does not have yet: what taking it back may take. */
export const newIn = (plan: Plan, lesson: Lesson): Lesson => {
  const known = textsOf(plan, lesson);
  const fresh = (kind: TextKind) => (lesson[kind] ?? []).filter(text => !(known?.[kind] ?? []).includes(text));
  return { ...lesson, words: fresh('words'), likes: fresh('likes'), sounds: fresh('sounds'), except: fresh('except') };
};

const textKinds = ['words', 'likes', 'sounds', 'except'] as const;
type TextKind = (typeof textKinds)[number];
type Change = (texts: readonly string[] | undefined, lessons: readonly string[]) => readonly string[];

const textsOf = (plan: Plan, { to, id, option }: Lesson): Pick<Recognised, TextKind> | undefined => {
  if (to !== 'option') return (to === 'intent' ? plan.intents : plan.knowledge).find(one => one.id === id);
  const node = plan.flows.flatMap(({ nodes }) => nodes).find(one => one.id === id);
  return node && isChoice(node) ? node.accepts.options.find(({ value }) => value === option) : undefined;
};

const withTexts = (plan: Plan, lesson: Lesson, change: Change): Plan => {
  const { to, id } = lesson;
  const changed = <T extends Recognised & { readonly id: string }>(items: readonly T[]): readonly T[] =>
    items.map(item => (item.id === id ? textsChanged(item, lesson, change) : item));
  if (to === 'intent') return { ...plan, intents: changed(plan.intents) };
  if (to === 'knowledge') return { ...plan, knowledge: changed(plan.knowledge) };
  const flows = plan.flows.map(flow => ({
    ...flow,
    nodes: flow.nodes.map(node => (node.id === id && isChoice(node) ? optionChanged(node, lesson, change) : node)),
  }));
  return { ...plan, flows };
};

/** A list that is empty and was not there stays away. */
const textsChanged = <T extends Recognised>(item: T, lesson: Lesson, change: Change): T => {
  const lists = textKinds.flatMap(kind => {
    const lessons = lesson[kind] ?? [];
    return lessons.length > 0 ? [[kind, change(item[kind], lessons)] as const] : [];
  });
  const isKept = ([kind, texts]: (typeof lists)[number]) => kind === 'words' || texts.length > 0;
  const rest = Object.fromEntries(
    Object.entries(item).filter(([field]) => !lists.some(list => list[0] === field && !isKept(list))),
  ) as T;
  return { ...rest, ...Object.fromEntries(lists.filter(isKept)) };
};

type ChoiceNode = CollectNode & { readonly accepts: Extract<CollectNode['accepts'], { readonly type: 'choice' }> };
const isChoice = (node: PlanNode): node is ChoiceNode => node.kind === 'collect' && node.accepts.type === 'choice';

const optionChanged = (node: ChoiceNode, { option, words }: Lesson, change: Change): PlanNode => {
  const options = node.accepts.options.map(one =>
    one.value === option ? { ...one, words: change(one.words, words) } : one,
  );
  return { ...node, accepts: { ...node.accepts, options } };
};
