import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf, isoOf } from '../conversation/index.ts';
import { usualWindows } from '../task/index.ts';
import {
  type Calendar,
  everyDay,
  type Home,
  homeOfLane,
  lanes,
  openingsOf,
  plainCalendar,
  type RulesInForce,
  unknownHome,
  type WeekWindows,
} from './index.ts';
import { clock, moment, rulesWith } from './rules.test-data.ts';

const xinjiang = homeOfLane(lanes.west);
const lhasa: Home = { province: '西藏', zones: [] };
const legal = { from: 540, to: 1_200 };
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
const [monday, saturday, sunday] = ['2026-11-23', '2026-11-28', '2026-11-29'];
const opens = (rules: RulesInForce, at: string) => openingsOf(rules, moment(at));

test.each([
  //                     ordinary, Xinjiang, Tibet
  [`${monday} 08:59`, false, false, false],
  [`${monday} 09:00`, true, false, false],
  [`${monday} 10:00`, true, false, true],
  [`${monday} 11:00`, true, true, true],
  [`${monday} 12:00`, false, false, false],
  [`${monday} 14:00`, true, true, true],
  [`${monday} 19:59`, true, true, true],
  [`${monday} 20:00`, false, true, true],
  [`${monday} 20:59`, false, true, true],
  [`${monday} 21:00`, false, false, false],
  [`${saturday} 10:30`, true, false, true],
  [`${saturday} 11:00`, false, false, false],
  [`${sunday} 10:30`, false, false, false],
])('at %s ordinary numbers may be called: %s, those of Xinjiang: %s, of Tibet: %s', (at, ordinary, west, tibet) => {
  const openings = opens(rulesWith({ legal, windows: week }), at);
  expect([unknownHome, xinjiang, lhasa].map(home => openings.isOpenAt(home, 0))).toEqual([ordinary, west, tibet]);
});

test.each([
  [`${monday} 08:00`, unknownHome, 60],
  [`${monday} 08:00`, xinjiang, 180],
  [`${monday} 09:30`, unknownHome, null],
  [`${monday} 12:00`, unknownHome, 120],
  [`${monday} 20:30`, unknownHome, 5 * 1_440 - 10 * 60 - 30],
  [`${sunday} 23:59`, unknownHome, 9 * 60 + 1],
  [`${saturday} 12:00`, unknownHome, 2 * 1_440 - 3 * 60],
])('at %s a number of %o waits %s minutes', (at, home, minutes) => {
  const closed = opens(rulesWith({ legal, windows: week }), at).closedAt(home, 0);
  expect(closed?.afterMinutes ?? null).toBe(minutes);
});

test('the same morning a week later is waited for; windows outside the merchant’s hours never open', () => {
  const mondayMornings: WeekWindows = [[{ from: 540, to: 600 }], [], [], [], [], [], []];
  const later = opens(rulesWith({ legal, windows: mondayMornings }), `${monday} 10:00`).closedAt(unknownHome, 0);
  expect(later).toMatchObject({ because: 'hours', afterMinutes: 7 * 1_440 - 60, rule: { level: 'task' } });
  const nights: WeekWindows = [[{ from: 0, to: 480 }], [], [], [], [], [], []];
  const never = opens(rulesWith({ legal, windows: nights }), `${monday} 01:40`).closedAt(unknownHome, 0);
  expect(never).toMatchObject({ because: 'hours', afterMinutes: null });
});

test.each([
  ['the platform', { from: 0, to: 1_440 }, { level: 'platform', version: 2 }],
  ['the merchant', { from: 600, to: 1_200 }, { level: 'merchant', version: 5 }],
])('what is closed at eleven past seven is closed by %s, whatever the task says', (_who, hours, rule) => {
  const rules = rulesWith({ legal: hours, windows: everyDay(0, 1_440) });
  const at = rule.level === 'platform' ? '07:11' : '09:11';
  expect(opens(rules, `${monday} ${at}`).closedAt(unknownHome, 0)).toMatchObject({ because: 'hours', rule });
});

test('a new task calls from nine to twelve and from half past one to eight, every day', () => {
  const open = (time: string) =>
    [monday, '2026-11-26', sunday].map(day =>
      opens(rulesWith({ legal, windows: usualWindows }), `${day} ${time}`).isOpenAt(unknownHome, 0),
    );
  expect([open('09:00'), open('12:00'), open('13:30'), open('20:00')].flat()).toEqual(
    [true, false, true, false].flatMap(is => [is, is, is]),
  );
});

