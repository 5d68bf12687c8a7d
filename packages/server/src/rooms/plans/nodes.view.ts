import { exitWord, type OutputOf, type planNodeEndpoints } from '@lianxian/contract';
import {
  type Flow,
  type KnowledgeItem,
  type Meaning,
  type Plan,
  type PlanNode,
  type Router,
  routerMeanings,
} from '@lianxian/core';

/** A graph as rows, for who reads nodes and ways rather than a whole plan. */
type NodeRow = OutputOf<typeof planNodeEndpoints.list>['list'][number];
interface RouterRow {
  readonly planId: string;
  readonly fromNode: string;
  readonly branch: string;
  readonly branchName: string;
  readonly toNode: string;
}

const nodeRow = (planId: string, flow: Flow, node: PlanNode): NodeRow => ({
  id: `${planId}/${node.id}`,
  planId,
  nodeId: node.id,
  name: node.name,
  category: 'main_process',
  type: node.kind,
  flowId: flow.id,
  flowName: flow.name,
  isStart: flow.rootNode === node.id,
  x: node.at?.x ?? 0,
  y: node.at?.y ?? 0,
  sentences: 'sentences' in node ? [...node.sentences] : [],
  interruption: 'interruption' in node ? node.interruption.when : '',
  variable: node.kind === 'collect' ? node.variable : '',
  maxVisits: node.visits?.most ?? null,
  exceedTarget: node.visits?.to ?? '',
});

const itemRow = (planId: string, item: KnowledgeItem): NodeRow => ({
  id: `${planId}/${item.id}`,
  planId,
  nodeId: item.id,
  name: item.name,
  category: item.common === undefined ? 'business_qa' : 'common_dialog',
  type: 'answer',
  flowId: '',
  flowName: '',
  isStart: false,
  x: 0,
  y: 0,
  sentences: [...item.answers],
  interruption: item.interruption.when,
  variable: '',
  maxVisits: item.limit,
  exceedTarget: '',
});

export const nodeRows = (planId: string, plan: Plan): NodeRow[] => [
  ...plan.flows.flatMap(flow => flow.nodes.map(node => nodeRow(planId, flow, node))),
  ...plan.knowledge.map(item => itemRow(planId, item)),
];

const INTENT = 'intent:';
/** Programs have always been told our meanings in Chinese. */
const branchOf = (on: Meaning): string => {
  if (typeof on !== 'string') return `${INTENT}${on.intent}`;
  return on === 'collected' ? on : exitWord('zh-CN', on);
};
/** The meaning a branch stands for; null: none that a router has. */
export const meaningOf = (branch: string): Meaning | null =>
  branch.startsWith(INTENT)
    ? { intent: branch.slice(INTENT.length) }
    : (routerMeanings.find(meaning => meaning === branch || branchOf(meaning) === branch) ?? null);

type Way = readonly [branch: string, toNode: string, name?: string];

const waysOf = (node: PlanNode): readonly Way[] => {
  switch (node.kind) {
    case 'condition':
      return [...node.branches.map(({ to }, n): Way => [`branch:${n + 1}`, to]), ['otherwise', node.otherwise]];
    case 'transfer':
      return [['otherwise', node.otherwise]];
    case 'sms':
      return [
        ['sent', node.sent],
        ['failed', node.failed],
      ];
    case 'webhook':
      return [
        ['done', node.done],
        ['failed', node.failed],
      ];
    case 'llm':
      return [...node.exits.map(({ id, to, name }): Way => [`exit:${id}`, to, name]), ['failed', node.failed]];
    case 'goto':
      return [['flow', node.flow]];
    case 'hangup':
      return [];
    default:
      return [
        ...node.routers.map(({ on, to }): Way => [branchOf(on), to]),
        ...(node.kind === 'menu' ? node.keys.map(({ key, to, label }): Way => [`key:${key}`, to, label]) : []),
      ];
  }
};

export const routerRows = (planId: string, plan: Plan, fromNode?: string): RouterRow[] => {
  const names = new Map(plan.intents.map(({ id, name }) => [`${INTENT}${id}`, name]));
  return plan.flows
    .flatMap(({ nodes }) => nodes)
    .filter(({ id }) => fromNode === undefined || id === fromNode)
    .flatMap(node =>
      waysOf(node).map(([branch, toNode, name]) => ({
        planId,
        fromNode: node.id,
        branch,
        branchName: name ?? names.get(branch) ?? branch,
        toNode,
      })),
    );
};

const mapNodes = (plan: Plan, change: (flow: Flow) => readonly PlanNode[]): Plan => ({
  ...plan,
  flows: plan.flows.map(flow => {
    const nodes = change(flow);
    return nodes === flow.nodes ? flow : { ...flow, nodes };
  }),
});

/** One node put into its flow, in place of the one of its id wherever that was. */
export const withNode = (plan: Plan, flowId: string, node: PlanNode): Plan =>
  mapNodes(plan, ({ id, nodes }) => {
    const at = nodes.findIndex(one => one.id === node.id);
    if (id !== flowId) return at < 0 ? nodes : nodes.filter(one => one.id !== node.id);
    return at < 0 ? [...nodes, node] : nodes.with(at, node);
  });

export const withoutNode = (plan: Plan, nodeId: string): Plan =>
  mapNodes(plan, ({ nodes }) => nodes.filter(({ id }) => id !== nodeId));

/** One node's routers changed; null: there is no such node, or it has no routers. */
export const withRouters = (
  plan: Plan,
  nodeId: string,
  change: (routers: readonly Router[]) => readonly Router[],
): Plan | null => {
  let found = false;
  const changed = mapNodes(plan, ({ nodes }) => {
    const at = nodes.findIndex(({ id }) => id === nodeId);
    const node = nodes[at];
    if (node === undefined || !('routers' in node)) return nodes;
    found = true;
    return nodes.with(at, { ...node, routers: change(node.routers) });
  });
  return found ? changed : null;
};

/** A way by one meaning: in place of the one there is, or one more. */
export const led = (routers: readonly Router[], on: Meaning, to: string | null): readonly Router[] => {
  const branch = branchOf(on);
  const at = routers.findIndex(router => branchOf(router.on) === branch);
  if (to === null) return routers.filter(router => branchOf(router.on) !== branch);
  return at < 0 ? [...routers, { on, to }] : routers.with(at, { on, to });
};
