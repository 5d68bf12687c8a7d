import type { DateTest, DayHalf, DayPoint } from '../plan/dates.ts';
import { type Day, dayOf, weekdayOf } from './calendar.ts';
import type { When } from './when.ts';

const DAYS_OF_WEEK = 7;
const NOON = 12 * 60;
const EVENING = 18 * 60;

/** Does it hold of every day and hour that was named, seen from the day of the call? Of what names none it holds not. */
export const dateHolds = (test: DateTest, when: When, calledOn: string): boolean => {
  switch (test.of) {
    case 'days': {
      const today = dayOf(calledOn);
      const from = test.from ? dayAt(test.from, today) : -Infinity;
      const to = test.to ? dayAt(test.to, today) : Infinity;
      return when.days.length > 0 && when.days.every(span => dayOf(span.from) >= from && dayOf(span.to) <= to);
    }
    case 'weekdays':
      return when.days.length > 0 && when.days.every(span => weekdaysIn(span).every(day => test.days.includes(day)));
    case 'half':
      return halfOf(when) === test.half;
  }
};

const dayAt = (point: DayPoint, today: Day): Day => ('ahead' in point ? today + point.ahead : dayOf(point.day));

const weekdaysIn = ({ from, to }: When['days'][number]): readonly number[] => {
  const first = dayOf(from);
  const count = Math.min(dayOf(to) - first + 1, DAYS_OF_WEEK);
  return Array.from({ length: count }, (_, n) => weekdayOf(first + n));
};

/** Null where it is open, or where hours lie in more than one. */
const halfOf = ({ part, time, open }: When): DayHalf | null => {
  if (time === null) return part && halves[part];
  if (open === 'half') return null;
  const last = Math.max(time.from, time.to - 1);
  return halfAt(time.from) === halfAt(last) ? halfAt(last) : null;
};

const halfAt = (minute: number): DayHalf => (minute < NOON ? 'morning' : minute < EVENING ? 'afternoon' : 'evening');

const halves = {
  dawn: 'morning',
  morning: 'morning',
  noon: 'afternoon',
  afternoon: 'afternoon',
  evening: 'evening',
  night: 'evening',
} as const satisfies Readonly<Record<NonNullable<When['part']>, DayHalf>>;
