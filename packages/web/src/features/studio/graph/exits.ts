import type { Meaning, Plan, PlanNode } from '@lianxian/core';

/**
 * What leaves a node, as slots with a name: the canvas draws one cell and one handle for each, an edge begins at it.
 * `routers.0` is the first router, `keys.1` the second key, `otherwise` that field of the node.
 */
export interface Exit {
  readonly slot: string;
  readonly to: string;
  readonly means: ExitMeans;
}

export type ExitMeans =
  | { readonly kind: 'meaning'; readonly on: Exclude<Meaning, { readonly intent: string } | 'collected'> }
  | { readonly kind: 'intent'; readonly id: string }
  | { readonly kind: 'collected' }
  | { readonly kind: 'key'; readonly key: string; readonly label: string }
  | { readonly kind: 'branch'; readonly number: number }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'otherwise' | 'failedTransfer' | 'sent' | 'failed' | 'done' | 'exceeded' };

const meansOf = (on: Meaning): ExitMeans => {
  if (typeof on !== 'string') return { kind: 'intent', id: on.intent };
  return on === 'collected' ? { kind: 'collected' } : { kind: 'meaning', on };
};

const ownExits = (node: PlanNode): readonly Exit[] => {
  const routers = (): readonly Exit[] =>
    'routers' in node
      ? node.routers.map(({ on, to }, index) => ({ slot: `routers.${index}`, to, means: meansOf(on) }))
      : [];
  switch (node.kind) {
    case 'speak':
    case 'collect':
      return routers();
    case 'menu':
      return [
        ...node.keys.map(({ key, label, to }, index): Exit => {
          return { slot: `keys.${index}`, to, means: { kind: 'key', key, label } };
        }),
        ...routers(),
      ];
    case 'condition':
      return [
        ...node.branches.map(({ to }, index): Exit => {
          return { slot: `branches.${index}`, to, means: { kind: 'branch', number: index + 1 } };
        }),
        { slot: 'otherwise', to: node.otherwise, means: { kind: 'otherwise' } },
      ];
    case 'transfer':
      return [{ slot: 'otherwise', to: node.otherwise, means: { kind: 'failedTransfer' } }];
    case 'sms':
      return [
        { slot: 'sent', to: node.sent, means: { kind: 'sent' } },
        { slot: 'failed', to: node.failed, means: { kind: 'failed' } },
      ];
    case 'webhook':
      return [
        { slot: 'done', to: node.done, means: { kind: 'done' } },
        { slot: 'failed', to: node.failed, means: { kind: 'failed' } },
      ];
    case 'llm':
      return [
        ...node.exits.map(({ name, to }, index): Exit => {
          return { slot: `exits.${index}`, to, means: { kind: 'named', name } };
        }),
        { slot: 'failed', to: node.failed, means: { kind: 'failed' } },
      ];
    case 'goto':
    case 'hangup':
      return [];
  }
};

const kept = new WeakMap<PlanNode, readonly Exit[]>();

/** Every way out of a node inside its flow, in the order of the node. */
export const exitsOf = (node: PlanNode): readonly Exit[] => {
  const known = kept.get(node);
  if (known) return known;
  const exits = node.visits
    ? [...ownExits(node), { slot: 'visits', to: node.visits.to, means: { kind: 'exceeded' } } as const]
    : ownExits(node);
  kept.set(node, exits);
  return exits;
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

/** Names of core (walking and its neighbours) for what has none in the plan. */
const fixedNames = {
  otherwise: '其他情况',
  failedTransfer: '没接通',
  sent: '已发送',
  done: '成功',
  exceeded: '次数已满',
} as const;

/** As a conversation names what a node was left by: how a trail and the figures find their exit. */
export const leftBy = (plan: Plan, node: PlanNode, { means }: Exit): string => {
  switch (means.kind) {
    case 'meaning':
      return means.on;
    case 'intent':
      return plan.intents.find(intent => intent.id === means.id)?.name ?? means.id;
    case 'collected':
      return '采集成功';
    case 'named':
      return means.name;
    case 'key':
      return `按键 ${means.key}`;
    case 'branch':
      return '满足条件';
    case 'failed':
      return node.kind === 'sms' ? '没发出' : '失败';
    default:
      return fixedNames[means.kind];
  }
};
