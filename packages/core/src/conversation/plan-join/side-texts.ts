import { conditionParts } from '../plan/condition-parts.ts';
import type { Condition, ConditionNode, ConditionPart, Plan } from '../plan/plan.ts';
import { sentenceRead } from '../sentences/labels.ts';

/** A part of a plan as somebody reads it who did not draw it: words, and ways by the names of where they lead. */

/** What a person wrote. Everything else is ids and settings. */
const writtenKeys: ReadonlySet<string> = new Set(
  `name label sentences answers words combined exact except sounds likes meanings value variable waiting announcement fallback
   farewell apology sentence tag tags text`.split(/\s+/),
);
const signs: Readonly<Record<Exclude<ConditionPart, { timeOfDay: unknown }>['is'], string>> = {
  ...{ equal: '=', notEqual: '≠', contains: '∋', less: '<', greater: '>' },
  ...{ empty: '= ∅', filled: '≠ ∅', date: '∈' },
};
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const conditionText = (plan: Plan, when: Condition): string =>
  conditionParts(when)
    .map(part => {
      if ('timeOfDay' in part) return `${clock(part.timeOfDay.from)}–${clock(part.timeOfDay.to)}`;
      const label = plan.variables.find(({ name }) => name === part.variable)?.label || part.variable;
      const held = 'value' in part ? part.value : part.is === 'date' ? Object.values(part.date).join(' ') : '';
      return `${label} ${signs[part.is]} ${held}`.trim();
    })
    .join(' & ');

const branchesText = (plan: Plan, { branches, otherwise }: ConditionNode): readonly string[] => {
  const nodes = plan.flows.flatMap(flow => flow.nodes);
  const to = (id: string) => nodes.find(node => node.id === id)?.name ?? '';
  return [...branches.map(branch => `${conditionText(plan, branch.when)} → ${to(branch.to)}`), `→ ${to(otherwise)}`];
};

/** Strings under such keys, at whatever depth, in their order; a list of strings belongs to the key it stands under. */
const written = (part: unknown, isWritten = false): readonly string[] => {
  if (typeof part === 'string') return isWritten && part !== '' ? [part] : [];
  if (Array.isArray(part)) return part.flatMap(entry => written(entry, isWritten));
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => written(value, writtenKeys.has(key)));
};

/** Numbers and switches, by their keys. */
const settings = (part: unknown, key = ''): readonly string[] => {
  if (typeof part === 'number' || typeof part === 'boolean') return [`${key} ${part}`.trim()];
  if (Array.isArray(part)) return part.flatMap(entry => settings(entry, key));
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => settings(value, name));
};

const TEXT_CHARS = 300;
const isCondition = (part: unknown): part is ConditionNode =>
  typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'condition';
const wordsOf = (plan: Plan, part: unknown): readonly string[] => {
  if (isCondition(part)) return branchesText(plan, part);
  // By its name it is called beside.
  const unnamed = typeof part === 'object' && part !== null && 'name' in part ? { ...part, name: undefined } : part;
  const words = written(unnamed, typeof part === 'string' || Array.isArray(part));
  return words.map(text => sentenceRead(text, plan.variables));
};
const nameOf = (part: unknown): readonly string[] =>
  typeof part === 'object' && part !== null && 'name' in part ? [String(part.name)] : [];

/** One part of a plan; undefined where the plan has it no more. */
interface PlanPart {
  readonly plan: Plan;
  readonly part: unknown;
}

const isAlike = (one: readonly string[], other: readonly string[]): boolean => one.join('\n') === other.join('\n');
/** `own` reads so beside `other`: by what tells the two apart. */
const oneSide = (own: PlanPart, other: PlanPart): string => {
  const [words, otherWords] = [own, other].map(({ plan, part }) => wordsOf(plan, part)) as [string[], string[]];
  const [names, otherNames] = [own, other].map(({ part }) => nameOf(part)) as [string[], string[]];
  const isNamedAlike = isAlike(names, otherNames) || other.part === undefined;
  const others = new Set(settings(other.part));
  const only = isNamedAlike && isAlike(words, otherWords) ? settings(own.part).filter(one => !others.has(one)) : [];
  return [...(isNamedAlike ? [] : names), ...words, ...only].join(' / ').slice(0, TEXT_CHARS);
};

/** Both sides of a meeting; where they say the same, the settings that only one of them has. Empty: it is gone. */
export const sideTexts = (mine: PlanPart, theirs: PlanPart): { readonly mine: string; readonly theirs: string } => ({
  mine: oneSide(mine, theirs),
  theirs: oneSide(theirs, mine),
});
