import type { CalleeBecause, CallingRules, LocalMinute } from './types.ts';

/** Calls of a number over all tasks of a merchant: on this day of its clock, and in seven days with this one. */
interface CallsOfNumber {
  readonly today: number;
  readonly week: number;
}

interface Capped {
  readonly because: Extract<CalleeBecause, 'cappedDay' | 'cappedWeek'>;
  /** To midnight, when a day falls out of the count and one looks again. */
  readonly afterMinutes: number;
}

/**
 * Whether a number was called often enough (docs/tasks.md#caps); null where it may be called. Practice lines have none.
 */
export const capped = (
  calls: CallsOfNumber,
  rules: Pick<CallingRules, 'callsPerDay' | 'callsPerWeek'>,
  local: LocalMinute,
): Capped | null => {
  const afterMinutes = 1_440 - local.minute;
  if (calls.week >= rules.callsPerWeek) return { because: 'cappedWeek', afterMinutes };
  return calls.today >= rules.callsPerDay ? { because: 'cappedDay', afterMinutes } : null;
};
