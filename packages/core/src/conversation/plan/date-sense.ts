import type { DateBounds, DateTest, DayPoint } from './dates.ts';

const DAYS_OF_WEEK = 7;

/** Bounds that leave no day, or no hour of one. */
export const takesNothing = ({ closed = [], daysAhead, notToday = false, hours }: DateBounds): boolean =>
  new Set(closed).size >= DAYS_OF_WEEK ||
  (notToday && daysAhead === 0) ||
  (hours !== undefined && hours.from >= hours.to);

/** What holds of no day, or asks nothing of it. */
export const holdsNever = (test: DateTest): boolean => {
  if (test.of === 'half') return false;
  if (test.of === 'weekdays') return test.days.length === 0;
  const { from, to } = test;
  return (from === undefined && to === undefined) || (from !== undefined && to !== undefined && isAfter(from, to));
};

/** Of two that are said alike; which of a day ahead and one of the calendar is first only the call knows. */
const isAfter = (one: DayPoint, other: DayPoint): boolean => {
  if ('ahead' in one) return 'ahead' in other && one.ahead > other.ahead;
  return !('ahead' in other) && one.day > other.day;
};
