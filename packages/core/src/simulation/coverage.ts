import type { CompiledPlan, ConversationNote, Meaning, PlanNode } from '../conversation/index.ts';

/** One way out of a node: a router, key, branch or exit. `by` is what a conversation that takes it notes. */
export interface Way {
  readonly from: string;
  readonly by: string;
  readonly to: string;
}

/** Ways by which conversations left nodes, in order; knowledge items are no part of them. */
export const waysTaken = (notes: readonly ConversationNote[]): readonly Way[] => {
  const ways: Way[] = [];
  let left: { readonly from: string; readonly by: string } | null = null;
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

const waysOfNode = (plan: CompiledPlan, node: PlanNode): readonly { readonly by: string; readonly to: string }[] => {
  switch (node.kind) {
    case 'condition':
      return [...node.branches.map(({ to }) => ({ by: '满足条件', to })), { by: '其他情况', to: node.otherwise }];
    case 'transfer':
      return [{ by: '没接通', to: node.otherwise }];
    case 'sms':
      return [
        { by: '已发送', to: node.sent },
        { by: '没发出', to: node.failed },
      ];
    case 'webhook':
      return [
        { by: '成功', to: node.done },
        { by: '失败', to: node.failed },
      ];
    case 'llm':
      return [...node.exits.map(({ name, to }) => ({ by: name, to })), { by: '失败', to: node.failed }];
    case 'goto': {
      const flow = plan.flows.get(node.flow);
      return flow ? [{ by: `转到${flow.name}`, to: flow.rootNode }] : [];
    }
    case 'hangup':
      return [];
    default:
      return [
        ...(node.kind === 'menu' ? node.keys.map(({ key, to }) => ({ by: `按键 ${key}`, to })) : []),
        ...node.routers.map(({ on, to }) => ({ by: labelOf(plan, on), to })),
      ];
  }
};

const labelOf = (plan: CompiledPlan, on: Meaning): string => {
  if (typeof on === 'object') return plan.intents.get(on.intent)?.name ?? on.intent;
  return on === 'collected' ? '采集成功' : on;
};

export interface Coverage {
  readonly nodes: { readonly covered: readonly string[]; readonly all: number };
  readonly ways: { readonly covered: readonly Way[]; readonly missed: readonly Way[] };
}

/**
 * What of a plan these conversations have walked. A way that was taken is one of the plan's by its target and its word; an
 * intent without a router of its own went the way of what it means (肯定 …). Where no way has the word, all of that target
 * count.
 */
export const coverageOf = (plan: CompiledPlan, talks: readonly (readonly ConversationNote[])[]): Coverage => {
  const all = waysOf(plan);
  const known = new Set(all.map(keyOf));
  const taken = talks.flatMap(waysTaken).map(way => (known.has(keyOf(way)) ? way : byMeaning(plan, known, way)));
  const words = new Set(taken.map(keyOf));
  const pairs = new Set(taken.filter(way => !known.has(keyOf(way))).map(pairOf));
  const isCovered = (way: Way) => words.has(keyOf(way)) || pairs.has(pairOf(way));
  const entered = new Set(
    talks.flatMap(notes => notes.flatMap(note => (note.type === 'node.entered' && !note.knowledge ? [note.node] : []))),
  );
  return {
    nodes: { covered: [...entered].filter(id => plan.nodes.has(id)), all: plan.nodes.size },
    ways: { covered: all.filter(isCovered), missed: all.filter(way => !isCovered(way)) },
  };
};

/** The way an intent went by what it means; a refusal goes the way of a no where it has none. */
const byMeaning = (plan: CompiledPlan, known: ReadonlySet<string>, way: Way): Way => {
  const means = plan.plan.intents.find(({ name }) => name === way.by)?.means;
  const words = means === '拒绝' ? ['拒绝', '否定'] : means ? [means] : [];
  const by = [...words, '默认'].find(word => known.has(keyOf({ ...way, by: word })));
  return by === undefined ? way : { ...way, by };
};

const pairOf = ({ from, to }: Way): string => `${from}\n${to}`;
const keyOf = (way: Way): string => `${pairOf(way)}\n${way.by}`;
