import { type CompiledPlan, type ConversationNote, type Exit, type PlanNode, waysOut } from '../conversation/index.ts';

/** One way out of a node: a router, key, branch or exit. */
export interface Way {
  readonly from: string;
  readonly by: Exit;
  readonly to: string;
}

/** Ways by which conversations left nodes, in order; knowledge items are no part of them. */
const waysTaken = (notes: readonly ConversationNote[]): readonly Way[] => {
  const ways: Way[] = [];
  let left: { readonly from: string; readonly by: Exit } | null = null;
  const aside = new Set<string>();
  for (const note of notes) {
    if (note.type === 'node.entered') {
      if (note.knowledge) aside.add(note.node);
      else {
        if (left) ways.push({ ...left, to: note.node });
        left = null;
      }
    } else if (note.type === 'node.left' && !aside.has(note.node)) left = { from: note.node, by: note.by };
  }
  return ways;
};

/** Every way out of every node of a plan. */
export const waysOf = (plan: CompiledPlan): readonly Way[] =>
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
export const coverageOf = (plan: CompiledPlan, talks: readonly (readonly ConversationNote[])[]): Coverage => {
  const all = waysOf(plan);
  const taken = new Set(talks.flatMap(waysTaken).map(keyOf));
  const entered = new Set(
    talks.flatMap(notes => notes.flatMap(note => (note.type === 'node.entered' && !note.knowledge ? [note.node] : []))),
  );
  return {
    nodes: { covered: [...entered].filter(id => plan.nodes.has(id)), all: plan.nodes.size },
    ways: { covered: all.filter(way => taken.has(keyOf(way))), missed: all.filter(way => !taken.has(keyOf(way))) },
  };
};

const keyOf = ({ from, by, to }: Way): string => `${from}\n${by}\n${to}`;
