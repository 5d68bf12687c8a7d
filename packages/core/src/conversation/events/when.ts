export type DayPart = 'dawn' | 'morning' | 'noon' | 'afternoon' | 'evening' | 'night';

/** Which day and hour words of the callee mean, by the merchant's calendar (product section 5). */
export interface When {
  /** Days that suit, each from … to, `2026-11-24`; empty: none was named. */
  readonly days: readonly { readonly from: string; readonly to: string }[];
  /** Days that do not suit, where all others do. */
  readonly except: readonly string[];
  readonly part: DayPart | null;
  /** Minutes of the day; 1,440 is its end. Equal where it is an instant. */
  readonly time: { readonly from: number; readonly to: number } | null;
  /** What has to be asked: the day is not said, or which half of the day an hour is of. */
  readonly open: 'day' | 'half' | null;
}
