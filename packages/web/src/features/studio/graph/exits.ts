import { type PlanNode, type WayOut, waysOut } from '@lianxian/core';

/**
 * What leaves a node, as slots with a name: the canvas draws one cell and one handle for each, an edge begins at it.
 * `routers.0` is the first router, `keys.1` the second key, `otherwise` that field of the node.
 */
export interface Way extends Omit<WayOut, 'exit'> {
  /** Its id; empty for a node that was entered too often, which no conversation leaves by. */
  readonly exit: WayOut['exit'] | '';
  /** What the operator called it: an exit of a free talk, a key. */
  readonly label: string;
}

const labelOf = (node: PlanNode, slot: string): string => {
  const [field, at] = slot.split('.');
  if (node.kind === 'menu' && field === 'keys') return node.keys[Number(at)]?.label ?? '';
  return node.kind === 'llm' && field === 'exits' ? (node.exits[Number(at)]?.name ?? '') : '';
};

const kept = new WeakMap<PlanNode, readonly Way[]>();

/** Every way out of a node inside its flow, in the order of the node. */
export const exitsOf = (node: PlanNode): readonly Way[] => {
  const known = kept.get(node);
  if (known) return known;
  const own = waysOut(node).map((way): Way => ({ ...way, label: labelOf(node, way.slot) }));
  const ways = node.visits ? [...own, { exit: '', slot: 'visits', to: node.visits.to, label: '' } as const] : own;
  kept.set(node, ways);
  return ways;
};

/** The node with one way out leading to `to`; '' leads nowhere yet. */
export const withExit = (node: PlanNode, slot: string, to: string): PlanNode => {
  if (slot === 'visits') return node.visits ? { ...node, visits: { ...node.visits, to } } : node;
  const [field, index] = slot.split('.');
  if (index === undefined) return slot in node ? ({ ...node, [slot]: to } as PlanNode) : node;
  const list = (node as unknown as Record<string, readonly { readonly to: string }[]>)[field!];
  if (!list?.[Number(index)]) return node;
  return { ...node, [field!]: list.map((each, at) => (at === Number(index) ? { ...each, to } : each)) } as PlanNode;
};
