import { expect, test } from 'vitest';
import { homeOfLane, lanes, openingsOf } from '../rules/index.ts';
import { moment, rulesWith } from '../rules/rules.test-data.ts';
import { usualWindows } from '../task/index.ts';
import { type CallsSeen, habitsOf, type ListAhead, whatIf } from './index.ts';

const now = moment('2026-11-23 10:00');
const list: ListAhead = {
  local: now.local,
  openings: openingsOf(rulesWith({ windows: usualWindows }), now),
  groups: [{ practice: false, home: homeOfLane(lanes.ordinary) }],
  waiting: [{ group: 0, tried: {}, last: null, inMinutes: 0, numbers: 1_200 }],
  calling: [],
  limit: 20,
  lines: [{ practice: false, channels: 20, callsPerSecond: 10, windows: null, isDown: false, price: 1_000 }],
  retries: {},
  callsPerDay: null,
};
/** Ten thousand calls, of which so many of ten were answered; a minute each, two are charged of an answered one. */
const seen = (answered: number): readonly CallsSeen[] => {
  const calls = answered * 1_000;
  const of = { before: null, hour: 10, province: null } as const;
  return [
    { ...of, state: 'answered', calls, seconds: calls * 60, minutes: calls * 2 },
    { ...of, state: 'noAnswer', calls: 10_000 - calls, seconds: (10_000 - calls) * 60, minutes: 0 },
  ];
};

test('what ten thousand calls have shown is told of the next 1,200, with a band about as wide as chance and a day make it', () => {
  const { today, all, end } = whatIf(list, habitsOf(seen(4)), 1);
  expect(today.calls).toEqual({ low: 1_200, middle: 1_200, high: 1_200 });
  expect(all).toEqual(today);
  // Four of ten are 480; a day is some 0.12 in the odds better or worse, which is 35 of them, and chance adds 17.
  expect(today.answered.middle).toBeGreaterThan(460);
  expect(today.answered.middle).toBeLessThan(500);
  const width = today.answered.high - today.answered.low;
  expect(width).toBeGreaterThan(60);
  expect(width).toBeLessThan(140);
  // Two minutes of ten fen each: 20 fen an answered call.
  expect(today.cost.middle / today.answered.middle).toBeGreaterThan(1_900);
  expect(today.cost.middle / today.answered.middle).toBeLessThan(2_100);
  // Twenty at once, a minute each.
  expect(end).toMatchObject({ low: expect.any(Number), middle: expect.any(Number) });
  if ('unknown' in end) throw new Error(end.unknown);
  expect(end.middle).toBeGreaterThanOrEqual(58);
  expect(end.middle).toBeLessThanOrEqual(64);
});

test('the same seed tells the same; of what was never seen little is sure', () => {
  expect(whatIf(list, habitsOf(seen(4)), 7)).toEqual(whatIf(list, habitsOf(seen(4)), 7));
  const known = whatIf(list, habitsOf(seen(4)), 1).today.answered;
  const unknown = whatIf(list, habitsOf([]), 1).today.answered;
  expect(unknown.high - unknown.low).toBeGreaterThan(3 * (known.high - known.low));
});

test('an hour and a province that answered better are told better', () => {
  const calls = (hour: number, province: string, answered: number): readonly CallsSeen[] => [
    { before: null, state: 'answered', hour, province, calls: answered, seconds: answered * 60, minutes: answered },
    { before: null, state: 'noAnswer', hour, province, calls: 1_000 - answered, seconds: 60_000, minutes: 0 },
  ];
  const habits = habitsOf([
    ...calls(10, '广东', 600),
    ...calls(10, '四川', 400),
    ...calls(16, '广东', 400),
    ...calls(16, '四川', 200),
  ]);
  const answeredIn = (province: string, at: string): number => {
    const then = moment(`2026-11-23 ${at}`);
    const openings = openingsOf(rulesWith({ windows: usualWindows }), then);
    const groups = [{ practice: false, home: { province, zones: [] } }];
    return whatIf({ ...list, local: then.local, openings, groups }, habits, 1).today.answered.middle;
  };
  expect(answeredIn('广东', '10:00')).toBeGreaterThan(answeredIn('四川', '10:00') + 100);
  expect(answeredIn('广东', '10:00')).toBeGreaterThan(answeredIn('广东', '16:00') + 100);
});

test('nobody can say when no line works', () => {
  const lines = list.lines.map(line => ({ ...line, isDown: true }));
  expect(whatIf({ ...list, lines }, habitsOf([]), 1).end).toEqual({ unknown: 'lineDown' });
});
