import { expect, test } from 'vitest';
import { defectLimitMs } from './dialler.ts';

test('after a defect calls go on for a minute at most, and less where a planned stop waits for less', () => {
  expect([0, 20, 300, 3_600].map(defectLimitMs)).toEqual([11_000, 31_000, 71_000, 71_000]);
});
