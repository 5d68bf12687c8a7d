import { expect, test } from 'vitest';
import type { DateTest } from '../plan/dates.ts';
import { dateHolds } from './date-holds.ts';
import type { When } from './when.ts';

/** A Wednesday. */
const calledOn = '2026-12-02';
const none: When = { days: [], except: [], part: null, time: null, open: null };
const on = (...days: readonly string[]): When => ({
  ...none,
  days: days.map(day => {
    const [from = '', to = from] = day.split('~');
    return { from: `2026-12-${from}`, to: `2026-12-${to}` };
  }),
});
const at = (from: number, to = from): When => ({ ...on('03'), time: { from: from * 60, to: to * 60 } });
const ahead = (from: number, to: number): DateTest => ({ of: 'days', from: { ahead: from }, to: { ahead: to } });
const days = (...list: readonly number[]): DateTest => ({ of: 'weekdays', days: list });
const half = (which: 'morning' | 'afternoon' | 'evening'): DateTest => ({ of: 'half', half: which });

test.each<[string, DateTest, When, boolean]>([
  ['today', ahead(0, 0), on('02'), true],
  ['today', ahead(0, 0), on('03'), false],
  ['tomorrow', ahead(1, 1), on('03'), true],
  ['within three days', { of: 'days', to: { ahead: 3 } }, on('05'), true],
  ['within three days', { of: 'days', to: { ahead: 3 } }, on('06'), false],
  ['within three days', { of: 'days', to: { ahead: 3 } }, on('04', '06'), false],
  ['within three days', { of: 'days', to: { ahead: 3 } }, on('03~05'), true],
  ['within three days', { of: 'days', to: { ahead: 3 } }, on('03~06'), false],
  ['from tomorrow on', { of: 'days', from: { ahead: 1 } }, on('02'), false],
  ['from tomorrow on', { of: 'days', from: { ahead: 1 } }, on('31'), true],
  ['until the tenth', { of: 'days', to: { day: '2026-12-10' } }, on('10'), true],
  ['until the tenth', { of: 'days', to: { day: '2026-12-10' } }, on('11'), false],
  ['from the tenth on', { of: 'days', from: { day: '2026-12-10' } }, on('09'), false],
  ['tomorrow to the tenth', { of: 'days', from: { ahead: 1 }, to: { day: '2026-12-10' } }, on('05'), true],
  ['a day, of who named none', ahead(0, 9), { ...none, part: 'morning' }, false],
  ['a day, of any but one', ahead(0, 9), { ...none, except: ['2026-12-03'] }, false],
  ['at the weekend', days(5, 6), on('05'), true],
  ['at the weekend', days(5, 6), on('05', '06'), true],
  ['at the weekend', days(5, 6), on('04~06'), false],
  ['on any day', days(0, 1, 2, 3, 4, 5, 6), on('01~31'), true],
  ['in the morning', half('morning'), { ...on('03'), part: 'morning' }, true],
  ['in the morning', half('morning'), { ...none, part: 'dawn' }, true],
  ['in the morning', half('morning'), at(11), true],
  ['in the morning', half('morning'), at(9, 12), true],
  ['in the morning', half('morning'), at(9, 15), false],
  ['in the morning', half('morning'), on('03'), false],
  ['in the morning, still open', half('morning'), { ...at(3), open: 'half' }, false],
  ['in the afternoon', half('afternoon'), at(12), true],
  ['in the afternoon', half('afternoon'), { ...none, part: 'noon' }, true],
  ['in the afternoon', half('afternoon'), at(18), false],
  ['in the evening', half('evening'), at(18), true],
  ['in the evening', half('evening'), { ...at(20), part: 'evening' }, true],
  ['in the evening', half('evening'), { ...none, part: 'night' }, true],
])('%s: %j of %j is %s', (_, wanted, when, expected) => {
  expect(dateHolds(wanted, when, calledOn)).toBe(expected);
});
