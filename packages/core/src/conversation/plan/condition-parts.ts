import type { Condition, ConditionPart } from './plan.ts';

/** What must hold, each by itself. */
export const conditionParts = (when: Condition): readonly ConditionPart[] => ('all' in when ? when.all : [when]);

/** The condition of these; of one it is that one. */
export const allOf = (parts: readonly [ConditionPart, ...ConditionPart[]]): Condition =>
  parts.length === 1 ? parts[0] : { all: parts };
