import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hoursOverLines,
  hoursThatHold,
  isOpen,
  type Lane,
  lanes,
  minutesUntilOpen,
  usualWindows,
  type WeekWindows,
} from './index.ts';

const legal = { from: 540, to: 1_200 };
const [monday, saturday, sunday] = [0, 5, 6];
const clock = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
/** Monday 08:00–12:00 and 14:00–21:00, Saturday 10:00–11:00, else nothing. */
const week: WeekWindows = [
  [
    { from: 480, to: 720 },
    { from: 840, to: 1_260 },
  ],
  [],
  [],
  [],
  [],
  [{ from: 600, to: 660 }],
  [],
];

test.each<[number, string, boolean, boolean]>([
  //                  ordinary, west
  [monday, '08:59', false, false],
  [monday, '09:00', true, false],
  [monday, '10:59', true, false],
  [monday, '11:00', true, true],
  [monday, '12:00', false, false],
  [monday, '13:59', false, false],
  [monday, '14:00', true, true],
  [monday, '19:59', true, true],
  [monday, '20:00', false, true],
  [monday, '20:59', false, true],
  [monday, '21:00', false, false],
  [saturday, '10:30', true, false],
  [saturday, '11:00', false, false],
  [sunday, '10:30', false, false],
])('on day %i at %s ordinary numbers may be called: %s, those of the far west: %s', (weekday, time, ordinary, west) => {
  const local = { weekday, minute: clock(time) };
  expect(isOpen(week, legal, local, lanes.ordinary)).toBe(ordinary);
  expect(isOpen(week, legal, local, lanes.west)).toBe(west);
  expect(isOpen(week, legal, local, lanes.practice)).toBe(true);
});

test.each<[number, string, Lane, number | null]>([
  [monday, '08:00', lanes.ordinary, 60],
  [monday, '08:00', lanes.west, 180],
  [monday, '09:30', lanes.ordinary, 0],
  [monday, '12:00', lanes.ordinary, 120],
  [monday, '20:30', lanes.ordinary, 5 * 1_440 - 10 * 60 - 30],
  [sunday, '23:59', lanes.ordinary, 9 * 60 + 1],
  [saturday, '12:00', lanes.ordinary, 2 * 1_440 - 3 * 60],
  [sunday, '03:00', lanes.practice, 0],
])('on day %i at %s a number of lane %i waits %s minutes', (weekday, time, lane, minutes) => {
  expect(minutesUntilOpen(week, legal, { weekday, minute: clock(time) }, lane)).toBe(minutes);
});

test('the same morning a week later is waited for; windows outside the legal hours never open', () => {
  const mondayMornings: WeekWindows = [[{ from: 540, to: 600 }], [], [], [], [], [], []];
  expect(minutesUntilOpen(mondayMornings, legal, { weekday: 0, minute: 600 }, lanes.ordinary)).toBe(7 * 1_440 - 60);
  const nights: WeekWindows = [[{ from: 0, to: 480 }], [], [], [], [], [], []];
  expect(minutesUntilOpen(nights, legal, { weekday: 0, minute: 100 }, lanes.ordinary)).toBeNull();
});

test('a new task calls from nine to twelve and from half past one to eight, every day', () => {
  const open = (time: string) =>
    [0, 3, 6].map(weekday => isOpen(usualWindows, legal, { weekday, minute: clock(time) }, 0));
  expect([open('09:00'), open('12:00'), open('13:30'), open('20:00')].flat()).toEqual(
    [true, false, true, false].flatMap(is => [is, is, is]),
  );
});

test('the minutes to the next opening are exact: it is open then and at no minute before', () => {
  const day = fc
    .uniqueArray(fc.integer({ min: 0, max: 1_440 }), { maxLength: 6 })
    .map(marks => marks.toSorted((a, b) => a - b))
    .map(marks =>
      marks.flatMap((from, index) => (index % 2 === 0 && marks[index + 1] ? [{ from, to: marks[index + 1]! }] : [])),
    );
  const hours = fc
    .tuple(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 1, max: 1_440 }))
    .filter(([a, b]) => a < b);
  fc.assert(
    fc.property(
      fc.array(day, { minLength: 7, maxLength: 7 }),
      hours.map(([from, to]) => ({ from, to })),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 1_439 }),
      fc.constantFrom<Lane>(0, 1),
      (windows, legalHours, weekday, minute, lane) => {
        const later = (by: number) => {
          const all = weekday * 1_440 + minute + by;
          return { weekday: Math.floor(all / 1_440) % 7, minute: all % 1_440 };
        };
        const openAt = Array.from({ length: 7 * 1_440 }, (_, by) => by).find(by =>
          isOpen(windows, legalHours, later(by), lane),
        );
        expect(minutesUntilOpen(windows, legalHours, { weekday, minute }, lane)).toBe(openAt ?? null);
      },
    ),
    { seed: 7, numRuns: 60 },
  );
});

test('at half past eight in the evening a list of the west is called, over a line that carries until ten', () => {
  const late: WeekWindows = Array.from({ length: 7 }, () => [{ from: 540, to: 1_320 }]);
  const evening = { weekday: monday, minute: clock('20:30') };
  const overLines = hoursOverLines(late, [late]);
  expect(minutesUntilOpen(overLines, legal, evening, lanes.west)).toBe(0);
  expect(minutesUntilOpen(overLines, legal, evening, lanes.ordinary)).toBe(750);
  expect(hoursThatHold(late, legal, [late])[monday]).toEqual([{ from: 540, to: 1_200 }]);
});
