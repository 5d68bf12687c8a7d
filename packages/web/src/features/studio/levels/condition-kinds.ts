import { countedFacts, type LevelCondition, type LevelRule } from '@lianxian/core';
import { freshDateTest } from '../frame/date-test-fields.tsx';

/** Facts that are numbers; talk is kept in ms and shown in seconds. */
type Count = (typeof countedFacts)[number];
/** In the order in which people think of them. */
export const facts = [
  'answered',
  'answeredDate',
  'metIntent',
  'passedNode',
  'leftNode',
  'transferred',
  'hungUpBy',
  ...countedFacts,
] as const satisfies readonly LevelCondition['fact'][];
export type Fact = LevelCondition['fact'];

/** A condition on a number, with its bounds. */
type CountCondition = {
  readonly not?: boolean;
  readonly fact: Count;
  readonly atLeast?: number;
  readonly atMost?: number;
};
export const isCountCondition = (condition: LevelCondition): condition is LevelCondition & CountCondition =>
  (countedFacts as readonly Fact[]).includes(condition.fact);

/** A condition of a kind, before anything of it is chosen. */
export const freshCondition = (fact: Fact): LevelCondition => {
  switch (fact) {
    case 'passedNode':
      return { fact, node: '' };
    case 'leftNode':
      return { fact, node: '', by: '' };
    case 'metIntent':
      return { fact, intent: '' };
    case 'answered':
      return { fact, variable: '' };
    case 'answeredDate':
      return { fact, variable: '', date: freshDateTest };
    case 'hungUpBy':
      return { fact, by: 'callee' };
    case 'transferred':
      return { fact };
    default:
      return { fact, atLeast: fact === 'talkMs' ? 30_000 : 1 };
  }
};

/** Without the keys that say nothing: an absent bound is none, an absent tag list as well. */
export const tidyRule = ({ tags, customerType, match, ...rule }: LevelRule): LevelRule => ({
  ...rule,
  ...(match === 'any' && rule.when.length > 0 && { match }),
  ...(tags && tags.length > 0 && { tags }),
  ...(customerType !== undefined && { customerType }),
});

/** The list with one at another place. */
export const moved = <T>(list: readonly T[], from: number, to: number): readonly T[] => {
  const taken = list[from];
  if (taken === undefined || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, taken);
};
