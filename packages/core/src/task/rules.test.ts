import { expect, test } from 'vitest';
import { callingRules, capped, laneOf, lanes, lanesOfLine, retryableStates, usualRetries } from './index.ts';

test.each([
  ['13812345678', '北京', lanes.ordinary],
  ['13812345678', null, lanes.ordinary],
  ['13899100001', '新疆', lanes.west],
  ['13899100001', '新疆维吾尔自治区', lanes.west],
  ['13989000001', '西藏', lanes.ordinary],
  ['15400000001', null, lanes.practice],
  ['15400000001', '新疆', lanes.practice],
])('%s of %s is of lane %i', (phone, province, lane) => {
  expect(laneOf(phone, province)).toBe(lane);
});

test('the practice line dials practice numbers alone, any other line all but those', () => {
  expect(lanesOfLine({ practice: true })).toEqual([lanes.practice]);
  expect(lanesOfLine({ practice: false })).toEqual([lanes.ordinary, lanes.west]);
});

/** Three calls a day and ten in seven days, at 15:20. */
test.each([
  [0, 0, null],
  [2, 9, null],
  [3, 3, 'cappedDay'],
  [4, 9, 'cappedDay'],
  [0, 10, 'cappedWeek'],
  [3, 10, 'cappedWeek'],
])('a number called %i times today and %i times in seven days: %s', (today, week, because) => {
  const found = capped({ today, week }, callingRules, { weekday: 1, minute: 15 * 60 + 20 });
  expect(found).toEqual(because === null ? null : { because, afterMinutes: 8 * 60 + 40 });
});

test('what a new task tries again may be tried again, and never an interrupted call', () => {
  expect(Object.keys(usualRetries).filter(state => !retryableStates.some(known => known === state))).toEqual([]);
  expect(usualRetries.interrupted).toBeUndefined();
  for (const never of ['answered', 'emptyNumber', 'blacklisted', 'cancelled'])
    expect(retryableStates).not.toContain(never);
});
