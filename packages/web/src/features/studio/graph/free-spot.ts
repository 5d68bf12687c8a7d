import type { Flow, PlanNode } from '@lianxian/core';
import type { Spot } from './node-kinds.ts';
import { heightOf, nodeSize } from './node-shape.ts';

/** Between a node that is put down and those it would lie on; pixels of the canvas. */
const besidePx = 24;

/** Where a node that comes to a flow lies on no other: where it wants to be, else to the right of what stands there. */
export const freeSpot = (flow: Flow, node: PlanNode): Spot => {
  const { x, y } = node.at ?? { x: 0, y: 0 };
  const high = heightOf(node, false);
  const besides = flow.nodes.flatMap(each => {
    const at = each.at ?? { x: 0, y: 0 };
    return at.y < y + high && at.y + heightOf(each, false) > y ? [at.x] : [];
  });
  const beside = nodeSize.width + besidePx;
  // From left to right: whoever is stepped aside of once is never in the way again.
  const free = besides
    .toSorted((one, other) => one - other)
    .reduce((left, at) => (at < left + nodeSize.width && at + nodeSize.width > left ? at + beside : left), x);
  return { x: free, y };
};
