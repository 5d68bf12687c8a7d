import type { Condition } from '../plan/plan.ts';
import { valueNamed } from '../sentences/values.ts';

/** Does a condition node's condition hold? Numbers compare as numbers where both sides are numbers. */
export const holds = (when: Condition, values: Readonly<Record<string, string>>, minuteOfDay: number): boolean => {
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
