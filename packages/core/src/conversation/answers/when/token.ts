import type { Day } from '../../events/calendar.ts';
import type { DayPart } from '../../events/when.ts';

/** A word of time in a text; what several mean together is for who reads them (`when.ts`). */
export type Meaning =
  | { readonly kind: 'days'; readonly spans: readonly Span[] }
  | { readonly kind: 'part'; readonly part: DayPart }
  /** Minutes of a day as they were said; `to` of 八九点. `isWritten`: 13:30 needs no half of the day. */
  | { readonly kind: 'clock'; readonly minute: number; readonly to: number; readonly isWritten: boolean }
  /** Minutes from now on: 半个小时后. */
  | { readonly kind: 'later'; readonly minutes: number }
  /** Of another calendar, or of none (二月三十号): it is read, so that nothing of it is taken for a day of ours. */
  | { readonly kind: 'lunar' };

/** Where it stands: `end` is behind its last character. */
export type Token = Meaning & { readonly start: number; readonly end: number };

/** Days from `from` to `to`, both among them. */
export interface Span {
  readonly from: Day;
  readonly to: Day;
}

export type Groups = Readonly<Record<string, string | undefined>>;

/** What words of a pattern (sticky, with named groups) mean; null: it is none. */
export interface Rule {
  readonly pattern: RegExp;
  readonly means: (said: Groups, today: Day) => Meaning | null;
}

export const figure = '(?:\\d{1,8}|[〇零一二两俩仨三四五六七八九十廿]{1,8})';
