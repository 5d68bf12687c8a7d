import type { DayWindow, LocalMinute, WeekWindows } from './types.ts';

/** Hours of days and weeks. */
export const MINUTES_A_DAY = 1_440;

export const contains = ({ from, to }: DayWindow, minute: number): boolean => from <= minute && minute < to;

/** Whether this minute of the merchant's clock is inside the windows. */
export const isWithin = (windows: WeekWindows, local: LocalMinute): boolean =>
  (windows[local.weekday] ?? []).some(window => contains(window, local.minute));

/** Hours of a day that are in both; each in order and apart. */
export const inBoth = (one: readonly DayWindow[], other: readonly DayWindow[]): readonly DayWindow[] =>
  one.flatMap(({ from, to }) =>
    other
      .map(window => ({ from: Math.max(from, window.from), to: Math.min(to, window.to) }))
      .filter(window => window.from < window.to),
  );

/** Hours of a day that are in any, in order and apart. */
const inAny = (days: readonly (readonly DayWindow[])[]): readonly DayWindow[] => {
  const merged: DayWindow[] = [];
  for (const { from, to } of days.flat().sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else merged.push({ from, to });
  }
  return merged;
};

/** When any of these lines carries calls; null: at any hour. */
export const hoursOfLines = (lines: readonly (WeekWindows | null)[]): WeekWindows | null =>
  lines.length === 0 || lines.includes(null)
    ? null
    : Array.from({ length: 7 }, (_, weekday) => inAny(lines.map(line => line?.[weekday] ?? [])));
