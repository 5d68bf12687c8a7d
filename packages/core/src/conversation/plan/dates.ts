/**
 * What a plan says of days and hours: the bounds of a node that asks for one, and what a condition or level rule wants of
 * one. Days of the week are numbers, Monday is 0; hours are minutes of the merchant's day, [from, to).
 */

/** What a node takes of the days and hours that are named to it; what is absent bounds nothing. */
export interface DateBounds {
  /** Days of the week that are not taken. */
  readonly closed?: readonly number[];
  /** At most so many days after that of the call. */
  readonly daysAhead?: number;
  /** The day of the call itself is not taken any more. */
  readonly notToday?: boolean;
  readonly hours?: Hours;
  /** Said when an answer lies outside, before it is asked again. */
  readonly sentence: string;
}

export interface Hours {
  readonly from: number;
  readonly to: number;
}

/** By the day of the call (0 is that day), or one of the calendar, `2026-11-24`. */
export type DayPoint = { readonly ahead: number } | { readonly day: string };

export const dayHalves = ['morning', 'afternoon', 'evening'] as const;
export type DayHalf = (typeof dayHalves)[number];

/** What all of a day that was kept must be. */
export type DateTest =
  /** Both among them; an end that is absent is open. */
  | { readonly of: 'days'; readonly from?: DayPoint; readonly to?: DayPoint }
  | { readonly of: 'weekdays'; readonly days: readonly number[] }
  | { readonly of: 'half'; readonly half: DayHalf };
