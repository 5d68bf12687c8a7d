import { type Exit, endings, ownOf } from './exit.ts';
import type { Meaning, Plan, PlanNode, Router } from './plan.ts';

/** One way out of a node inside its flow. */
export interface WayOut {
  readonly exit: Exit;
  /** Where in the node it stands: `routers.0`, `keys.1`, `otherwise`. */
  readonly slot: string;
  readonly to: string;
}

export const exitOn = (on: Meaning): Exit => (typeof on === 'string' ? on : `intent:${on.intent}`);

const routed = (routers: readonly Router[]): readonly WayOut[] =>
  routers.map(({ on, to }, at) => ({ exit: exitOn(on), slot: `routers.${at}`, to }));

/** Every way out of a node, in the order of the node; a limit of visits is none, for it is never taken from inside. */
export const waysOut = (node: PlanNode): readonly WayOut[] => {
  switch (node.kind) {
    case 'speak':
    case 'collect':
      return routed(node.routers);
    case 'menu':
      return [
        ...node.keys.map(({ key, to }, at): WayOut => ({ exit: `key:${key}`, slot: `keys.${at}`, to })),
        ...routed(node.routers),
      ];
    case 'condition':
      return [
        ...node.branches.map(({ to }, at): WayOut => ({ exit: 'holds', slot: `branches.${at}`, to })),
        { exit: 'otherwise', slot: 'otherwise', to: node.otherwise },
      ];
    case 'transfer':
      return [{ exit: 'notReached', slot: 'otherwise', to: node.otherwise }];
    case 'sms':
      return [
        { exit: 'sent', slot: 'sent', to: node.sent },
        { exit: 'notSent', slot: 'failed', to: node.failed },
      ];
    case 'webhook':
      return [
        { exit: 'done', slot: 'done', to: node.done },
        { exit: 'failed', slot: 'failed', to: node.failed },
      ];
    case 'llm':
      return [
        ...node.exits.map(({ id, to }, at): WayOut => ({ exit: `exit:${id}`, slot: `exits.${at}`, to })),
        { exit: 'failed', slot: 'failed', to: node.failed },
      ];
    case 'goto':
    case 'hangup':
      return [];
  }
};

type Named = Pick<Plan, 'flows' | 'intents' | 'knowledge'>;

/** The merchant's own name of what an exit is called after; empty where it has none. `node`: the one that is left. */
export const exitName = (plan: Named, exit: string, node?: PlanNode): string => {
  const own = ownOf(exit);
  const nameIn = (items: readonly { readonly id: string; readonly name: string }[]) =>
    items.find(({ id }) => id === own?.id)?.name ?? '';
  switch (own?.kind) {
    case 'intent':
      return nameIn(plan.intents);
    case 'knowledge':
      return nameIn(plan.knowledge);
    case 'flow':
      return nameIn(plan.flows);
    case 'exit':
      return node?.kind === 'llm' ? nameIn(node.exits) : '';
    default:
      return '';
  }
};

const anywhere: ReadonlySet<string> = new Set(endings);

/** Can a call leave this node by this exit, as the plan is now? */
export const mayLeaveBy = (plan: Pick<Plan, 'knowledge'>, node: PlanNode, exit: string): boolean => {
  if (anywhere.has(exit) || waysOut(node).some(way => way.exit === exit)) return true;
  if (node.kind === 'goto') return exit === `flow:${node.flow}`;
  if (node.kind === 'transfer') return exit === 'transferred';
  const own = ownOf(exit);
  return own?.kind === 'knowledge' && plan.knowledge.some(({ id, next }) => id === own.id && !('resume' in next));
};
