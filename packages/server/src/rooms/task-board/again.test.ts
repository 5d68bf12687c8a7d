import { expect, test } from 'vitest';
import { nameApart } from './again.ts';

test.each([
  ['秋季回访', [], '秋季回访 11-23'],
  ['秋季回访', ['秋季回访 11-23'], '秋季回访 11-23 (2)'],
  ['秋季回访 11-20 (3)', ['秋季回访 11-23', '秋季回访 11-23 (2)'], '秋季回访 11-23 (3)'],
  ['课'.repeat(50), [], `${'课'.repeat(44)} 11-23`],
])('a task made from 「%s」 beside %j is called 「%s」', (name, taken, told) => {
  expect(nameApart(name, '11-23', new Set(taken))).toBe(told);
});
