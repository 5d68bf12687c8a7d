import type { EndedBy } from './events.ts';
import type { Condition, Level, LevelCondition, LevelRule } from './plan.ts';

/** Does a condition node's condition hold? Numbers compare as numbers where both sides are numbers. */
export const holds = (when: Condition, values: Readonly<Record<string, string>>, minuteOfDay: number): boolean => {
  if ('timeOfDay' in when) {
    const { from, to } = when.timeOfDay;
    return from <= to ? minuteOfDay >= from && minuteOfDay < to : minuteOfDay >= from || minuteOfDay < to;
  }
  const value = values[when.variable]?.trim() ?? '';
  switch (when.is) {
    case 'empty':
      return value === '';
    case 'filled':
      return value !== '';
    case 'equal':
      return value === when.value;
    case 'notEqual':
      return value !== when.value;
    case 'contains':
      return value.includes(when.value);
    case 'less':
      return value !== '' && compare(value, when.value) < 0;
    case 'greater':
      return value !== '' && compare(value, when.value) > 0;
  }
};

const compare = (left: string, right: string): number => {
  const difference = Number(left) - Number(right);
  if (!Number.isNaN(difference)) return difference;
  return left < right ? -1 : left > right ? 1 : 0;
};

/** All that level rules may ask of a finished call. */
export interface CallFacts {
  readonly talkMs: number;
  readonly turns: number;
  readonly positives: number;
  readonly negatives: number;
  readonly refusals: number;
  readonly notUnderstood: number;
  readonly passedNodes: ReadonlySet<string>;
  readonly metIntents: ReadonlySet<string>;
  readonly answered: ReadonlySet<string>;
  readonly hungUpBy: EndedBy;
}

/** The first rule whose conditions all hold. Compiling guarantees a last rule without conditions; F stands in for none. */
export const levelOf = (
  rules: readonly LevelRule[],
  facts: CallFacts,
): { readonly level: Level; readonly levelRule: string } => {
  const rule = rules.find(({ when }) => when.every(condition => factHolds(condition, facts)));
  return rule ? { level: rule.level, levelRule: rule.name } : { level: 'F', levelRule: '' };
};

const factHolds = (condition: LevelCondition, facts: CallFacts): boolean => {
  switch (condition.fact) {
    case 'passedNode':
      return facts.passedNodes.has(condition.node);
    case 'metIntent':
      return facts.metIntents.has(condition.intent);
    case 'answered':
      return facts.answered.has(condition.variable);
    case 'hungUpBy':
      return facts.hungUpBy === condition.by;
    default: {
      const value = facts[condition.fact];
      return value >= (condition.atLeast ?? -Infinity) && value <= (condition.atMost ?? Infinity);
    }
  }
};
