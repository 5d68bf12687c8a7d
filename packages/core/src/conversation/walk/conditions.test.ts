import { expect, test } from 'vitest';
import type { When } from '../events/when.ts';
import type { DateTest } from '../plan/dates.ts';
import type { Condition } from '../plan/plan.ts';
import { holds } from './conditions.ts';

const day = (iso: string): When => ({
  ...{ days: [{ from: iso, to: iso }], except: [] },
  ...{ part: null, time: null, open: null },
});
/** Ten o'clock on Wednesday, 2 December 2026. */
const known = {
  values: { city: '上海', age: '8', visit: '周六', due: '12月5号', told: '上海' },
  dates: { visit: day('2026-12-05'), told: day('2026-12-03') },
  date: '2026-12-02',
  minuteOfDay: 600,
};
const isShanghai = { variable: 'city', is: 'equal', value: '上海' } as const;
const isSmall = { variable: 'age', is: 'less', value: '6' } as const;
const isSchoolChild = { variable: 'age', is: 'greater', value: '6' } as const;
const inTheMorning = { timeOfDay: { from: 540, to: 720 } } as const;
const atNight = { timeOfDay: { from: 1_320, to: 360 } } as const;
const dated = (variable: string, date: DateTest) => ({ variable, is: 'date', date }) as const;
const onSaturday = { of: 'weekdays', days: [5] } as const;
const soon = { of: 'days', to: { ahead: 2 } } as const;

test.each<[Condition, boolean]>([
  [isShanghai, true],
  [isSmall, false],
  [{ all: [isShanghai] }, true],
  [{ all: [isShanghai, isSchoolChild] }, true],
  [{ all: [isShanghai, isSmall] }, false],
  [{ all: [isSmall, isShanghai] }, false],
  [{ all: [isShanghai, isSchoolChild, inTheMorning] }, true],
  [{ all: [isShanghai, isSchoolChild, atNight] }, false],
  [dated('visit', onSaturday), true],
  [dated('visit', soon), false],
  [{ all: [isShanghai, dated('visit', onSaturday)] }, true],
  // The words go on being compared as words.
  [{ variable: 'visit', is: 'equal', value: '周六' }, true],
  [{ variable: 'visit', is: 'contains', value: '六' }, true],
  // A column of the list is read for its day; what was kept as one counts before its words.
  [dated('due', onSaturday), true],
  [dated('told', soon), true],
  [dated('city', soon), false],
  [dated('nobody', soon), false],
])('%j holds of somebody of eight in Shanghai at ten: %s', (when, expected) => {
  expect(holds(when, known)).toBe(expected);
});

test('a talk that was kept before it told its day knows no date', () => {
  expect(holds(dated('due', onSaturday), { ...known, date: null })).toBe(false);
});
