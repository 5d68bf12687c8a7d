import { partsOf } from '../../events/calendar.ts';
import type { When } from '../../events/when.ts';
import type { Span } from './token.ts';

/* Days and hours as they are kept: what of them was said is not, for the plan takes less, or says which is meant. */

const HOUR = 60;

const clockWords = (minute: number): string => `${Math.floor(minute / HOUR)}:${String(minute % HOUR).padStart(2, '0')}`;

/** 15:30, 9:00-11:00. */
export const hoursInWords = ({ from, to }: NonNullable<When['time']>): string =>
  [...new Set([from, to])].map(clockWords).join('-');

/** Behind words of days, where there are any. */
export const behind = (days: string, hours: string): string => (days === '' ? hours : ` ${hours}`);

/** 11月30号到12月5号或12月7号. */
export const daysInWords = (days: readonly Span[]): string =>
  days.map(({ from, to }) => [...new Set([from, to])].map(dayWords).join('到')).join('或');

const dayWords = (day: number): string => {
  const { month, date } = partsOf(day);
  return `${month}月${date}号`;
};
