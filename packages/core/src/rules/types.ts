/**
 * The words of the rules of calling (docs/tasks.md#who-may-be-called-when): three levels, of which each may only narrow the one
 * above it. The platform bounds, the merchant's owner narrows, a task narrows further. What was saved is kept in versions.
 */

/** Minutes of one day, `from` included, `to` not: 540–1200 is 09:00–20:00. */
export interface DayWindow {
  readonly from: number;
  readonly to: number;
}
/** Monday to Sunday; a day without a window is a day without calls. */
export type WeekWindows = readonly (readonly DayWindow[])[];

/** A moment as a wall clock shows it; made at the rim. */
export interface LocalMinute {
  /** 0 is Monday. */
  readonly weekday: number;
  /** 0–1439. */
  readonly minute: number;
}
export interface LocalTime extends LocalMinute {
  /** `2026-11-27`. */
  readonly date: string;
}

/** Now, on the merchant's clock and on that of any other zone (IANA name). */
export interface Moment {
  readonly local: LocalTime;
  readonly clockOf: (zone: string) => LocalTime;
}

/**
 * Which lines are for a number, and at what hours it is worth looking at it: ordinary ones; those of provinces whose clock runs
 * behind; practice numbers; numbers abroad. The hours of each are its own (docs/tasks.md#lanes). Stored as a number.
 */
export const lanes = { ordinary: 0, west: 1, practice: 2, abroad: 3 } as const;
export type Lane = (typeof lanes)[keyof typeof lanes];

/** When one calls: the week, what days of it are otherwise, and what public holidays of China change. */
export interface Calendar {
  readonly week: WeekWindows;
  /** Days with hours of their own, by date; without a window the day is closed. They go before holidays. */
  readonly days: Readonly<Record<string, readonly DayWindow[]>>;
  /** Nobody is called on a public holiday. */
  readonly holidaysOff: boolean;
  /** A Saturday or Sunday on which work is made up has the hours of a Monday. */
  readonly makeUpDaysOn: boolean;
}

/** Calls of one number; null: as many as one likes. Days are those of the merchant's calendar. */
export interface Caps {
  readonly perDay: number | null;
  readonly per7Days: number | null;
  readonly per30Days: number | null;
  /** From one call to the next; 0: at once. */
  readonly minutesBetween: number;
}

export interface PlatformRules {
  /** The outermost hours, by the clock of whoever is called. */
  readonly hours: DayWindow;
  readonly caps: Caps;
  /** Its caps hold over the calls of all merchants together. */
  readonly overMerchants: boolean;
  /** Provinces whose day begins later than Beijing's, by so many minutes. */
  readonly shifts: Readonly<Record<string, number>>;
}

/** What somebody who calls by hand is told, or refused, outside the hours and beyond the caps. */
export const byHandWays = ['free', 'warn', 'refuse'] as const;
type ByHand = (typeof byHandWays)[number];

export interface MerchantRules {
  /** By the clock of whoever is called. */
  readonly calendar: Calendar;
  readonly caps: Caps;
  /** Provinces with narrower hours, by Beijing's clock. */
  readonly provinces: Readonly<Record<string, DayWindow>>;
  readonly byHand: ByHand;
  /** Live calls. */
  readonly channels: number;
}

/** What a task narrows for itself. */
export interface TaskRules {
  /** By the merchant's clock; of a number abroad by its own. */
  readonly calendar: Calendar;
  /** Over the merchant's calls to a number, as those of its rules; null: it has none of its own. */
  readonly caps: Caps | null;
}

/** Of rules: how often they were saved; 0: never, they are those of the house. */
export interface Versioned<Rules> {
  readonly version: number;
  readonly rules: Rules;
}

/** What holds for the calls of a task, or by hand (`task` null). */
export interface RulesInForce {
  readonly platform: Versioned<PlatformRules>;
  readonly merchant: Versioned<MerchantRules>;
  readonly task: TaskRules | null;
  readonly holidays: readonly HolidayYear[];
}

/** The public holidays of a year, as the State Council's office published them. */
export interface HolidayYear {
  readonly year: number;
  /** Where it was published. */
  readonly source: string;
  /** First and last day of each. */
  readonly off: readonly { readonly name: string; readonly from: string; readonly to: string }[];
  /** Days on which work is made up. */
  readonly workdays: readonly string[];
}

/** Which rule said no: of the house itself, of a list, or of a level of the rules. */
export interface RuleSaid {
  readonly level: 'house' | 'list' | 'platform' | 'merchant' | 'task';
  /** Of the platform's and the merchant's rules. */
  readonly version: number | null;
}
