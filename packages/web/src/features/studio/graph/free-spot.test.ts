import type { Flow, PlanNode } from '@lianxian/core';
import { expect, test } from 'vitest';
import { freeSpot } from './free-spot.ts';
import { heightOf, nodeSize } from './node-shape.ts';

const node = (id: string, x: number, y: number, exits = 0): PlanNode => ({
  ...{ kind: 'condition', id, name: id, at: { x, y }, otherwise: '' },
  branches: Array.from({ length: exits }, () => ({ when: { variable: 'v', is: 'filled' } as const, to: '' })),
});
const flowOf = (...nodes: PlanNode[]): Flow => ({ id: 'f', name: '', rootNode: '', nodes });
const isClear = (flow: Flow, wanted: PlanNode) => {
  const at = freeSpot(flow, wanted);
  return flow.nodes.every(
    each =>
      at.x >= each.at!.x + nodeSize.width ||
      each.at!.x >= at.x + nodeSize.width ||
      at.y >= each.at!.y + heightOf(each, false) ||
      each.at!.y >= at.y + heightOf(wanted, false),
  );
};

test('a new node stays where it wants to be when nothing stands there', () => {
  expect(freeSpot(flowOf(node('a', 0, 0)), node('new', 0, 200))).toEqual({ x: 0, y: 200 });
  expect(freeSpot(flowOf(), node('new', 7, 9))).toEqual({ x: 7, y: 9 });
});

test('it never lies on another one, be there a whole row of them or a tall one above', () => {
  const row = flowOf(node('c', 480, 0), node('a', 0, 0), node('b', 240, 30));
  expect(isClear(row, node('new', 10, 60))).toBe(true);
  expect(isClear(flowOf(node('tall', 0, 0, 11)), node('new', 0, 150))).toBe(true);
});
