import { conditionParts } from '../plan/condition-parts.ts';
import type { Condition, ConditionPart } from '../plan/plan.ts';
import { valueNamed } from '../sentences/values.ts';

type Values = Readonly<Record<string, string>>;

/** Does a condition node's condition hold, all of it? Numbers compare as numbers where both sides are numbers. */
export const holds = (when: Condition, values: Values, minuteOfDay: number): boolean =>
  conditionParts(when).every(part => partHolds(part, values, minuteOfDay));

const partHolds = (when: ConditionPart, values: Values, minuteOfDay: number): boolean => {
  if ('timeOfDay' in when) {
    const { from, to } = when.timeOfDay;
    return from <= to ? minuteOfDay >= from && minuteOfDay < to : minuteOfDay >= from || minuteOfDay < to;
  }
  const value = valueNamed(values, when.variable);
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
