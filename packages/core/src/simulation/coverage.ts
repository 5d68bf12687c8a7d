import { type CompiledPlan, type Exit, type PlanNode, type TalkView, waysOut } from '../conversation/index.ts';

/** One way out of a node: a router, key, branch or exit. */
interface Way {
  readonly from: string;
  readonly by: Exit;
  readonly to: string;
}

/** The nodes of the flow that a talk passed; knowledge items are no part of them. */
const passedBy = ({ path }: TalkView) => path.filter(({ knowledge }) => !knowledge);

/** Ways by which a talk left nodes, in order. */
const waysTaken = (talk: TalkView): readonly Way[] => {
  const passed = passedBy(talk);
  return passed.flatMap(({ node, leftBy }, at) => {
    const next = passed[at + 1];
    return leftBy === '' || next === undefined ? [] : [{ from: node, by: leftBy, to: next.node }];
  });
};

/** Every way out of every node of a plan. */
const waysOf = (plan: CompiledPlan): readonly Way[] =>
  [...plan.nodes.values()].flatMap(node => waysOfNode(plan, node).map(way => ({ from: node.id, ...way })));

const waysOfNode = (plan: CompiledPlan, node: PlanNode): readonly Omit<Way, 'from'>[] => {
  const flow = node.kind === 'goto' ? plan.flows.get(node.flow) : undefined;
  if (flow) return [{ by: `flow:${flow.id}`, to: flow.rootNode }];
  return waysOut(node).map(({ exit, to }) => ({ by: exit, to }));
};

export interface Coverage {
  readonly nodes: { readonly covered: readonly string[]; readonly all: number };
  readonly ways: { readonly covered: readonly Way[]; readonly missed: readonly Way[] };
}

/** What of a plan these conversations have walked: a way is taken by its exit, to where that leads. */
export const coverageOf = (plan: CompiledPlan, talks: readonly TalkView[]): Coverage => {
  const all = waysOf(plan);
  const taken = new Set(talks.flatMap(waysTaken).map(keyOf));
  const entered = new Set(talks.flatMap(talk => passedBy(talk).map(({ node }) => node)));
  return {
    nodes: { covered: [...entered].filter(id => plan.nodes.has(id)), all: plan.nodes.size },
    ways: { covered: all.filter(way => taken.has(keyOf(way))), missed: all.filter(way => !taken.has(keyOf(way))) },
  };
};

const keyOf = ({ from, by, to }: Way): string => `${from}\n${by}\n${to}`;
