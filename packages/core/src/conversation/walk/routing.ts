import type { Exit } from '../plan/exit.ts';
import type { CollectNode, LlmNode, Meaning, MenuNode, Router, SpeakNode } from '../plan/plan.ts';
import type { Draft } from './state.ts';

/** A node at which the robot listens. */
export type ListeningNode = SpeakNode | CollectNode | MenuNode | LlmNode;

/** The node the flow stands at; only for states in which it is one that listens. */
export const currentNode = (draft: Draft): ListeningNode =>
  draft.state.plan.nodes.get(draft.state.node) as ListeningNode;

/** Before it listens a node may have something to say; others never do. */
export const listensHere = (draft: Draft): boolean => {
  const kind = draft.state.plan.nodes.get(draft.state.node)?.kind;
  return kind === 'speak' || kind === 'collect' || kind === 'menu' || kind === 'llm';
};

/** A free talk has no routers: its exits are the model's. */
export const routersOf = (node: ListeningNode): readonly Router[] => ('routers' in node ? node.routers : []);

export const routerOn = (node: ListeningNode, on: Meaning): Router | undefined =>
  routersOf(node).find(router => router.on === on);

interface Onward {
  readonly by: Exit;
  readonly to: string;
}

/** The first of these ways the node has; a free talk has one for whatever goes wrong. */
export const onwardBy = (
  node: ListeningNode,
  meanings: readonly ('silence' | 'notUnderstood' | 'other')[],
): Onward | null => {
  if (node.kind === 'llm') return { by: 'failed', to: node.failed };
  for (const by of meanings) {
    const router = routerOn(node, by);
    if (router) return { by, to: router.to };
  }
  return null;
};
