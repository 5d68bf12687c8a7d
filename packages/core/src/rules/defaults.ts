import type { Calendar, MerchantRules, PlatformRules, WeekWindows } from './types.ts';

/** A week of the same day. */
export const everyDay = (from: number, to: number): WeekWindows => Array.from({ length: 7 }, () => [{ from, to }]);

/** Only a week: no day is otherwise, and holidays are days as others. */
export const plainCalendar = (week: WeekWindows): Calendar => ({
  week,
  days: {},
  holidaysOff: false,
  makeUpDaysOn: false,
});

/** Until the platform says otherwise. */
export const usualPlatformRules: PlatformRules = {
  hours: { from: 8 * 60, to: 21 * 60 },
  caps: { perDay: 5, per7Days: null, per30Days: 10, minutesBetween: 0 },
  overMerchants: false,
  // The sun of Urumqi is two hours behind Beijing's; offices of Lhasa begin half an hour to an hour later.
  shifts: { 新疆: 120, 西藏: 60 },
};

/** Until a merchant's owner says otherwise. */
export const usualMerchantRules: MerchantRules = {
  calendar: plainCalendar(everyDay(9 * 60, 20 * 60)),
  caps: { perDay: 3, per7Days: 10, per30Days: null, minutesBetween: 0 },
  provinces: {},
  byHand: 'warn',
  channels: 300,
};
