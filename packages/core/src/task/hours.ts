import { type DayWindow, type Lane, type LocalMinute, lanes, type WeekWindows } from './types.ts';

/**
 * When a number may be called: within the windows of its task and within the merchant's legal hours, both at once
 * (docs/tasks.md#hours). The far west lives two hours behind the clock it shares, so its legal hours are two hours later;
 * practice numbers ring on our own machine and have no hours.
 */
const MINUTES_A_DAY = 1_440;
const WEST_MINUTES = 120;

const contains = ({ from, to }: DayWindow, minute: number): boolean => from <= minute && minute < to;
const legalShift = (lane: Lane): number => (lane === lanes.west ? WEST_MINUTES : 0);

/** Whether this minute of the merchant's clock is inside the windows. */
export const isWithin = (windows: WeekWindows, local: LocalMinute): boolean =>
  (windows[local.weekday] ?? []).some(window => contains(window, local.minute));

/** Whether a number of this lane may be called in this minute of the merchant's clock. */
export const isOpen = (windows: WeekWindows, legal: DayWindow, local: LocalMinute, lane: Lane): boolean => {
  if (lane === lanes.practice) return true;
  const theirMinute = (local.minute - legalShift(lane) + MINUTES_A_DAY) % MINUTES_A_DAY;
  return contains(legal, theirMinute) && isWithin(windows, local);
};

/** Minutes to the next open one, 0 where it is open now; null where it never opens. */
export const minutesUntilOpen = (
  windows: WeekWindows,
  legal: DayWindow,
  local: LocalMinute,
  lane: Lane,
): number | null => {
  if (isOpen(windows, legal, local, lane)) return 0;
  const legalFrom = (legal.from + legalShift(lane)) % MINUTES_A_DAY;
  // Nothing opens but where a window or the legal hours begin; today comes again at the end of the week, with its morning.
  const openings = Array.from({ length: 8 }, (_, days) => days).flatMap(days => {
    const weekday = (local.weekday + days) % 7;
    const begins = [0, legalFrom, ...(windows[weekday] ?? []).map(({ from }) => from)];
    return begins
      .filter(minute => isOpen(windows, legal, { weekday, minute }, lane))
      .map(minute => days * MINUTES_A_DAY + minute - local.minute)
      .filter(minutes => minutes > 0);
  });
  return openings.length === 0 ? null : Math.min(...openings);
};

/** Hours of a day that are in both; each in order and apart. */
const inBoth = (one: readonly DayWindow[], other: readonly DayWindow[]): readonly DayWindow[] =>
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

/** When a task calls over its lines, whatever the law says; a line without hours of its own carries at any. */
export const hoursOverLines = (windows: WeekWindows, lines: readonly (WeekWindows | null)[]): WeekWindows => {
  if (lines.includes(null)) return windows;
  return windows.map((day, weekday) => inBoth(day, inAny(lines.map(line => line?.[weekday] ?? []))));
};

/** When an ordinary number may really be called: the legal hours are in it too. */
export const hoursThatHold = (
  windows: WeekWindows,
  legal: DayWindow,
  lines: readonly (WeekWindows | null)[],
): WeekWindows => hoursOverLines(windows, lines).map(day => inBoth(day, [legal]));
