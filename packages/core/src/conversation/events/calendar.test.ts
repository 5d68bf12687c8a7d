import { expect, test } from 'vitest';
import { dayFrom, dayOf, isoOf, lastDayOf, partsOf, weekdayOf } from './calendar.ts';

const DAY_MS = 86_400_000;

test('every day of four centuries is the one of the clock', () => {
  const wrong: string[] = [];
  for (let day = dayOf('1899-12-30'); day < dayOf('2301-01-02'); day += 1) {
    const at = new Date(day * DAY_MS);
    const { year, month, date } = partsOf(day);
    const isRight = isoOf(day) === at.toISOString().slice(0, 10) && weekdayOf(day) === (at.getUTCDay() + 6) % 7;
    if (!isRight || dayFrom(year, month, date) !== day) wrong.push(at.toISOString());
  }
  expect(wrong).toEqual([]);
});

test('a month beyond its year is of the next; a day that is none is none', () => {
  expect(isoOf(dayFrom(2026, 13, 5)!)).toBe('2027-01-05');
  expect(isoOf(lastDayOf(2028, 2))).toBe('2028-02-29');
  expect(dayFrom(2026, 2, 29)).toBeNull();
  expect(dayFrom(2026, 11, 0)).toBeNull();
});
