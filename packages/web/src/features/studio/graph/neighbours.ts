import type { Flow, PlanNode } from '@lianxian/core';
import { exitsOf } from './exits.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

const parentOf = (flow: Flow, id: string): PlanNode | undefined =>
  flow.nodes.find(node => node.id !== id && exitsOf(node).some(({ to }) => to === id));

/** Ids a node leads to, once each. */
const childrenOf = (node: PlanNode): readonly string[] => [
  ...new Set(exitsOf(node).flatMap(({ to }) => (to === '' || to === node.id ? [] : [to]))),
];

/** Along the cords: down to the first node it leads to, up to the first that leads here, left and right among siblings. */
export const neighbour = (flow: Flow, id: string, direction: Direction): string | null => {
  const node = flow.nodes.find(each => each.id === id);
  if (!node) return null;
  const there = new Set(flow.nodes.map(each => each.id));
  if (direction === 'down') return childrenOf(node).find(child => there.has(child)) ?? null;
  const parent = parentOf(flow, id);
  if (direction === 'up') return parent?.id ?? null;
  const siblings = parent ? childrenOf(parent).filter(child => there.has(child)) : [];
  return siblings[siblings.indexOf(id) + (direction === 'right' ? 1 : -1)] ?? null;
};
