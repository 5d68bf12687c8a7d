import { expect, test } from 'vitest';
import { drawnOn } from './bands.ts';

test('two bands on one scale: the larger end is at the right, and what is open goes there', () => {
  expect(
    drawnOn(
      [
        { low: 50, middle: 75, high: 100 },
        { low: 100, middle: 150, high: 200 },
        { low: 150, middle: 160, high: null },
      ],
      0,
    ),
  ).toEqual([
    { left: 15.625, width: 15.625, middle: 23.4375 },
    { left: 31.25, width: 31.25, middle: 46.875 },
    { left: 46.875, width: 53.125, middle: 50 },
  ]);
});

test('times begin now; of nothing there is nothing to draw', () => {
  expect(drawnOn([{ low: 1_010, middle: 1_020, high: 1_040 }, null], 1_000)).toEqual([
    { left: 25, width: 75, middle: 50 },
    null,
  ]);
  expect(drawnOn([{ low: 0, middle: 0, high: 0 }], 0)).toEqual([{ left: 0, width: 0, middle: 0 }]);
});
