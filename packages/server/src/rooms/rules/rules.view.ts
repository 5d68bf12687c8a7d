import {
  auditFieldText,
  auditValueText,
  capsOf,
  type InputOf,
  type Language,
  type OutputOf,
  ruleLimits,
  type rulesEndpoints,
  wireCaps,
} from '@lianxian/contract';
import type { DayWindow, HolidayYear, LocalTime, MerchantRules, PlatformRules } from '@lianxian/core';

/** Rules as the wire has them, as the audit tells them, and what one version has changed of the one before. */
type Saved = Omit<InputOf<typeof rulesEndpoints.save>, 'version'>;
type PlatformSaved = Omit<InputOf<typeof rulesEndpoints.savePlatform>, 'version'>;
type Facts = Readonly<Record<string, unknown>>;

export const wireOf = ({ calendar, caps, channels, provinces, byHand }: MerchantRules): Saved => ({
  week: calendar.week.map(day => day.map(window => ({ ...window }))),
  days: Object.fromEntries(Object.entries(calendar.days).map(([date, day]) => [date, day.map(one => ({ ...one }))])),
  holidaysOff: calendar.holidaysOff,
  makeUpDaysOn: calendar.makeUpDaysOn,
  ...wireCaps(caps),
  channels,
  provinces: { ...provinces },
  byHand,
});
export const rulesOf = ({ week, days, holidaysOff, makeUpDaysOn, channels, provinces, byHand, ...caps }: Saved) => ({
  calendar: { week, days, holidaysOff, makeUpDaysOn },
  caps: capsOf(caps),
  channels,
  provinces,
  byHand,
});

export const platformWireOf = ({ hours, caps, overMerchants, shifts }: PlatformRules): PlatformSaved => ({
  fromMinute: hours.from,
  toMinute: hours.to,
  ...wireCaps(caps),
  overMerchants,
  shifts: { ...shifts },
});
export const platformOf = ({ fromMinute, toMinute, overMerchants, shifts, ...caps }: PlatformSaved) => ({
  hours: { from: fromMinute, to: toMinute },
  caps: capsOf(caps),
  overMerchants,
  shifts,
});

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** 「08:00–21:00」. */
export const spanText = ({ from, to }: DayWindow): string => `${clock(from)}–${clock(to)}`;
/** 「2026-10-02 11:00–12:00」 each; a closed day has a stroke. */
export const daysText = (of: Readonly<Record<string, readonly DayWindow[]>>): readonly string[] =>
  Object.entries(of)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, windows]) => `${key} ${windows.map(spanText).join(' ') || '—'}`);

export const factsOf = (rules: MerchantRules): Facts => {
  const { days, provinces, ...rest } = wireOf(rules);
  const narrowed = Object.fromEntries(Object.entries(provinces).map(([name, window]) => [name, [window]]));
  return { ...rest, ownDays: daysText(days), provinces: daysText(narrowed) };
};
export const platformFactsOf = (rules: PlatformRules): Facts => ({
  ...platformWireOf(rules),
  shifts: Object.entries(rules.shifts).map(([province, minutes]) => `${province} ${minutes}`),
});

export const changesOf = (before: Facts, after: Facts, language: Language) =>
  Object.keys(after)
    .map(field => ({
      field: auditFieldText(field, language),
      before: auditValueText(field, before[field], language),
      after: auditValueText(field, after[field], language),
    }))
    // As they read: what the database gives back has its keys in another order.
    .filter(change => change.before !== change.after);

interface Version {
  readonly version: number;
  readonly at: Date;
  readonly by: string;
}
/** Versions as a page shows them: one more than shown tells that there are more. */
export const versionsPage = <Row extends Version>(
  rows: readonly Row[],
  changes: (row: Row) => ReturnType<typeof changesOf>,
): OutputOf<typeof rulesEndpoints.versions> => {
  const shown = rows.slice(0, ruleLimits.versionsAPage);
  return {
    list: shown.map(row => ({ version: row.version, at: row.at.toISOString(), by: row.by, changes: changes(row) })),
    after: rows.length > shown.length ? String(shown.at(-1)?.version) : null,
  };
};

const NOTICE_FROM_MONTH = 11;
/** The year that runs, and from November on the next, for that is when its holidays are published. */
export const unknownYear = (years: readonly HolidayYear[], { date }: LocalTime): number | null => {
  const [year = 0, month = 0] = date.split('-').map(Number);
  const wanted = month >= NOTICE_FROM_MONTH ? [year, year + 1] : [year];
  return wanted.find(one => years.every(known => known.year !== one)) ?? null;
};
