import { expect, test } from 'vitest';
import { readWeights, writeWeights } from './weights-text.ts';

test('weights are written in the order of their places, what rounds to nothing left out', () => {
  expect(
    writeWeights(
      new Map([
        [40, 3.2],
        [0, -90],
        [7, 0.4],
        [32, 1],
      ]),
    ),
  ).toBe('^)^]CeE');
});

test('what was written is read', () => {
  expect([...readWeights('^)^]CeE', 41)].flatMap((step, at) => (step === 0 ? [] : [[at, step]]))).toEqual([
    [0, -25],
    [32, 1],
    [40, 3],
  ]);
});
