import { compilePlan } from '@lianxian/core';
import { expect, test } from 'vitest';
import { largePlan } from './large-plan.ts';

test('the plan that is measured can be talked with, and every sentence is said at a node of it', () => {
  const { plan, said } = largePlan();
  const nodes = new Set(plan.flows.flatMap(flow => flow.nodes.map(({ id }) => id)));
  expect(compilePlan(plan).ok).toBe(true);
  expect(said.length).toBeGreaterThan(5_000);
  expect(said.filter(({ node, text }) => !nodes.has(node) || text === '')).toEqual([]);
});
