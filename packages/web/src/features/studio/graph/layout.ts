import { graphlib, layout } from '@dagrejs/dagre';
import type { Flow, Plan } from '@lianxian/core';
import { moveNodes } from './edits.ts';
import { exitsOf } from './exits.ts';
import type { Spot } from './node-kinds.ts';
import { heightOf, nodeSize } from './node-shape.ts';

/** Distances of the graph (docs/look.md#graph). */
const besidePx = 58;
const belowPx = 52;
/** How much straighter and shorter the first way to a node is than further ways. */
const firstWayWeight = 8;

/** Where the nodes of a flow stand when it is laid out from its root downward. */
export const spotsOf = (flow: Flow): ReadonlyMap<string, Spot> => {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: besidePx, ranksep: belowPx });
  graph.setDefaultEdgeLabel(() => ({}));
  const ids = new Set(flow.nodes.map(({ id }) => id));
  // The root first: it stands at the top, and what it leads to in the order of its exits.
  const nodes = [...flow.nodes].sort((a, b) => Number(b.id === flow.rootNode) - Number(a.id === flow.rootNode));
  for (const node of nodes) graph.setNode(node.id, { width: nodeSize.width, height: heightOf(node, false) });
  const reached = new Set<string>();
  for (const node of nodes)
    for (const { to } of exitsOf(node)) {
      if (!ids.has(to) || to === node.id) continue;
      // What leads to a node first keeps it near; the many ways that end at a good-bye do not pull at it.
      if (!graph.hasEdge(node.id, to)) graph.setEdge(node.id, to, { weight: reached.has(to) ? 1 : firstWayWeight });
      reached.add(to);
    }
  layout(graph);
  return new Map(
    flow.nodes.map(node => {
      const { x, y } = graph.node(node.id) as { x: number; y: number };
      return [node.id, { x: x - nodeSize.width / 2, y: y - heightOf(node, false) / 2 }];
    }),
  );
};

/** The plan with a place for every node of flows in which one has none: a plan that was never drawn. */
export const placed = (plan: Plan): Plan =>
  plan.flows.reduce((left, flow) => (flow.nodes.every(({ at }) => at) ? left : moveNodes(left, spotsOf(flow))), plan);
