import type { Flow, Plan, PlanNode } from '@lianxian/core';
import { exitsOf, withExit } from './exits.ts';
import { freshId, type Spot } from './node-kinds.ts';

/** Changes of a plan's graph, each a new plan; what does not change stays the same object. */
export const flowOfNode = (plan: Plan, id: string): Flow | undefined =>
  plan.flows.find(flow => flow.nodes.some(node => node.id === id));

export const nodeOf = (plan: Plan, id: string): PlanNode | undefined =>
  flowOfNode(plan, id)?.nodes.find(node => node.id === id);

const withNodes = (plan: Plan, fn: (flow: Flow) => readonly PlanNode[]): Plan => ({
  ...plan,
  flows: plan.flows.map(flow => {
    const nodes = fn(flow);
    return nodes === flow.nodes ? flow : { ...flow, nodes };
  }),
});

export const changeNode = (plan: Plan, id: string, fn: (node: PlanNode) => PlanNode): Plan =>
  withNodes(plan, flow =>
    flow.nodes.some(node => node.id === id) ? flow.nodes.map(node => (node.id === id ? fn(node) : node)) : flow.nodes,
  );

/** Adds nodes to a flow; the first one of an empty flow is its root. */
export const addNodes = (plan: Plan, flowId: string, nodes: readonly PlanNode[]): Plan => ({
  ...plan,
  flows: plan.flows.map(flow => {
    if (flow.id !== flowId) return flow;
    const rootNode = flow.nodes.some(node => node.id === flow.rootNode) ? flow.rootNode : (nodes[0]?.id ?? '');
    return { ...flow, rootNode, nodes: [...flow.nodes, ...nodes] };
  }),
});

/** Removes nodes; what led to them leads nowhere, which shows as a fault until it is mended. */
export const removeNodes = (plan: Plan, ids: readonly string[]): Plan => {
  const gone = new Set(ids);
  const cut = (node: PlanNode): PlanNode =>
    exitsOf(node)
      .filter(exit => gone.has(exit.to))
      .reduce((left, exit) => withExit(left, exit.slot, ''), node);
  return withNodes(plan, flow => {
    const left = flow.nodes.filter(node => !gone.has(node.id));
    return left.length === flow.nodes.length ? flow.nodes : left.map(cut);
  });
};

export const connect = (plan: Plan, from: string, slot: string, to: string): Plan =>
  changeNode(plan, from, node => withExit(node, slot, to));

export const moveNodes = (plan: Plan, spots: ReadonlyMap<string, Spot>): Plan =>
  withNodes(plan, flow =>
    flow.nodes.some(node => spots.has(node.id))
      ? flow.nodes.map(node => {
          const at = spots.get(node.id);
          return at ? { ...node, at: { x: Math.round(at.x), y: Math.round(at.y) } } : node;
        })
      : flow.nodes,
  );

/** Copies with ids of their own; what led among them leads among the copies, what led elsewhere leads nowhere. */
export const copiesOf = (nodes: readonly PlanNode[], by: Spot): readonly PlanNode[] => {
  const ids = new Map(nodes.map(node => [node.id, freshId('n')]));
  return nodes.map(node => {
    const copy = { ...node, id: ids.get(node.id)!, at: { x: (node.at?.x ?? 0) + by.x, y: (node.at?.y ?? 0) + by.y } };
    return exitsOf(node).reduce<PlanNode>((left, { slot, to }) => withExit(left, slot, ids.get(to) ?? ''), copy);
  });
};

export const addFlow = (plan: Plan, id: string, name: string): Plan => ({
  ...plan,
  flows: [...plan.flows, { id, name, rootNode: '', nodes: [] }],
});

export const changeFlow = (plan: Plan, id: string, part: Partial<Pick<Flow, 'name' | 'rootNode'>>): Plan => ({
  ...plan,
  flows: plan.flows.map(flow => (flow.id === id ? { ...flow, ...part } : flow)),
});

export const removeFlow = (plan: Plan, id: string): Plan => {
  const flows = plan.flows.filter(flow => flow.id !== id);
  return { ...plan, flows, rootFlow: plan.rootFlow === id ? (flows[0]?.id ?? '') : plan.rootFlow };
};
