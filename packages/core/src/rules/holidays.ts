import { type Day, dayOf } from '../conversation/index.ts';
import type { HolidayYear } from './types.ts';

/**
 * Public holidays of China and the days on which work is made up, as the General Office of the State Council published them: for
 * the years it has. One that is not here is unknown until the platform adds it; nothing is reckoned from the moon.
 */
export const publishedHolidays: readonly HolidayYear[] = [
  {
    year: 2024,
    source: '国务院办公厅关于2024年部分节假日安排的通知，2023-10-25，gov.cn',
    off: [
      { name: '元旦', from: '2024-01-01', to: '2024-01-01' },
      { name: '春节', from: '2024-02-10', to: '2024-02-17' },
      { name: '清明节', from: '2024-04-04', to: '2024-04-06' },
      { name: '劳动节', from: '2024-05-01', to: '2024-05-05' },
      { name: '端午节', from: '2024-06-10', to: '2024-06-10' },
      { name: '中秋节', from: '2024-09-15', to: '2024-09-17' },
      { name: '国庆节', from: '2024-10-01', to: '2024-10-07' },
    ],
    workdays: [
      '2024-02-04',
      '2024-02-18',
      '2024-04-07',
      '2024-04-28',
      '2024-05-11',
      '2024-09-14',
      '2024-09-29',
      '2024-10-12',
    ],
  },
  {
    year: 2025,
    source: '国务院办公厅关于2025年部分节假日安排的通知，2024-11-12，gov.cn',
    off: [
      { name: '元旦', from: '2025-01-01', to: '2025-01-01' },
      { name: '春节', from: '2025-01-28', to: '2025-02-04' },
      { name: '清明节', from: '2025-04-04', to: '2025-04-06' },
      { name: '劳动节', from: '2025-05-01', to: '2025-05-05' },
      { name: '端午节', from: '2025-05-31', to: '2025-06-02' },
      { name: '国庆节、中秋节', from: '2025-10-01', to: '2025-10-08' },
    ],
    workdays: ['2025-01-26', '2025-02-08', '2025-04-27', '2025-09-28', '2025-10-11'],
  },
  {
    year: 2026,
    source: '国务院办公厅关于2026年部分节假日安排的通知，2025-11-04，gov.cn',
    off: [
      { name: '元旦', from: '2026-01-01', to: '2026-01-03' },
      { name: '春节', from: '2026-02-15', to: '2026-02-23' },
      { name: '清明节', from: '2026-04-04', to: '2026-04-06' },
      { name: '劳动节', from: '2026-05-01', to: '2026-05-05' },
      { name: '端午节', from: '2026-06-19', to: '2026-06-21' },
      { name: '中秋节', from: '2026-09-25', to: '2026-09-27' },
      { name: '国庆节', from: '2026-10-01', to: '2026-10-07' },
    ],
    workdays: ['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10'],
  },
];

/** `unknown`: nobody has said what this year's holidays are. */
type DayKind = 'holiday' | 'makeUp' | 'plain' | 'unknown';

/** What a day is. A year's notice may speak of the last days of the year before. */
export const holidayTable = (years: readonly HolidayYear[]): ((day: Day, year: number) => DayKind) => {
  const known = new Set(years.map(({ year }) => year));
  const off = years.flatMap(year => year.off.map(({ from, to }) => [dayOf(from), dayOf(to)] as const));
  const workdays = new Set(years.flatMap(year => year.workdays.map(dayOf)));
  return (day, year) => {
    if (workdays.has(day)) return 'makeUp';
    if (off.some(([from, to]) => from <= day && day <= to)) return 'holiday';
    return known.has(year) ? 'plain' : 'unknown';
  };
};
