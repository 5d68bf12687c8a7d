import { joined, type Language, taskLimits } from '@lianxian/contract';
import { usualMerchantRules } from '@lianxian/core';

/**
 * The week of a task's calling hours: seven days of windows in minutes. All changes keep a day's windows in order, apart
 * and at most six (the contract's rule); windows that touch become one.
 */
export interface Window {
  readonly from: number;
  readonly to: number;
}
export type Week = readonly (readonly Window[])[];

const minutesADay = 1_440;
/** Of a time as one types it. */
export const timeChars = '23:59'.length;
/** The grid of the page: half an hour a cell. */
export const cellMinutes = 30;
export const cellsADay = minutesADay / cellMinutes;

/** The law's, as long as a merchant has set no other. */
export const usualWeek: Week = usualMerchantRules.calendar.week;
export const wholeWeek: Week = Array.from({ length: 7 }, () => [{ from: 0, to: minutesADay }]);

const merged = (windows: readonly Window[]): readonly Window[] => {
  const apart: Window[] = [];
  for (const next of windows.toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    if (last && next.from <= last.to) apart[apart.length - 1] = { ...last, to: Math.max(last.to, next.to) };
    else apart.push(next);
  }
  return apart;
};

/** The day with `range` open; the day as it was when it would have more windows than it may. */
export const opened = (day: readonly Window[], range: Window): readonly Window[] => {
  const next = merged([...day, range]);
  return next.length > taskLimits.windowsADay ? day : next;
};

/** The day with `range` closed; the day as it was when it would have more windows than it may. */
export const closed = (day: readonly Window[], range: Window): readonly Window[] => {
  const next = day.flatMap(({ from, to }) =>
    [
      { from, to: Math.min(to, range.from) },
      { from: Math.max(from, range.to), to },
    ].filter(window => window.from < window.to),
  );
  const kept = next.filter((window, at) => at === 0 || window.from !== next[at - 1]!.from);
  return kept.length > taskLimits.windowsADay ? day : kept;
};

export const isOpenAt = (day: readonly Window[], minute: number): boolean =>
  day.some(({ from, to }) => from <= minute && minute < to);

/** `9:00`, and `24:00` for the end of the day. */
export const timeText = (minute: number): string =>
  `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;

export const dayText = (day: readonly Window[], language: Language): string =>
  joined(
    day.map(({ from, to }) => `${timeText(from)}–${timeText(to)}`),
    'listed',
    language,
  );

/** `9:00`, `09:30`, `24:00` as minutes; null when it is no time of a day. */
export const readTime = (text: string): number | null => {
  const parts = /^(\d{1,2})[:：](\d{2})$/.exec(text.trim());
  if (!parts) return null;
  const minute = Number(parts[1]) * 60 + Number(parts[2]);
  return Number(parts[2]) < 60 && minute <= minutesADay ? minute : null;
};

/** Days with the same hours, side by side, as one: `[0, 4]` is Monday to Friday. */
export const sameDays = (
  week: Week,
  language: Language,
): readonly { readonly from: number; readonly to: number; readonly hours: string }[] =>
  week.reduce<{ from: number; to: number; hours: string }[]>((runs, day, at) => {
    const hours = dayText(day, language);
    const last = runs.at(-1);
    if (last && last.hours === hours) last.to = at;
    else runs.push({ from: at, to: at, hours });
    return runs;
  }, []);
