import type { endpoints, OutputOf } from '@lianxian/contract';
import type { Plan, PlanNode } from '@lianxian/core';
import type { HeatView } from '../draft/draft-store.ts';
import { exitsOf, type Way } from '../graph/exits.ts';

export type Heat = OutputOf<typeof endpoints.nodeStat.heat>;
export type NodeHeat = Heat['nodes'][number];
type Left = NodeHeat['left'][number];

/**
 * Figures of the server as the canvas draws them, exit by exit: by its id, whatever it is called and wherever it leads by
 * now. Several branches of a condition share one; of them, and where the exit is gone, the target decides.
 */
export const heatViewOf = (plan: Plan, { nodes }: Heat): HeatView => {
  const byId = new Map(plan.flows.flatMap(flow => flow.nodes.map(node => [node.id, node] as const)));
  const exits: Record<string, Record<string, number>> = {};
  let most = 0;
  for (const { node: id, left } of nodes) {
    const node = byId.get(id);
    if (!node) continue;
    const counts: Record<string, number> = {};
    for (const way of left) {
      const exit = exitOf(node, way);
      if (!exit) continue;
      counts[exit.slot] = (counts[exit.slot] ?? 0) + way.n;
      most = Math.max(most, counts[exit.slot]!);
    }
    exits[id] = counts;
  }
  return { nodes: Object.fromEntries(nodes.map(({ node, calls, lost }) => [node, { calls, lost }])), exits, most };
};

const exitOf = (node: PlanNode, { by, next }: Left): Way | undefined => {
  if (next === '') return undefined;
  const all = exitsOf(node);
  const own = all.filter(({ exit }) => exit === by);
  return (own.length > 0 ? own : all).find(({ to }) => to === next) ?? own[0];
};
