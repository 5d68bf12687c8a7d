import type { DateTest, DayPoint } from '@lianxian/core';
import type { TFunction } from 'i18next';
import { listed, saidLanguage } from '../../../text/said.ts';

/** Monday first. */
export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;

/** It was a Monday. */
const someMonday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

export const weekdayName = (day: number): string =>
  new Intl.DateTimeFormat(saidLanguage(), { weekday: 'short', timeZone: 'UTC' }).format(someMonday + day * dayMs);

/** 今天, 明天, 后天, 3天后. */
export const dayAhead = (days: number): string =>
  new Intl.RelativeTimeFormat(saidLanguage(), { numeric: 'auto' }).format(days, 'day');

const pointText = (point: DayPoint): string => ('ahead' in point ? dayAhead(point.ahead) : point.day);

/** What a day must be, in words; an end that is open has none. */
export const dateTestText = (t: TFunction<'studio'>, test: DateTest): string => {
  if (test.of === 'weekdays') return listed(test.days.map(weekdayName));
  if (test.of === 'half') return t($ => $.date.halves[test.half]);
  const [from, to] = [test.from, test.to].map(point => (point ? pointText(point) : ''));
  return from === to ? (from ?? '') : `${from} – ${to}`;
};
