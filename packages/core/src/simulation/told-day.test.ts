import { expect, test } from 'vitest';
import type { Question } from '../conversation/index.ts';
import { dayNumber, weekdayOf } from './calendar.ts';
import { type Memory, noMemory, turnOf } from './mind.ts';

/** On Wednesday, 2 December 2026; nothing at the weekend, from tomorrow on for ten days, between ten and six. */
const within = { closed: [5, 6], daysAhead: 10, notToday: true, hours: { from: 600, to: 1_080 }, sentence: '' };
const question: Question = {
  ...{ node: 'day', plan: '预约', day: '2026-12-02', about: '到店日期' },
  ...{ wants: { type: 'date', within }, ways: [], mayAsk: [] },
};
const today = dayNumber('2026-12-02');

const daysOf = (memory: Memory, asked = question) =>
  Array.from({ length: 200 }, (_, seed) => turnOf({ temper: 'willing', seed, turn: 1 }, asked, memory)).map(
    ({ meant }) => (meant?.type === 'answer' && meant.value.of === 'date' ? meant.value : expect.unreachable()),
  );
const isInside = ({ day, minute }: ReturnType<typeof daysOf>[number]): boolean => {
  const on = dayNumber(day);
  const isHour = minute === null || (minute >= 600 && minute < 1_080);
  return on > today && on <= today + 10 && weekdayOf(on) < 5 && isHour;
};

test('a callee mostly names a day that is taken, sometimes another, and knows which', () => {
  const named = daysOf(noMemory);
  expect(named.filter(isInside).length).toBeGreaterThan(140);
  const outside = named.filter(({ isOutside }) => isOutside);
  expect(outside.length).toBeGreaterThan(10);
  expect(named.filter(day => isInside(day) !== (day.isOutside === undefined))).toEqual([]);
});

test('who was asked again names one that is taken', () => {
  const again = daysOf({ ...noMemory, told: { day: 1 } });
  expect(again.filter(day => !isInside(day))).toEqual([]);
});

test('hours that nobody thinks of, and no day but this one, are named all the same', () => {
  const tonight = { daysAhead: 0, hours: { from: 1_140, to: 1_260 }, sentence: '' };
  const named = daysOf({ ...noMemory, told: { day: 1 } }, { ...question, wants: { type: 'date', within: tonight } });
  expect(new Set(named.map(({ day, minute }) => `${day} ${minute}`))).toEqual(new Set(['2026-12-02 1140']));
});
