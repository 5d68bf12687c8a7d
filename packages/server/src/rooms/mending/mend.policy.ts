import type { LineReading, Mend, mendEndpoints, OutputOf } from '@lianxian/contract';
import {
  type CompiledPlan,
  compileWhole,
  isBackchannel,
  type Lesson,
  type LineRead,
  ownOf,
  type Plan,
  type PlanNode,
  readLine,
  recognise,
  type SaidAt,
  type SyllablesOf,
  taught,
  tidy,
  withoutEdges,
} from '@lianxian/core';

/**
 * What would make a draft hear a line as it was meant: each way is tried on the draft before it is offered. The mildest
 * comes first: a word, a sentence like it; with an exception of what took the line; by its sound, where the
 * recogniser wrote other words.
 */
export interface MendWish {
  readonly line: Omit<SaidAt, 'syllables'>;
  /** What of the line may be written into a plan: without numbers and the callee's name. */
  readonly shown: string;
  readonly meant: { readonly meaning: string; readonly value: string } | null;
  /** What was really said: the draft says what that means. */
  readonly said: string | null;
  readonly word: string | null;
}

type Ways = OutputOf<typeof mendEndpoints.ways>;
export type Proposed = Pick<Ways, 'now' | 'meant' | 'options' | 'intents' | 'questions' | 'mends'> & {
  /** The word of the plan that was said and not written. */
  readonly unwritten: string | null;
};

type Target = NonNullable<MendWish['meant']>;
interface Way {
  readonly kind: Mend['kind'];
  readonly text: string;
  readonly lessons: readonly Lesson[];
}

/** More than a few characters are a sentence, and no word of one. */
const WORD_CHARS = 6;

export const proposed = (plan: Plan, wish: MendWish, syllablesOf: SyllablesOf): Proposed => {
  const read = (of: CompiledPlan, text: string): LineRead | null =>
    readLine(of, { ...wish.line, text, syllables: syllablesOf(text) });
  const draft = compileWhole(plan, syllablesOf);
  const now = read(draft, wish.line.text);
  const said = wish.said === null ? null : read(draft, wish.said);
  const target = said === null ? wish.meant : targetOf(said);
  const ways = target === null ? [] : waysTo(plan, wish, { draft, syllablesOf, target, now, said });
  const node = plan.flows.flatMap(({ nodes }) => nodes).find(({ id }) => id === wish.line.node);
  return {
    now: readingOf(now),
    meant: readingOf(said),
    ...mayMean(plan, node),
    mends: ways.map(({ kind, text, lessons }) => {
      const after = read(compileWhole(lessons.reduce(taught, plan), syllablesOf), wish.line.text);
      return { kind, text, lessons: lessons.map(onWire), holds: isMeant(after, target!), becomes: readingOf(after) };
    }),
    unwritten: unwrittenIn(plan, wish, said),
  };
};

const onWire = ({ sounds, except, question: _, ...lesson }: Lesson): Mend['lessons'][number] => ({
  ...lesson,
  words: [...lesson.words],
  likes: [...lesson.likes],
  ...(sounds && { sounds: [...sounds] }),
  ...(except && { except: [...except] }),
});

const readingOf = (read: LineRead | null): LineReading | null =>
  read?.understood ? { meaning: read.understood.meaning, name: read.understood.name, value: read.value } : null;

const targetOf = ({ understood, value }: LineRead): Target | null =>
  understood && { meaning: understood.meaning, value };

const isMeant = (read: LineRead | null, { meaning, value }: Target): boolean =>
  read?.understood?.meaning === meaning && (value === '' || read.value === value);

/** What one may mean there: what the node leads on by comes first. */
const mayMean = (plan: Plan, node: PlanNode | undefined): Pick<Proposed, 'options' | 'intents' | 'questions'> => {
  const routers = node !== undefined && 'routers' in node ? node.routers : [];
  const leadsOn = ({ id, means }: Plan['intents'][number]) =>
    routers.some(({ on }) => (typeof on === 'string' ? on === means : on.intent === id));
  const intents = plan.intents.map(intent => ({ id: intent.id, name: intent.name, leadsOn: leadsOn(intent) }));
  const options = node?.kind === 'collect' && node.accepts.type === 'choice' ? node.accepts.options : [];
  return {
    options: options.map(({ value }) => ({ value })),
    intents: intents.toSorted((a, b) => Number(b.leadsOn) - Number(a.leadsOn)),
    questions: plan.knowledge.map(({ id, name }) => ({ id, name })),
  };
};

