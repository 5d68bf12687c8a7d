import { dayOf, weekdayOf } from '../conversation/index.ts';
import {
  type Calendar,
  type Caps,
  type DayWindow,
  everyDay,
  type LocalTime,
  type MerchantRules,
  type Moment,
  type PlatformRules,
  plainCalendar,
  publishedHolidays,
  type RulesInForce,
  usualMerchantRules,
  usualPlatformRules,
  type WeekWindows,
} from './index.ts';

/** `09:30` as minutes. */
export const clock = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const localAt = (text: string): LocalTime => {
  const [date = '', time = ''] = text.split(' ');
  return { date, weekday: weekdayOf(dayOf(date)), minute: clock(time) };
};

/** `2026-11-23 09:30` in Beijing, where the merchant is, and elsewhere as it says. */
export const moment = (text: string, elsewhere: Readonly<Record<string, string>> = {}): Moment => ({
  local: localAt(text),
  clockOf: zone => localAt(elsewhere[zone] ?? text),
});

/** The usual rules, but for what is said. */
export const rulesWith = (over: {
  readonly legal?: DayWindow;
  readonly windows?: WeekWindows;
  readonly task?: Calendar;
  readonly taskCaps?: Caps;
  readonly platform?: Partial<PlatformRules>;
  readonly merchant?: Partial<MerchantRules>;
}): RulesInForce => {
  const calendar = over.task ?? (over.windows ? plainCalendar(over.windows) : null);
  return {
    platform: { version: 2, rules: { ...usualPlatformRules, ...over.platform } },
    merchant: {
      version: 5,
      rules: {
        ...usualMerchantRules,
        ...(over.legal && { calendar: plainCalendar(everyDay(over.legal.from, over.legal.to)) }),
        ...over.merchant,
      },
    },
    task: calendar && { calendar, caps: over.taskCaps ?? null },
    holidays: publishedHolidays,
  };
};
