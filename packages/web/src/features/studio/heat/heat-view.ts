import type { endpoints, OutputOf } from '@lianxian/contract';
import type { Plan, PlanNode } from '@lianxian/core';
import type { HeatView } from '../draft/draft-store.ts';
import { type Exit, exitsOf, leftBy } from '../graph/exits.ts';

export type Heat = OutputOf<typeof endpoints.nodeStat.heat>;
export type NodeHeat = Heat['nodes'][number];
type Left = NodeHeat['left'][number];

/**
 * Figures of the server as the canvas draws them, exit by exit. A path names what a node was left by in words, and an
 * intent that means 肯定 went the way of 肯定: an exit is found by its target first, by its word among several of that
 * target, and by its word alone where the plan leads elsewhere by now.
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
      const exit = exitOf(plan, node, way);
      if (!exit) continue;
      counts[exit.slot] = (counts[exit.slot] ?? 0) + way.n;
      most = Math.max(most, counts[exit.slot]!);
    }
    exits[id] = counts;
  }
  return { nodes: Object.fromEntries(nodes.map(({ node, calls, lost }) => [node, { calls, lost }])), exits, most };
};

const exitOf = (plan: Plan, node: PlanNode, { by, next }: Left): Exit | undefined => {
  if (next === '') return undefined;
  const all = exitsOf(node);
  const there = all.filter(exit => exit.to === next);
  const named = (exits: readonly Exit[]) => exits.find(exit => leftBy(plan, node, exit) === by);
  return named(there) ?? meant(plan, there, by) ?? there[0] ?? named(all);
};

/** An intent's name stands for the built-in meaning it gives words to. */
const meant = (plan: Plan, exits: readonly Exit[], by: string): Exit | undefined => {
  const means = plan.intents.find(({ name }) => name === by)?.means;
  return exits.find(exit => exit.means.kind === 'meaning' && exit.means.on === means);
};
