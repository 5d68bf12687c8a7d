import type { ConversationNote, ConversationSummary } from '../events/events.ts';
import { builtInMeanings, type Exit, ownOf } from '../plan/exit.ts';
import { exitBefore, meaningBefore, type PlanBefore } from './before.ts';
import { each, isObject, type Loose, put } from './loose.ts';

/*
 * What calls and test conversations of earlier releases say of meanings and exits (see `before.ts`). Of a call its own
 * version is asked, so that an intent is found that is called otherwise by now.
 */

interface Understood {
  readonly meaning: string;
  readonly name?: string;
  readonly by: string;
  readonly matched: string;
}

interface Step {
  readonly node: string;
  readonly leftBy: string;
  readonly leftName?: string;
}

const isOurs = (exit: Exit): boolean => (ownOf(exit)?.kind ?? 'key') === 'key';

/** A line's reason; one that has its name already is of now. */
const understoodBefore = <T extends Understood>(plan: PlanBefore, understood: T): T => {
  const { meaning: word, name, by, matched } = understood;
  if (name !== undefined) return understood;
  if (by === 'key' && word !== '采集') return { ...understood, meaning: `key:${matched}`, name: word };
  const meaning = meaningBefore(plan, word);
  return { ...understood, meaning, name: isOurs(meaning) ? '' : word };
};

const leftBefore = (
  plan: PlanBefore,
  node: string,
  word: string,
): { readonly by: Exit | ''; readonly name: string } => {
  if (word === '') return { by: '', name: '' };
  const by = exitBefore(plan, node, word);
  return { by, name: isOurs(by) ? '' : word.replace(/^转到/, '') };
};

const stepBefore = <T extends Step>(plan: PlanBefore, step: T): T => {
  if (step.leftName !== undefined) return step;
  const { by, name } = leftBefore(plan, step.node, step.leftBy);
  return { ...step, leftBy: by, leftName: name };
};

export const pathBefore = <T extends Step>(plan: PlanBefore, path: readonly T[]): T[] =>
  path.map(step => stepBefore(plan, step));

export const linesBefore = <T extends { readonly understood: Understood | null }>(
  plan: PlanBefore,
  lines: readonly T[],
): T[] =>
  lines.map(line => (line.understood ? { ...line, understood: understoodBefore(plan, line.understood) } : line));

/** What was passed, of a call whose path is of before. */
export const passedBefore = <T extends { readonly node: string; readonly by: string }>(
  plan: PlanBefore,
  passed: readonly T[],
): T[] => passed.map(step => ({ ...step, by: leftBefore(plan, step.node, step.by).by }));

/** A note of a call that an upgrade cut off; the version it was made with is not at hand. */
export const noteOfAnyRelease = (note: ConversationNote): ConversationNote => {
  switch (note.type) {
    case 'node.left': {
      const { by, name } = leftBefore(null, note.node, note.by);
      return note.name === undefined && by !== '' ? { ...note, by, name } : note;
    }
    case 'callee.said':
    case 'callee.keyed':
      return note.understood ? { ...note, understood: understoodBefore(null, note.understood) } : note;
    case 'ended':
      return { ...note, summary: summaryOfAnyRelease(note.summary) };
    default:
      return note;
  }
};

const summaryOfAnyRelease = (summary: ConversationSummary): ConversationSummary => {
  const { path, facts } = summary;
  if (path.every(({ leftName }) => leftName !== undefined)) return summary;
  return {
    ...summary,
    path: pathBefore(null, path),
    facts: { ...facts, passed: passedBefore(null, facts.passed) },
  };
};

/** A test conversation; a yes is one by whichever intent it was told, as the word was one for all of them. */
export const testBefore = (plan: PlanBefore, test: unknown): unknown => {
  if (!isObject(test)) return test;
  const understood = (one: Loose) =>
    put(one, 'meaning', word => (typeof word === 'string' ? expected(plan, word) : word));
  const answer = (given: unknown) =>
    isObject(given) && given.type === 'means'
      ? put(given, 'choice', choice => (typeof choice === 'string' ? choiceBefore(plan, choice) : choice))
      : given;
  const moves = put(test, 'moves', all => each(all, move => put(move, 'answer', answer)));
  return put(moves, 'expects', expects =>
    isObject(expects) ? put(expects, 'understood', all => each(all, understood)) : expects,
  );
};

const expected = (plan: PlanBefore, word: string): string => {
  if (word === '') return '';
  const meaning = meaningBefore(plan, word);
  const ours = meaningBefore(null, word);
  const own = plan?.intents.find(({ id }) => meaning === `intent:${id}`);
  return own === undefined || own.means !== ours ? meaning : ours;
};

/** Ids stood alone among the words for what is ours. */
const choiceBefore = (plan: PlanBefore, choice: string): string => {
  const ours = meaningBefore(null, choice);
  if (builtInMeanings.some(meaning => meaning === ours)) return ours;
  if (plan?.intents.some(({ id }) => id === choice)) return `intent:${choice}`;
  return plan?.knowledge.some(({ id }) => id === choice) ? `knowledge:${choice}` : choice;
};
