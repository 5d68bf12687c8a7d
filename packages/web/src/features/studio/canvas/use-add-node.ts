import { useTranslation } from 'react-i18next';
import { useDraftStore } from '../draft/draft-store.ts';
import { middleOf, reveal, useStudio } from '../frame/studio-context.ts';
import { useFlowNow } from '../frame/use-flow.ts';
import { addNodes, connect, nodeOf } from '../graph/edits.ts';
import { exitsOf } from '../graph/exits.ts';
import { freeSpot } from '../graph/free-spot.ts';
import { freshNode, type NodeKind, type Spot } from '../graph/node-kinds.ts';
import { heightOf, nodeSize } from '../graph/node-shape.ts';

/** Where a node comes from: the exit that shall lead to it. */
export interface From {
  readonly node: string;
  readonly slot: string;
}

const belowPx = 52;

/**
 * Adds a node, marks it and brings it into view: where the pointer let go, or below the marked node and connected with its
 * first open exit, or in the middle of what is seen; beside what stands there already.
 */
export const useAddNode = (): ((kind: NodeKind, from?: From, at?: Spot) => void) => {
  const { t } = useTranslation('studio');
  const store = useDraftStore();
  const { look } = useStudio();
  const flowNow = useFlowNow();
  return (kind, from, at) => {
    const flow = flowNow();
    if (!flow || !store.getState().mayEdit) return;
    const { plan, selected, change, select } = store.getState();
    const marked = selected === null ? undefined : flow.nodes.find(node => node.id === selected);
    const open = marked && exitsOf(marked).find(exit => exit.to === '');
    const begin = from ?? (marked && open ? { node: marked.id, slot: open.slot } : null);
    const source = begin ? nodeOf(plan, begin.node) : undefined;
    const exit = source ? exitsOf(source).findIndex(({ slot }) => slot === begin?.slot) : 0;
    const middle = middleOf(plan, flow.id, look.getState());
    const below = source?.at && {
      x: source.at.x + exit * (nodeSize.width + belowPx),
      y: source.at.y + heightOf(source, false) + belowPx,
    };
    const spot = at ?? below ?? { x: middle.x - nodeSize.width / 2, y: middle.y - nodeSize.height / 2 };
    const made = freshNode(
      kind,
      t($ => $.kinds[kind].name),
      spot,
      plan,
    );
    const node = { ...made, at: freeSpot(flow, made) };
    change(
      now => {
        const added = addNodes(now, flow.id, [node]);
        return begin ? connect(added, begin.node, begin.slot, node.id) : added;
      },
      t($ => $.steps.add),
    );
    select(node.id);
    reveal(look, flow.id, { ...node.at, width: nodeSize.width, height: heightOf(node, false) });
  };
};
