import type { CallState } from '../call/index.ts';
import type { DayWindow, WeekWindows } from '../rules/index.ts';
import type { RetryRules } from './types.ts';

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
