import { expect, test } from 'vitest';
import { everyDay, lanes, type NumberFacts, type NumberNow, openMayCall, unknownHome } from './index.ts';
import { moment, rulesWith } from './rules.test-data.ts';

const uncalled = { today: 0, in7Days: 0, in30Days: 0, minutesSince: null };
const number: NumberFacts & NumberNow = {
  phone: '13812345678',
  lane: lanes.ordinary,
  list: null,
  isWhite: false,
  hasConsent: true,
  home: unknownHome,
  calls: { own: uncalled, all: null },
};
const monday = '2026-11-23';
const by = {
  merchant: { level: 'merchant', version: 5 },
  platform: { level: 'platform', version: 2 },
  task: { level: 'task', version: null },
};
const house = { level: 'house', version: null };

test.each<[who: string, over: Partial<NumberFacts> & Partial<NumberNow>, said: object | null]>([
  ['an ordinary one', {}, null],
  ['the police', { phone: '110' }, { because: 'forbidden', afterMinutes: null, rule: house, kind: 'emergency' }],
  ['a premium one', { phone: '16812345678' }, { because: 'forbidden', kind: 'premium' }],
  ['a practice number among ordinary ones', { phone: '15400000001' }, { because: 'undialable', rule: house }],
  ['an ordinary one among practice numbers', { lane: lanes.practice }, { because: 'undialable' }],
  ['one on the merchant’s list', { list: 'merchant' }, { because: 'blacklisted', rule: { level: 'list' } }],
  ['one on the task’s list', { list: 'task' }, { because: 'taskListed', afterMinutes: null }],
  ['one on a trade’s list', { list: 'trade' }, { because: 'sharedListed' }],
  ['a white one on the platform’s list', { list: 'platform', isWhite: true }, { because: 'sharedListed' }],
  // To tomorrow's nine.
  ['one without a consent', { hasConsent: false }, { because: 'noConsent', afterMinutes: 23 * 60 }],
  ['a white one without a consent', { hasConsent: false, isWhite: true }, { because: 'noConsent' }],
  ['a practice number without one', { phone: '15400000001', lane: lanes.practice, hasConsent: false }, null],
  ['one abroad among ordinary ones', { phone: '+14155552671' }, { because: 'undialable', rule: house }],
  ['one of a country that nobody knows', { phone: '+99912345678' }, { because: 'forbidden', kind: 'abroad' }],
  ['one by hand', { lane: null }, null],
])('%s, at ten on a Monday', (_who, over, said) => {
  const may = openMayCall(rulesWith({}), moment(`${monday} 10:00`));
  const found = may({ ...number, ...over });
  if (said === null) expect(found).toBeNull();
  else expect(found).toMatchObject(said);
});

/** The merchant: 3 a day, 10 in 7 days; the platform: 5 a day, 10 in 30 days. At 15:20 it is 17:40 to tomorrow's nine. */
test.each([
  [{}, null, null],
  [{ today: 2, in7Days: 9, in30Days: 9 }, null, null],
  [{ today: 3, in7Days: 3, in30Days: 3 }, 'cappedDay', by.merchant],
  [{ today: 4, in7Days: 9, in30Days: 9 }, 'cappedDay', by.merchant],
  [{ today: 0, in7Days: 10, in30Days: 10 }, 'cappedWeek', by.merchant],
  [{ today: 3, in7Days: 10, in30Days: 12 }, 'cappedWeek', by.merchant],
  [{ today: 0, in7Days: 2, in30Days: 10 }, 'cappedMonth', by.platform],
])('a number called %o at 15:20: %s', (calls, because, rule) => {
  const may = openMayCall(rulesWith({}), moment(`${monday} 15:20`));
  const found = may({ ...number, calls: { own: { ...uncalled, ...calls }, all: null } });
  expect(found).toEqual(because === null ? null : { because, rule, afterMinutes: 17 * 60 + 40 });
});

/** The task: once a day, twice in 7 days, thirty minutes from one call to the next; the merchant's and the platform's as above. */
test.each([
  [{}, null, null],
  [{ today: 0, in7Days: 1, in30Days: 9 }, null, null],
  [{ today: 1, in7Days: 1, in30Days: 1, minutesSince: 200 }, 'cappedDay', by.task],
  [{ today: 0, in7Days: 2, in30Days: 2 }, 'cappedWeek', by.task],
  [{ today: 0, in7Days: 1, in30Days: 10 }, 'cappedMonth', by.platform],
])('a number called %o at 15:20, in a task with caps of its own: %s', (calls, because, rule) => {
  const taskCaps = { perDay: 1, per7Days: 2, per30Days: null, minutesBetween: 30 };
  const may = openMayCall(rulesWith({ windows: everyDay(540, 1_200), taskCaps }), moment(`${monday} 15:20`));
  const asked = { ...number, calls: { own: { ...uncalled, ...calls }, all: null } };
  expect(may(asked)).toEqual(because === null ? null : { because, rule, afterMinutes: 17 * 60 + 40 });
  expect(may({ ...asked, isWhite: true })).toBeNull();
});

