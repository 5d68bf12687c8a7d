import { expect, test } from 'vitest';
import type { DateBounds } from '../../plan/dates.ts';
import { answerIn } from '../answers.ts';

/** Written by hand: a Tuesday, 2026-11-24, at ten. Days of that year without it; `?half`: what is open; null: all of it is outside. */
const asked = { date: '2026-11-24', minute: 600 };
const day = (iso: string): string => iso.replace('2026-', '');
const hour = (minute: number): string => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;

const kept = (within: Omit<DateBounds, 'sentence'>, said: string): string | null => {
  const answer = answerIn({ type: 'date', within: { ...within, sentence: '换一天可以吗？' } }, said, asked);
  if (!answer?.when || answer.isOutside) return null;
  const { days, except, time, open } = answer.when;
  const named = days.map(({ from, to }) => (from === to ? day(from) : `${day(from)}~${day(to)}`)).join('+');
  const left = except.length === 0 ? '' : `!${except.map(day).join('+')}`;
  const hours = time === null ? '' : [...new Set([time.from, time.to])].map(hour).join('-');
  const means = [named, left, hours, open === null ? '' : `?${open}`].filter(Boolean).join(' ');
  return `${answer.value} = ${means}`;
};

const notSundays = { closed: [6] };
const ofAMonth = { daysAhead: 30 };
const notToday = { notToday: true };
const open9to18 = { hours: { from: 540, to: 1_080 } };
const evenings = { hours: { from: 1_080, to: 1_260 } };
const all = { ...notSundays, ...ofAMonth, ...notToday, ...open9to18 };

test.each<[Omit<DateBounds, 'sentence'>, string, string | null]>([
  [notSundays, '周六', '周六 = 11-28'],
  [notSundays, '周日', null],
  [notSundays, '周日可以吗', null],
  [notSundays, '周六周日都行', '11月28号 = 11-28'],
  [notSundays, '周日或者周一', '11月30号 = 11-30'],
  [notSundays, '周末下午', '11月28号下午 = 11-28'],
  [notSundays, '下周', '11月30号到12月5号 = 11-30~12-05'],
  [notSundays, '二十七号到三十号都行', '11月27号到11月28号或11月30号 = 11-27~11-28+11-30'],
  [notSundays, '下周日三点', null],
  [notSundays, '下午三点', '15:00 = 15:00 ?day'],
  [notSundays, '除了周三都可以', '除了周三都可以 = !11-25'],
  [notSundays, '周日不行，周六吧', '周六 = 11-28'],
  [{ closed: [5, 6] }, '周末', null],
  [ofAMonth, '三十天后', '三十天后 = 12-24'],
  [ofAMonth, '十二月二十五号', null],
  [ofAMonth, '十二月二十号到二十八号', '12月20号到12月24号 = 12-20~12-24'],
  [ofAMonth, '元旦', null],
  [ofAMonth, '下个月', '12月1号到12月24号 = 12-01~12-24'],
  [{ daysAhead: 1 }, '除了今明两天都行', null],
  [{ daysAhead: 2 }, '除了今明两天都行', '除了今明两天都行 = !11-24+11-25'],
  [notToday, '今天', null],
  [notToday, '今天下午三点', null],
  [notToday, '半个小时后', null],
  [notToday, '明天', '明天 = 11-25'],
  [notToday, '今明两天', '11月25号 = 11-25'],
  [notToday, '这周', '11月25号到11月29号 = 11-25~11-29'],
  [open9to18, '明天上午十点', '明天 10:00 = 11-25 10:00'],
  [open9to18, '明天晚上七点', null],
  [open9to18, '明天晚上', null],
  [open9to18, '明天凌晨', null],
  [open9to18, '明天下午', '明天下午 = 11-25'],
  [open9to18, '明天下午六点', null],
  [open9to18, '明天上午九点', '明天 9:00 = 11-25 9:00'],
  [open9to18, '明天早上八点', null],
  [open9to18, '明天下午四点到七点', '明天 16:00-18:00 = 11-25 16:00-18:00'],
  [open9to18, '明天三点', '明天 15:00 = 11-25 15:00'],
  [open9to18, '明天两三点', '明天 14:00-15:00 = 11-25 14:00-15:00'],
  [open9to18, '明天八点', null],
  [open9to18, '明天03:30', null],
  [open9to18, '三点', '三点 = 3:00 ?day'],
  [open9to18, '晚上八点', null],
  [{ hours: { from: 480, to: 1_260 } }, '明天八点', '明天八点 = 11-25 8:00 ?half'],
  [evenings, '明天七点', '明天 19:00 = 11-25 19:00'],
  [evenings, '明天晚上', '明天晚上 = 11-25'],
  [all, '明天三点', '明天 15:00 = 11-25 15:00'],
  [all, '周日三点', null],
  [all, '今天三点', null],
  [all, '周六周日下午两点', '11月28号 14:00 = 11-28 14:00'],
])('%j of 「%s」 keeps %s', (bounds, said, means) => {
  expect(kept(bounds, said)).toBe(means);
});

test('in a talk that does not know its day nothing is bounded', () => {
  const within = { ...all, sentence: '换一天可以吗？' };
  expect(answerIn({ type: 'date', within }, '周日', null)).toMatchObject({ value: '周日' });
  expect(answerIn({ type: 'date', within }, '周日', null)).not.toHaveProperty('isOutside');
});
