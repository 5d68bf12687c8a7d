import type { Flow, PlanNode } from '@lianxian/core';
import { exitsOf } from '../graph/exits.ts';

interface OutlineRow {
  readonly node: PlanNode;
  /** 0 at the root. */
  readonly depth: number;
  /** Nothing leads here. */
  readonly loose: boolean;
}

/** More steps in would leave no room for a name. */
const deepest = 5;

/** A flow as a tree: every node once, where the first way from the root comes to it; what no way leads to stands last. */
export const outlineOf = (flow: Flow): readonly OutlineRow[] => {
  const nodes = new Map(flow.nodes.map(node => [node.id, node]));
  const seen = new Set<string>();
  const rows: OutlineRow[] = [];
  // A stack of its own: a flow may be longer than the call stack.
  const walk = (root: PlanNode, loose: boolean) => {
    const open: { node: PlanNode; depth: number }[] = [{ node: root, depth: 0 }];
    for (let next = open.pop(); next; next = open.pop()) {
      if (seen.has(next.node.id)) continue;
      seen.add(next.node.id);
      rows.push({ ...next, depth: Math.min(next.depth, deepest), loose });
      const leads = exitsOf(next.node).flatMap(({ to }) => nodes.get(to) ?? []);
      for (const node of leads.toReversed()) if (!seen.has(node.id)) open.push({ node, depth: next.depth + 1 });
    }
  };
  const root = nodes.get(flow.rootNode);
  if (root) walk(root, false);
  for (const node of flow.nodes) if (!seen.has(node.id)) walk(node, true);
  return rows;
};
