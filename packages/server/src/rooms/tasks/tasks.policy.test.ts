import { expect, test } from 'vitest';
import { figuresAfter, nameApart } from './tasks.policy.ts';

test.each([
  ['138', '139'],
  ['139', '14'],
  ['1', '2'],
  ['1990', '1991'],
  ['999', null],
] as const)('figures after all that begin with %s begin at %s', (figures, end) => {
  expect(figuresAfter(figures)).toBe(end);
});

test.each([
  ['秋季回访', ' 11-23', [], '秋季回访 11-23'],
  ['秋季回访', ' 11-23', ['秋季回访 11-23'], '秋季回访 11-23 (2)'],
  ['秋季回访', ' 11-23', ['秋季回访 11-23', '秋季回访 11-23 (2)'], '秋季回访 11-23 (3)'],
  ['课'.repeat(50), ' 11-23', [], `${'课'.repeat(44)} 11-23`],
  ['秋季回访 副本', '', ['秋季回访 副本'], '秋季回访 副本 (2)'],
])('a task made from 「%s」 with 「%s」 beside %j is called 「%s」', (name, tail, taken, told) => {
  expect(nameApart(name, tail, new Set(taken))).toBe(told);
});
