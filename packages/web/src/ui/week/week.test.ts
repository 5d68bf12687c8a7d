import { expect, test } from 'vitest';
import { closed, dayText, isOpenAt, opened, readTime, sameDays, usualWeek } from './week.ts';

const hours = (from: number, to: number) => ({ from: from * 60, to: to * 60 });

test('windows that touch or overlap become one', () => {
  expect(opened([hours(9, 12)], hours(12, 14))).toEqual([hours(9, 14)]);
  expect(opened([hours(9, 12), hours(14, 18)], hours(11, 15))).toEqual([hours(9, 18)]);
  expect(opened([hours(14, 18)], hours(9, 12))).toEqual([hours(9, 12), hours(14, 18)]);
});

test('a noon break cuts a window in two, and a whole one away', () => {
  expect(closed([hours(9, 20)], hours(12, 13))).toEqual([hours(9, 12), hours(13, 20)]);
  expect(closed([hours(9, 12), hours(14, 18)], hours(9, 12))).toEqual([hours(14, 18)]);
  expect(closed([hours(9, 12)], hours(15, 16))).toEqual([hours(9, 12)]);
});

test('a day keeps at most six windows', () => {
  const six = [0, 2, 4, 6, 8, 10].map(at => hours(at, at + 1));
  expect(opened(six, hours(20, 21))).toBe(six);
  expect(closed(six, { from: 10, to: 20 })).toBe(six);
});

test('the end of a window is not in it', () => {
  expect([isOpenAt([hours(9, 12)], 9 * 60), isOpenAt([hours(9, 12)], 12 * 60)]).toEqual([true, false]);
});

test.each([
  ['9:00', 540],
  ['09：30', 570],
  ['24:00', 1_440],
  ['24:01', null],
  ['9:60', null],
  ['9', null],
])('the time %s is minute %s', (text, minute) => {
  expect(readTime(text)).toBe(minute);
});

test('days with the same hours are told as one run', () => {
  const week = [...usualWeek.slice(0, 5), [hours(10, 12)], []];
  expect(sameDays(week, 'zh-CN')).toEqual([
    { from: 0, to: 4, hours: '9:00–20:00' },
    { from: 5, to: 5, hours: '10:00–12:00' },
    { from: 6, to: 6, hours: '' },
  ]);
  expect(dayText([hours(9, 12), hours(14, 18)], 'zh-CN')).toBe('9:00–12:00、14:00–18:00');
});
