import { expect, test } from 'vitest';
import {
  everyDay,
  hoursBound,
  isWithinBound,
  plainCalendar,
  usualMerchantRules,
  widerThanPlatform,
  widerThanRules,
} from './index.ts';
import { rulesWith } from './rules.test-data.ts';

const usual = usualMerchantRules;
const platform = rulesWith({}).platform.rules;
const day = (from: number, to: number) => [{ from: from * 60, to: to * 60 }];

test.each([
  ['the usual rules', usual, null],
  ['hours from seven', { ...usual, calendar: plainCalendar(everyDay(420, 1_200)) }, 'hours'],
  ['hours to eight to nine, as the platform’s', { ...usual, calendar: plainCalendar(everyDay(480, 1_260)) }, null],
  [
    'one day to ten at night',
    { ...usual, calendar: { ...usual.calendar, days: { '2026-12-31': day(9, 22) } } },
    'hours',
  ],
  ['six calls a day', { ...usual, caps: { ...usual.caps, perDay: 6 } }, 'perDay'],
  ['no cap of its own', { ...usual, caps: { ...usual.caps, perDay: null, per7Days: null } }, null],
  ['eleven in thirty days', { ...usual, caps: { ...usual.caps, per30Days: 11 } }, 'per30Days'],
])('what is wider than the platform is named: %s', (_what, rules, field) => {
  expect(widerThanPlatform(rules, platform)?.field ?? null).toBe(field);
});

test('calls closer than the platform lets them be are wider too', () => {
  const bounds = { ...platform, caps: { ...platform.caps, minutesBetween: 60 } };
  const own = (minutesBetween: number) =>
    widerThanPlatform({ ...usual, caps: { ...usual.caps, minutesBetween } }, bounds);
  expect([own(0), own(59), own(60)]).toEqual([null, { field: 'minutesBetween', bound: 60 }, null]);
});

/** Merchant: 3 a day, 10 in 7 days, an hour between; platform: 5 a day, 10 in 30 days, two hours between. */
test.each([
  ['none of its own', {}, null],
  ['as many as the merchant', { perDay: 3, per7Days: 10, per30Days: 10, minutesBetween: 120 }, null],
  ['four a day', { perDay: 4 }, { field: 'perDay', bound: 3 }],
  ['eleven in seven days', { per7Days: 11 }, { field: 'per7Days', bound: 10 }],
  [
    'more in thirty days than the platform, where the merchant has no cap',
    { per30Days: 11 },
    { field: 'per30Days', bound: 10 },
  ],
  ['ninety minutes between', { minutesBetween: 90 }, { field: 'minutesBetween', bound: 120 }],
])('a task’s caps against the narrower of both rules: %s', (_what, over, wider) => {
  const rules = rulesWith({
    merchant: { caps: { ...usual.caps, minutesBetween: 60 } },
    platform: { caps: { ...platform.caps, minutesBetween: 120 } },
  });
  const caps = { perDay: null, per7Days: null, per30Days: null, minutesBetween: 0, ...over };
  expect(widerThanRules(caps, rules)).toEqual(wider);
});

/** Merchant nine to eight, and Xinjiang two hours later. */
test.each([
  ['nine to twelve', day(9, 12), true],
  ['to ten in the evening, for Xinjiang', day(14, 22), true],
  ['all day', day(0, 24), false],
  ['from eight', day(8, 12), false],
  ['to eleven at night', day(14, 23), false],
])('hours of a task: %s', (_what, windows, fits) => {
  const bound = hoursBound(rulesWith({}));
  expect(bound).toEqual({ from: 540, to: 1_320 });
  expect(isWithinBound([windows, [], [], [], [], [], []], bound)).toBe(fits);
});
