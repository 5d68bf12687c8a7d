import { whenIn } from '../answers/when/when.ts';
import { dateHolds } from '../events/date-holds.ts';
import type { When } from '../events/when.ts';
import { conditionParts } from '../plan/condition-parts.ts';
import type { DateTest } from '../plan/dates.ts';
import type { Condition, ConditionPart } from '../plan/plan.ts';
import { valueNamed } from '../sentences/values.ts';
import type { ConversationState } from './state.ts';

/** What conditions may ask of a talk. */
type Known = Pick<ConversationState, 'values' | 'dates' | 'date' | 'minuteOfDay'>;

/** Does a condition node's condition hold, all of it? Numbers compare as numbers where both sides are numbers. */
export const holds = (when: Condition, known: Known): boolean =>
  conditionParts(when).every(part => partHolds(part, known));

const partHolds = (when: ConditionPart, known: Known): boolean => {
  if ('timeOfDay' in when) {
    const { from, to } = when.timeOfDay;
    const { minuteOfDay } = known;
    return from <= to ? minuteOfDay >= from && minuteOfDay < to : minuteOfDay >= from || minuteOfDay < to;
  }
  const value = valueNamed(known.values, when.variable);
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
    case 'date':
      return dateIs(when.date, when.variable, value, known);
  }
};

const compare = (left: string, right: string): number => {
  const difference = Number(left) - Number(right);
  if (!Number.isNaN(difference)) return difference;
  return left < right ? -1 : left > right ? 1 : 0;
};

/** As it was kept; a column of a list is read for the day it names. In a talk that does not know its day none is known. */
const dateIs = (test: DateTest, variable: string, value: string, { dates, date, minuteOfDay }: Known): boolean => {
  if (date === null) return false;
  const kept: When | undefined = Object.hasOwn(dates, variable) ? dates[variable] : undefined;
  const when = kept ?? whenIn(value, { date, minute: minuteOfDay });
  return when !== null && dateHolds(test, when, date);
};
