import type { Plan, PlanNode } from './plan.ts';

/** Ids a node leads to inside its own flow, as written. */
export const leadsOf = (node: PlanNode): readonly string[] => {
  switch (node.kind) {
    case 'speak':
    case 'collect':
      return node.routers.map(router => router.to);
    case 'menu':
      return [...node.keys.map(key => key.to), ...node.routers.map(router => router.to)];
    case 'condition':
      return [...node.branches.map(branch => branch.to), node.otherwise];
    case 'transfer':
      return [node.otherwise];
    case 'sms':
      return [node.sent, node.failed];
    case 'webhook':
      return [node.done, node.failed];
    case 'llm':
      return [...node.exits.map(exit => exit.to), node.failed];
    case 'goto':
    case 'hangup':
      return [];
  }
};

/** Where a node leads, through a goto into the other flow's root. */
const nextOf = (plan: Plan, node: PlanNode): readonly string[] => {
  if (node.kind !== 'goto') return leadsOf(node);
  return plan.flows.filter(flow => flow.id === node.flow).map(flow => flow.rootNode);
};

/** Nodes no call can come to, from the root flow or out of the knowledge base. */
export const unreachable = (plan: Plan): readonly string[] => {
  const nodes = new Map(plan.flows.flatMap(flow => flow.nodes).map(node => [node.id, node]));
  const open = [
    ...plan.flows.filter(flow => flow.id === plan.rootFlow).map(flow => flow.rootNode),
    ...plan.knowledge.flatMap(item => ('goto' in item.next ? [item.next.goto] : [])),
  ];
  const reached = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = nodes.get(id);
    if (!node || reached.has(id)) continue;
    reached.add(id);
    open.push(...nextOf(plan, node));
  }
  return [...nodes.keys()].filter(id => !reached.has(id));
};

/** Conditions and gotos that can come back to themselves without a node between them that listens. */
export const deadLoops = (plan: Plan): readonly string[] => {
  const silent = new Map(
    plan.flows
      .flatMap(flow => flow.nodes)
      .filter(node => node.kind === 'condition' || node.kind === 'goto')
      .map(node => [node.id, node]),
  );
  const comesBack = (start: PlanNode): boolean => {
    const seen = new Set<string>();
    const open = [...nextOf(plan, start)];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (id === start.id) return true;
      const node = silent.get(id);
      if (!node || seen.has(id)) continue;
      seen.add(id);
      open.push(...nextOf(plan, node));
    }
    return false;
  };
  return [...silent.values()].filter(comesBack).map(node => node.id);
};
