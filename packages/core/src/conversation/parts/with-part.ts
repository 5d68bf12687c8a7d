import type { Flow, KnowledgeItem, Plan, PlanNode, PlanVariable } from '../plan/plan.ts';
import { unreachable } from '../plan/reach.ts';
import { COLUMN_PX, canvasSpot } from './canvas.ts';
import { planParts } from './common-parts.ts';
import { type ItemPart, type PartKind, type PlanPart, partId } from './part.ts';

/** Groups of a merchant's common word library: name to id. */
export type WordGroups = ReadonlyMap<string, string>;

/** A plan with one more part, and what came with it. */
interface WithPart {
  readonly plan: Plan;
  /** Where it stands: in the knowledge base, or among the intents. */
  readonly list: 'knowledge' | 'intents';
  readonly id: string;
  readonly nodes: readonly PlanNode[];
  readonly variables: readonly PlanVariable[];
}

/** The flow that the nodes of all parts stand in, beside the merchant's own. */
const flowId = 'common';
const flowName = '通用对话';

/** Parts that the plan has not, in the order they are offered. */
export const partsMissing = ({ knowledge, intents }: Plan): readonly PlanPart[] =>
  planParts.filter(({ kind }) => {
    const id = partId(kind);
    return !knowledge.some(item => item.id === id || item.common === kind) && !intents.some(intent => intent.id === id);
  });

/**
 * Puts a part in that the plan has not, whole. It listens by the merchant's group of its name, or by words of its own where
 * there is none; and takes its common meaning, unless somebody of the plan has that.
 */
export const withPart = (plan: Plan, part: PlanPart, groups: WordGroups): WithPart => {
  const { kind, name, means, takes, hears } = part;
  const id = partId(kind);
  const group = groups.get(name);
  const base = {
    ...{ id, name, ...(group === undefined ? hears : { words: [], groups: [group] }) },
    ...(takes && !isTaken(plan, takes) && { meanings: [takes] }),
  };
  if (!part.item) {
    const intent = { ...base, priority: agreesAt(plan), ...(means && { means }) };
    return { list: 'intents', id, nodes: [], variables: [], plan: { ...plan, intents: [...plan.intents, intent] } };
  }
  const { nodes, variables, next } = flowIn(plan, part);
  const item: KnowledgeItem = {
    ...{ ...base, priority: agreesAt(plan) + 1, ...part.item, next },
    ...{ interruption: { when: 'onMeaning' }, common: part.kind },
  };
  return {
    ...{ list: 'knowledge', id, nodes, variables },
    plan: {
      ...plan,
      variables: [...plan.variables, ...variables],
      flows: flowsWith(plan.flows, nodes),
      knowledge: [...plan.knowledge, item],
    },
  };
};

const isTaken = ({ intents, knowledge }: Plan, meaning: string): boolean =>
  [...intents, ...knowledge].some(({ meanings }) => meanings?.includes(meaning));

/** What the plan has not yet of what a part leads to; nothing where it hands over and the plan has somebody to hand over to. */
const flowIn = (plan: Plan, { item, nodes, variables, handsOver }: ItemPart) => {
  const there = plan.flows.flatMap(flow => flow.nodes);
  const person = handsOver && there.find(({ kind }) => kind === 'transfer');
  if (person) return { nodes: [], variables: [], next: { goto: person.id } };
  return {
    nodes: nodes.filter(({ id }) => !there.some(node => node.id === id)),
    variables: variables.filter(({ name }) => !plan.variables.some(known => known.name === name)),
    next: item.next,
  };
};

/** The highest priority of a plain yes or no: 「可以，不过我在开会」 is 忙, so a part goes before. */
const agreesAt = ({ intents }: Plan): number =>
  Math.max(0, ...intents.filter(({ means }) => means === 'yes' || means === 'no').map(({ priority }) => priority));

/** They stand to the right of what is in the flow. */
const flowsWith = (flows: readonly Flow[], nodes: readonly PlanNode[]): readonly Flow[] => {
  const [first] = nodes;
  if (!first) return flows;
  const there = flows.find(({ id }) => id === flowId);
  if (!there) return [...flows, { id: flowId, name: flowName, rootNode: first.id, nodes }];
  const left = Math.max(-COLUMN_PX, ...there.nodes.map(({ at }) => at?.x ?? 0)) + COLUMN_PX;
  const moved = nodes.map(node => ({ ...node, at: { ...(node.at ?? canvasSpot(0, 0)), x: left + (node.at?.x ?? 0) } }));
  const rootNode = there.nodes.some(({ id }) => id === there.rootNode) ? there.rootNode : first.id;
  return flows.map(flow => (flow === there ? { ...flow, rootNode, nodes: [...flow.nodes, ...moved] } : flow));
};

/**
 * A new plan with all the parts. `answers` are what some of them say instead, in words of the plan's matter.
 */
export const withAllParts = (
  plan: Plan,
  groups: WordGroups,
  answers: { readonly [K in PartKind]?: readonly string[] } = {},
): Plan =>
  partsMissing(plan).reduce((left, part) => {
    const says = answers[part.kind];
    const own = part.item && says ? { ...part, item: { ...part.item, answers: says } } : part;
    return withPart(left, own, groups).plan;
  }, plan);

/** Without an item of the knowledge base; of a part its nodes go as well where nothing else leads to them. */
export const withoutItem = (plan: Plan, id: string): Plan => {
  const left = { ...plan, knowledge: plan.knowledge.filter(item => item.id !== id) };
  const gone = new Set(unreachable(left).filter(node => node.startsWith(`${id}-`)));
  if (gone.size === 0) return left;
  const flows = left.flows.map(flow => {
    const nodes = flow.nodes.filter(node => !gone.has(node.id));
    const rootNode = gone.has(flow.rootNode) ? (nodes[0]?.id ?? '') : flow.rootNode;
    return nodes.length === flow.nodes.length ? flow : { ...flow, rootNode, nodes };
  });
  return { ...left, flows: flows.filter(flow => flow.id !== flowId || flow.nodes.length > 0) };
};
