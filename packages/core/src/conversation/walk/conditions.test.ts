import { expect, test } from 'vitest';
import type { Condition } from '../plan/plan.ts';
import { holds } from './conditions.ts';

const values = { city: '上海', age: '8' };
const TEN_O_CLOCK = 600;
const isShanghai = { variable: 'city', is: 'equal', value: '上海' } as const;
const isSmall = { variable: 'age', is: 'less', value: '6' } as const;
const isSchoolChild = { variable: 'age', is: 'greater', value: '6' } as const;
const inTheMorning = { timeOfDay: { from: 540, to: 720 } } as const;
const atNight = { timeOfDay: { from: 1_320, to: 360 } } as const;

test.each<[Condition, boolean]>([
  [isShanghai, true],
  [isSmall, false],
  [{ all: [isShanghai] }, true],
  [{ all: [isShanghai, isSchoolChild] }, true],
  [{ all: [isShanghai, isSmall] }, false],
  [{ all: [isSmall, isShanghai] }, false],
  [{ all: [isShanghai, isSchoolChild, inTheMorning] }, true],
  [{ all: [isShanghai, isSchoolChild, atNight] }, false],
])('%j holds of somebody of eight in Shanghai at ten: %s', (when, expected) => {
  expect(holds(when, values, TEN_O_CLOCK)).toBe(expected);
});
