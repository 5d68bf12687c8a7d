import { expect, test } from 'vitest';
import { shortPlan } from '../../../test/short-plan.ts';
import { flowsPassed } from './graph.view.ts';

test('a plan that was never drawn is laid out from its root, each step below the one before; ways are those of its nodes', () => {
  expect(flowsPassed(shortPlan, new Set(['opening', 'bye']))).toEqual([
    {
      id: 'main',
      name: '主流程',
      nodes: [
        { id: 'opening', name: '开场白', x: 0, y: 0 },
        { id: 'ask', name: '问想学什么', x: 0, y: 140 },
        { id: 'bye', name: '再见', x: 280, y: 140 },
      ],
      ways: [
        { from: 'opening', to: 'ask' },
        { from: 'opening', to: 'bye' },
        { from: 'ask', to: 'bye' },
      ],
    },
  ]);
});

test('nodes that were placed stand where the editor has them; a flow that was not entered is not shown', () => {
  const [flow] = shortPlan.flows;
  const drawn = { ...flow!, nodes: flow!.nodes.map((node, n) => ({ ...node, at: { x: n * 10, y: n } })) };
  const plan = { ...shortPlan, flows: [drawn, { ...drawn, id: 'other', nodes: [] }] };
  expect(flowsPassed(plan, new Set(['ask'])).map(({ id, nodes }) => [id, nodes.map(({ x, y }) => [x, y])])).toEqual([
    [
      'main',
      [
        [0, 0],
        [10, 1],
        [20, 2],
      ],
    ],
  ]);
});