interface Sides {
  readonly draft: CompiledPlan;
  readonly syllablesOf: SyllablesOf;
  readonly target: Target;
  readonly now: LineRead | null;
  readonly said: LineRead | null;
}

/** What of a line may be written down, as it sounds. */
interface Line {
  readonly bare: string;
  readonly syllables: readonly string[];
}

const waysTo = (plan: Plan, wish: MendWish, sides: Sides): readonly Way[] => {
  const { draft, target, now, said, syllablesOf } = sides;
  const to = learnerOf(wish.line.node, target);
  if (to === null || isMeant(now, target)) return [];
  const bare = withoutEdges(wish.shown, /[，。！？、,.!?…\s]/u);
  const word = wish.word || (isWord(bare) ? bare : '');
  const exceptions = exceptionsOf(draft, sides, { bare, syllables: syllablesOf(bare) });
  const heard = unwrittenIn(plan, wish, said);
  const ways: Way[] = [];
  const offer = (kind: Way['kind'], text: string, learnt: Partial<Lesson>, more: readonly Lesson[] = []) =>
    ways.push({ kind, text, lessons: [{ ...to, words: [], likes: [], ...learnt }, ...more] });
  if (heard !== null && to.to !== 'option') offer('sound', heard, { sounds: [heard] });
  if (word !== '') offer('word', word, { words: [word] });
  if (to.to !== 'option') offer('sentence', bare, { likes: [bare] });
  if (exceptions.length > 0 && word !== '') offer('wordExcept', word, { words: [word] }, exceptions);
  if (exceptions.length > 0 && to.to !== 'option') offer('sentenceExcept', bare, { likes: [bare] }, exceptions);
  return ways;
};

const isWord = (bare: string): boolean => {
  const { length } = [...bare];
  return length > 1 && length <= WORD_CHARS && !isBackchannel(bare);
};

/** Who learns it; null: what is meant there is no matter of words (a date, a key). */
const learnerOf = (node: string, { meaning, value }: Target): Pick<Lesson, 'to' | 'id' | 'option'> | null => {
  if (meaning === 'collected') return value === '' ? null : { to: 'option', id: node, option: value };
  const own = ownOf(meaning);
  return own?.kind === 'intent' || own?.kind === 'knowledge' ? { to: own.kind, id: own.id } : null;
};

/** Others may take the line before anything is like it: as many are told that it is not theirs. */
const MOST_EXCEPTIONS = 3;

/** What takes the line is not said with it: what it was understood as, and whose words stand in it. */
const exceptionsOf = (draft: CompiledPlan, { now, target }: Sides, { bare, syllables }: Line): readonly Lesson[] => {
  const took = recognise(draft.recognition, bare, syllables).map(({ entry: { kind, id } }) => `${kind}:${id}`);
  const others = [...new Set([...(now?.understood ? [now.understood.meaning] : []), ...took])].flatMap(meaning => {
    const own = meaning === target.meaning ? null : ownOf(meaning);
    return own?.kind === 'intent' || own?.kind === 'knowledge' ? [{ to: own.kind, id: own.id }] : [];
  });
  return others.slice(0, MOST_EXCEPTIONS).map(other => ({ ...other, words: [], likes: [], except: [bare] }));
};

/** By words it was said, and they do not stand in the line. */
const unwrittenIn = (plan: Plan, { line, said: text }: MendWish, said: LineRead | null): string | null => {
  const { by, matched = '', meaning = '' } = said?.understood ?? {};
  if (text === null || (by !== 'words' && by !== 'exact' && by !== 'choice' && by !== 'sound')) return null;
  const own = ownOf(meaning);
  const owner = [...plan.intents, ...plan.knowledge].find(({ id }) => id === own?.id);
  // With a no before it, and of several the one that was found.
  const word = owner?.words.find(one => matched.endsWith(one)) ?? matched;
  return word.length < 2 || tidy(line.text).includes(tidy(word)) ? null : word;
};