test('what the merchant widens the platform holds', () => {
  const caps = { perDay: 99, per7Days: null, per30Days: null, minutesBetween: 0 };
  const may = openMayCall(rulesWith({ merchant: { caps } }), moment(`${monday} 10:00`));
  const called = (today: number) => may({ ...number, calls: { own: { ...uncalled, today }, all: null } });
  expect(called(4)).toBeNull();
  expect(called(5)).toMatchObject({ because: 'cappedDay', rule: by.platform });
});

/** Forty minutes from one call to the next; and the hours end at eight. */
test.each([
  ['10:00', 39, { because: 'tooSoon', afterMinutes: 1 }],
  ['10:00', 40, null],
  ['19:50', 10, { because: 'tooSoon', afterMinutes: 13 * 60 + 10 }],
])('at %s, %i minutes after its last call, a number waits: %o', (at, minutesSince, said) => {
  const caps = { perDay: null, per7Days: null, per30Days: null, minutesBetween: 40 };
  const may = openMayCall(rulesWith({ merchant: { caps } }), moment(`${monday} ${at}`));
  const found = may({ ...number, calls: { own: { ...uncalled, today: 1, minutesSince }, all: null } });
  if (said === null) expect(found).toBeNull();
  else expect(found).toMatchObject(said);
});

test('a cap over midnight: at 23:50 the day ends in ten minutes, and a night task calls again then', () => {
  const night = rulesWith({
    platform: { hours: { from: 0, to: 1_440 } },
    legal: { from: 0, to: 1_440 },
    windows: everyDay(0, 1_440),
  });
  const may = openMayCall(night, moment(`${monday} 23:50`));
  const own = { today: 3, in7Days: 3, in30Days: 3, minutesSince: 100 };
  expect(may({ ...number, calls: { own, all: null } })).toMatchObject({ because: 'cappedDay', afterMinutes: 10 });
});

test('of the calls of all merchants it says nothing but that it was called often enough', () => {
  const may = openMayCall(rulesWith({ platform: { overMerchants: true } }), moment(`${monday} 10:00`));
  const all = { today: 5, in7Days: 5, in30Days: 5, minutesSince: 30 };
  const own = { ...uncalled, today: 2, in7Days: 2, in30Days: 2 };
  expect(may({ ...number, calls: { own, all } })).toEqual({
    because: 'cappedElsewhere',
    afterMinutes: 23 * 60,
    rule: by.platform,
  });
  expect(may({ ...number, calls: { own, all: { ...all, today: 4 } } })).toBeNull();
});

test.each([3, 29])(
  'when somebody else called, %i minutes ago, is not told by the minute at which one may again',
  ago => {
    const caps = { perDay: null, per7Days: null, per30Days: null, minutesBetween: 40 };
    const may = openMayCall(rulesWith({ platform: { overMerchants: true, caps } }), moment(`${monday} 10:00`));
    const all = { today: 1, in7Days: 1, in30Days: 1, minutesSince: ago };
    expect(may({ ...number, calls: { own: uncalled, all } })).toMatchObject({
      because: 'cappedElsewhere',
      afterMinutes: 60,
    });
  },
);

/**
 * Two merchants at one platform cap: five calls a day and ten in thirty days over both, forty minutes from one call to the next; the
 * merchant itself allows three a day. `own` and `all`: today, in 30 days, minutes since the last.
 */
test.each<[own: [number, number, number | null], all: [number, number, number | null], because: string | null]>([
  [[0, 0, null], [4, 4, 60], null],
  [[0, 0, null], [5, 5, 60], 'cappedElsewhere'],
  [[2, 2, 90], [4, 9, 60], null],
  [[2, 2, 90], [4, 10, 60], 'cappedElsewhere'],
  // Somebody else called ten minutes ago.
  [[1, 1, 90], [2, 2, 10], 'cappedElsewhere'],
  // What the merchant's own calls say is said as ever.
  [[3, 3, 90], [5, 5, 60], 'cappedDay'],
  [[1, 10, 90], [2, 12, 60], 'cappedMonth'],
  [[1, 1, 10], [2, 2, 10], 'tooSoon'],
])('two merchants at one platform cap, own %o, of all %o: %s', (own, all, because) => {
  const caps = { perDay: 5, per7Days: null, per30Days: 10, minutesBetween: 40 };
  const may = openMayCall(rulesWith({ platform: { overMerchants: true, caps } }), moment(`${monday} 10:00`));
  const counts = ([today, in30Days, minutesSince]: typeof own) => ({ today, in7Days: today, in30Days, minutesSince });
  expect(may({ ...number, calls: { own: counts(own), all: counts(all) } })?.because ?? null).toBe(because);
});

test('practice numbers have neither hours nor caps', () => {
  const may = openMayCall(rulesWith({}), moment(`${monday} 03:00`));
  const own = { today: 90, in7Days: 90, in30Days: 90, minutesSince: 0 };
  const practice = { ...number, phone: '15400000001', lane: lanes.practice, calls: { own, all: null } };
  expect(may(practice)).toBeNull();
});