test('a province may have narrower hours of its own, by Beijing’s clock', () => {
  const rules = rulesWith({
    legal,
    merchant: { provinces: { 广东: { from: 600, to: 1_080 }, 新疆: { from: 720, to: 1_260 } } },
  });
  const open = (at: string, province: string) => opens(rules, `${monday} ${at}`).isOpenAt({ province, zones: [] }, 0);
  expect(['09:59', '10:00', '18:00'].map(at => open(at, '广东'))).toEqual([false, true, false]);
  expect(['11:30', '12:00', '20:59', '21:00'].map(at => open(at, '新疆维吾尔自治区'))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(open('09:00', '浙江')).toBe(true);
});

/** Weekdays nine to six, no weekends; on holidays nobody, make-up days as Mondays. */
const office: Calendar = {
  ...plainCalendar([...everyDay(540, 1_080).slice(0, 5), [], []]),
  days: { '2026-11-24': [], '2026-11-28': [{ from: 600, to: 660 }], '2026-10-02': [{ from: 660, to: 720 }] },
  holidaysOff: true,
  makeUpDaysOn: true,
};
test.each([
  ['a plain Friday', '2026-11-27 10:00', true, null, null],
  ['a plain Sunday', '2026-11-29 10:00', false, 'hours', 1_440 - 60],
  ['the Sunday on which work is made up before National Day', '2026-09-20 10:00', true, null, null],
  ['the same Sunday in the evening', '2026-09-20 18:00', false, 'hours', 15 * 60],
  ['the Saturday made up after it', '2026-10-10 09:00', true, null, null],
  ['a Saturday without work', '2026-10-17 09:00', false, 'hours', 2 * 1_440],
  ['National Day', '2026-10-01 10:00', false, 'holiday', 1_440 + 60],
  ['a day of the merchant’s own inside the holiday', '2026-10-02 11:30', true, null, null],
  ['the last day of the holiday', '2026-10-07 17:00', false, 'holiday', 16 * 60],
  ['New Year’s Sunday, made up', '2026-01-04 12:00', true, null, null],
  ['a Tuesday that the merchant closed', '2026-11-24 10:00', false, 'hours', 23 * 60],
  ['a Saturday that the merchant opened for an hour', '2026-11-28 10:30', true, null, null],
  ['a Friday of a year nobody has published', '2027-01-01 10:00', false, 'yearUnknown', null],
  ['the evening before that year', '2026-12-31 18:00', false, 'hours', null],
  ['Spring Festival of 2025', '2025-01-28 10:00', false, 'holiday', 8 * 1_440 - 60],
  ['the Sunday before it', '2025-01-26 10:00', true, null, null],
  ['the Saturday after it', '2025-02-08 10:00', true, null, null],
  ['the Sunday before Spring Festival of 2024', '2024-02-04 10:00', true, null, null],
])('an office that keeps holidays, on %s', (_day, at, isOpen, because, minutes) => {
  const openings = opens(rulesWith({ windows: everyDay(0, 1_440), merchant: { calendar: office } }), at);
  const closed = openings.closedAt(unknownHome, 0);
  expect([closed === null, closed?.because ?? null, closed?.afterMinutes ?? null]).toEqual([isOpen, because, minutes]);
});

test('a year that the platform added is as one in the box', () => {
  const base = rulesWith({ windows: everyDay(0, 1_440), merchant: { calendar: office } });
  const added = {
    year: 2027,
    source: '国务院办公厅关于2027年部分节假日安排的通知',
    off: [{ name: '元旦', from: '2027-01-01', to: '2027-01-03' }],
    workdays: ['2026-12-27'],
  };
  const rules = { ...base, holidays: [...base.holidays, added] };
  expect(opens(rules, '2027-01-01 10:00').closedAt(unknownHome, 0)).toMatchObject({ because: 'holiday' });
  expect(opens(rules, '2027-01-04 10:00').isOpenAt(unknownHome, 0)).toBe(true);
  // A Sunday of the year before, made up for it.
  expect(opens(rules, '2026-12-27 10:00').isOpenAt(unknownHome, 0)).toBe(true);
});

test('who keeps no holidays needs no year; a make-up day needs it at weekends alone', () => {
  const calendar = { ...office, holidaysOff: false };
  const at = (day: string) => opens(rulesWith({ merchant: { calendar } }), `${day} 10:00`).closedAt(unknownHome, 0);
  expect(at('2027-01-01')).toBeNull();
  expect(at('2027-01-02')).toMatchObject({ because: 'yearUnknown' });
  expect(at('2026-10-01')).toBeNull();
});

test('abroad all hours go by the clock there, in every zone the number may be in', () => {
  const rules = rulesWith({ legal, windows: usualWindows });
  const newYork: Home = { province: null, zones: ['America/New_York'] };
  const states: Home = { province: null, zones: ['America/New_York', 'America/Los_Angeles'] };
  // Winter: 13 hours behind Beijing, and three more at the other coast.
  const at = (beijing: string, east: string, coast: string) =>
    openingsOf(rules, moment(beijing, { 'America/New_York': east, 'America/Los_Angeles': coast }));
  const morning = at('2026-11-24 00:30', '2026-11-23 11:30', '2026-11-23 08:30');
  expect([newYork, states].map(home => morning.isOpenAt(home, 0))).toEqual([true, false]);
  // Twelve to half past one is the task's rest in the east, and over there it is nine: half past one is ten thirty.
  expect(morning.closedAt(states, 0)).toMatchObject({ because: 'hours', afterMinutes: 120 });
  const office = at('2026-11-23 10:00', '2026-11-22 21:00', '2026-11-22 18:00');
  expect([newYork, states].map(home => office.isOpenAt(home, 0))).toEqual([false, false]);
  expect(office.closedAt(newYork, 0)).toMatchObject({ rule: { level: 'platform' }, afterMinutes: 12 * 60 });
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
      fc.constantFrom(unknownHome, xinjiang, lhasa),
      (windows, legalHours, weekday, minute, home) => {
        const local = { date: isoOf(dayOf(monday) + weekday), weekday, minute };
        const openings = openingsOf(rulesWith({ legal: legalHours, windows }), { local, clockOf: () => local });
        const openAt = Array.from({ length: 8 * 1_440 }, (_, by) => by).find(by => openings.isOpenAt(home, by));
        const closed = openings.closedAt(home, 0);
        expect(closed === null ? 0 : closed.afterMinutes).toBe(openAt ?? null);
      },
    ),
    { seed: 7, numRuns: 60 },
  );
});

test('at half past eight in the evening a list of the west is called, over a line that carries until ten', () => {
  const late = everyDay(540, 1_320);
  const openings = opens(rulesWith({ legal, windows: late }), `${monday} 20:30`);
  expect(openings.closedOverLines(xinjiang, late, 0)).toBeNull();
  expect(openings.closedOverLines(unknownHome, late, 0)?.afterMinutes).toBe(750);
  expect(openings.weekAhead(late)[0]).toEqual([{ from: clock('09:00'), to: clock('20:00') }]);
});
