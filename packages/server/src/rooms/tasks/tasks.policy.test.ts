import { expect, test } from 'vitest';
import { figuresAfter } from './tasks.policy.ts';

test.each([
  ['138', '139'],
  ['139', '14'],
  ['1', '2'],
  ['1990', '1991'],
  ['999', null],
] as const)('figures after all that begin with %s begin at %s', (figures, end) => {
  expect(figuresAfter(figures)).toBe(end);
});
