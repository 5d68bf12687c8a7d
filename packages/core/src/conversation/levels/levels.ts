import { dateHolds } from '../events/date-holds.ts';
import type { CallFacts } from '../events/events.ts';
import type { Level, LevelCondition, LevelRule } from '../plan/plan.ts';

/** What a call came to by the level rules of its plan. */
interface Levelled {
  readonly level: Level;
  readonly levelRule: string;
  readonly tags: readonly string[];
  /** null: the rule leaves the customer's type alone. */
  readonly customerType: number | null;
}

const ruleOf = (rules: readonly LevelRule[], facts: CallFacts): LevelRule | undefined =>
  rules.find(({ when, match }) => {
    if (when.length === 0) return true;
    return match === 'any' ? when.some(one => factHolds(one, facts)) : when.every(one => factHolds(one, facts));
  });

/** Of a talk that goes on: null while only the rule for everything else holds. */
export const levelSoFar = (rules: readonly LevelRule[], facts: CallFacts): Level | null => {
  const rule = ruleOf(rules, facts);
  return rule === undefined || rule.when.length === 0 ? null : rule.level;
};

/** The first rule that holds. Compiling guarantees a last rule without conditions; F stands in for none. */
export const levelOf = (rules: readonly LevelRule[], facts: CallFacts): Levelled => {
  const rule = ruleOf(rules, facts);
  if (!rule) return { level: 'F', levelRule: '', tags: [], customerType: null };
  return { level: rule.level, levelRule: rule.name, tags: rule.tags ?? [], customerType: rule.customerType ?? null };
};

/** Does one condition of a rule hold of a finished call? */
export const factHolds = (condition: LevelCondition, facts: CallFacts): boolean =>
  asWritten(condition, facts) !== (condition.not ?? false);

/** A variable may be called like something every object has. */
const own = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;

const asWritten = (condition: LevelCondition, facts: CallFacts): boolean => {
  switch (condition.fact) {
    case 'passedNode':
      return facts.passed.some(({ node }) => node === condition.node);
    case 'leftNode':
      return facts.passed.some(({ node, by }) => node === condition.node && by === condition.by);
    case 'metIntent':
      return (own(facts.met, condition.intent) ?? 0) >= (condition.atLeast ?? 1);
    case 'answered': {
      const answer = own(facts.answers, condition.variable);
      return answer !== undefined && (condition.value === undefined || answer === condition.value);
    }
    case 'answeredDate': {
      const when = facts.dated && own(facts.dated.answers, condition.variable);
      return when !== undefined && dateHolds(condition.date, when, facts.dated!.calledOn);
    }
    case 'hungUpBy':
      return facts.hungUpBy === condition.by;
    case 'transferred':
      return facts.transferred;
    default: {
      const value = facts[condition.fact];
      return value >= (condition.atLeast ?? -Infinity) && value <= (condition.atMost ?? Infinity);
    }
  }
};
