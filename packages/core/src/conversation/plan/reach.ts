import { onLoops } from './loops.ts';
import type { Plan, PlanNode } from './plan.ts';
import { type WayOut, waysOut } from './ways-out.ts';

/** Where a node leads inside its own flow, as written, and by which slot. */
export const leadsOf = (node: PlanNode): readonly Pick<WayOut, 'slot' | 'to'>[] => [
  ...waysOut(node),
  ...(node.visits ? [{ slot: 'visits', to: node.visits.to }] : []),
];

/** Where a node leads, through a goto into the other flow's root. */
const nextOf = (plan: Plan, node: PlanNode): readonly string[] => {
  const leads = leadsOf(node).map(({ to }) => to);
  if (node.kind !== 'goto') return leads;
  return [...leads, ...plan.flows.filter(flow => flow.id === node.flow).map(flow => flow.rootNode)];
};

/**
 * What may be said first of all: the announcement, and the first wording of each node a call can come to from its beginning
 * before anything was said. `leads` says where a node leads whose way is known.
 */
export const firstSentences = (
  plan: Plan,
  leads: (node: PlanNode) => readonly string[] | null = () => null,
): readonly string[] => {
  const nodes = new Map(plan.flows.flatMap(flow => flow.nodes).map(node => [node.id, node]));
  const open = plan.flows.filter(flow => flow.id === plan.rootFlow).map(flow => flow.rootNode);
  const seen = new Set<string>();
  const said = new Set([plan.defaults.announcement]);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = nodes.get(id);
    if (!node || seen.has(id)) continue;
    seen.add(id);
    const first = 'sentences' in node ? node.sentences[0] : undefined;
    if (first === undefined) open.push(...(leads(node) ?? nextOf(plan, node)));
    else said.add(first);
  }
  return [...said].filter(text => text.trim() !== '');
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

/**
 * Nodes that can come back to themselves without one between them at which the callee is heard. What counts is how it goes
 * for ever: a node with a limit of visits has had them and only passes on, a question to the world comes to nothing or not.
 */
export const deadLoops = (plan: Plan): readonly string[] => {
  const silent = new Map(plan.flows.flatMap(flow => flow.nodes).map(node => [node.id, silentWays(plan, node)]));
  return [...onLoops(silent)];
};

/** Where it goes on without having heard anybody. */
const silentWays = (plan: Plan, node: PlanNode): readonly string[] => {
  if (node.visits) return [node.visits.to];
  switch (node.kind) {
    case 'condition':
    case 'goto':
    case 'sms':
    case 'webhook':
    case 'transfer':
      return nextOf(plan, node);
    case 'llm':
      return node.sentences.length === 0 ? nextOf(plan, node) : [];
    case 'speak': {
      const passes = node.ignoring?.speech !== undefined;
      return passes ? node.routers.filter(({ on }) => on === 'other').map(({ to }) => to) : [];
    }
    default:
      return [];
  }
};
