import type { CallState } from '../call/index.ts';
import { contains, type DayWindow, MINUTES_A_DAY, type WeekWindows } from '../rules/index.ts';
import type { RetryRule, RetryRules } from './types.ts';

/**
 * Outcomes that a merchant may have tried again, the usual ones first. Whom we reached or who told us no is not among
 * them, nor an empty number. `interrupted` is, but no rule comes with it: the phone may have rung (decision 8).
 */
export const retryableStates = [
  'noAnswer',
  'busy',
  'unreachable',
  'poweredOff',
  'outOfService',
  'rejected',
  'voicemail',
  'lineFault',
  'limited',
  'interrupted',
] as const satisfies readonly CallState[];
export type RetryableState = (typeof retryableStates)[number];

/** What a new task begins with: a busy phone is free soon, one nobody took is not taken ten minutes later. */
export const usualRetries: RetryRules = {
  noAnswer: { times: 1, afterMinutes: 120 },
  busy: { times: 2, afterMinutes: 15 },
  unreachable: { times: 1, afterMinutes: 120 },
  poweredOff: { times: 1, afterMinutes: 240 },
  lineFault: { times: 2, afterMinutes: 10 },
  limited: { times: 2, afterMinutes: 10 },
};

const usualDay: readonly DayWindow[] = [
  { from: 9 * 60, to: 12 * 60 },
  { from: 13 * 60 + 30, to: 20 * 60 },
];
/** Every day 09:00–12:00 and 13:30–20:00: the legal hours without the midday rest. */
export const usualWindows: WeekWindows = Array.from({ length: 7 }, () => usualDay);

/** Morning, afternoon and evening begin. */
const partsOfDay = [0, 12 * 60, 18 * 60] as const;
const partOf = (minute: number): number => partsOfDay.findLastIndex(begins => minute >= begins);

/**
 * How many minutes after a call that failed at this minute of the merchant's day the next is due. Hours are not asked here: a
 * part of the day that is closed is waited through by the claim, and what opens next is another one.
 */
export const retryAfter = ({ afterMinutes, at }: Pick<RetryRule, 'afterMinutes' | 'at'>, minute: number): number => {
  const then = (minute + afterMinutes) % MINUTES_A_DAY;
  if (at === undefined) return afterMinutes;
  if (at !== 'otherPart') return contains(at, then) ? afterMinutes : afterMinutes + until(at.from, then);
  if (partOf(then) !== partOf(minute)) return afterMinutes;
  const next = partsOfDay[(partOf(then) + 1) % partsOfDay.length]!;
  return afterMinutes + until(next, then);
};

const until = (minute: number, from: number): number => (minute - from + MINUTES_A_DAY) % MINUTES_A_DAY;
