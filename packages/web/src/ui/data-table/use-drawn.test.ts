import { expect, test } from 'vitest';
import { drawnOf } from './use-drawn.ts';

test('a list that is not long is drawn whole, wherever it is scrolled to', () => {
  expect(drawnOf(100, { first: 40, rows: 20, high: 38 })).toEqual({ from: 0, to: 100, above: 0, below: 0 });
});

test('of a long list what is seen is drawn, and the room of the rest is kept', () => {
  expect(drawnOf(300, { first: 0, rows: 18, high: 38 })).toEqual({ from: 0, to: 38, above: 0, below: 262 * 38 });
  expect(drawnOf(300, { first: 150, rows: 18, high: 38 })).toEqual({
    from: 140,
    to: 188,
    above: 140 * 38,
    below: 112 * 38,
  });
  expect(drawnOf(300, { first: 280, rows: 18, high: 38 })).toEqual({ from: 270, to: 300, above: 270 * 38, below: 0 });
});

test('a list that became shorter than where one was draws its end', () => {
  expect(drawnOf(120, { first: 280, rows: 18, high: 38 })).toEqual({ from: 92, to: 120, above: 92 * 38, below: 0 });
});
