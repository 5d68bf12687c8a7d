import { type Day, isoOf, partsOf, weekdayOf } from '../conversation/index.ts';
import type { holidayTable } from './holidays.ts';
import type { Calendar, DayWindow } from './types.ts';

/** Why nobody is called at an hour: by the clock, because the day is a holiday, or because nobody knows whether it is one. */
export const closedBecauses = ['hours', 'holiday', 'yearUnknown'] as const;
export type ClosedBecause = (typeof closedBecauses)[number];

/** The hours of a day, and why there are no others. */
export interface HoursOfDay {
  readonly windows: readonly DayWindow[];
  readonly because: ClosedBecause;
}

const SATURDAY = 5;
const MONDAY = 0;

/**
 * The hours of a day by a calendar: its own day first, then what public holidays make of it, then its weekday. Of a year without
 * a table a day is closed where a holiday would change it: it is never taken for a plain one.
 */
export const hoursOfDay = (calendar: Calendar, day: Day, kindOf: ReturnType<typeof holidayTable>): HoursOfDay => {
  const own = calendar.days[isoOf(day)];
  if (own !== undefined) return { windows: own, because: 'hours' };
  const weekday = weekdayOf(day);
  const windows = calendar.week[weekday] ?? [];
  const { holidaysOff, makeUpDaysOn } = calendar;
  const isAsked = holidaysOff || (makeUpDaysOn && weekday >= SATURDAY);
  if (!isAsked) return { windows, because: 'hours' };
  const kind = kindOf(day, partsOf(day).year);
  if (kind === 'unknown') return { windows: [], because: 'yearUnknown' };
  if (kind === 'holiday' && holidaysOff) return { windows: [], because: 'holiday' };
  return { windows: kind === 'makeUp' && makeUpDaysOn ? (calendar.week[MONDAY] ?? []) : windows, because: 'hours' };
};
