import type { OnConnectEnd } from '@xyflow/react';
import { lazy, type RefObject, Suspense, useCallback, useState } from 'react';
import { useStudio } from '../frame/studio-context.ts';
import type { NodeKind, Spot } from '../graph/node-kinds.ts';
import { nodeSize } from '../graph/node-shape.ts';
import { type From, useAddNode } from './use-add-node.ts';

const KindMenu = lazy(() => import('./kind-menu.tsx').then(file => ({ default: file.KindMenu })));

interface Dropped {
  readonly from: From;
  /** In pixels from the corner of the canvas: the menu; and of the graph: the node that will come. */
  readonly menu: Spot;
  readonly node: Spot;
}

/** So much of the menu is seen wherever it opens. */
const menuSize = { width: 350, height: 380 } as const;

/** A cord that was let go over nothing: `onConnectEnd` of the canvas remembers it, the menu asks what shall be there. */
export const useDropped = (flowId: string, box: RefObject<HTMLElement | null>) => {
  const { look } = useStudio();
  const add = useAddNode();
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const onConnectEnd: OnConnectEnd = useCallback(
    (event, { fromHandle, toNode }) => {
      const corner = box.current?.getBoundingClientRect();
      const viewport = look.getState().viewports[flowId];
      const onCanvas = event.target instanceof Element && event.target.closest('.react-flow__node') === null;
      if (!corner || !viewport || !onCanvas || toNode || fromHandle?.type !== 'source' || !fromHandle.id) return;
      const pointer = 'changedTouches' in event ? event.changedTouches[0] : event;
      if (!pointer) return;
      const [x, y] = [pointer.clientX - corner.left, pointer.clientY - corner.top];
      setDropped({
        from: { node: fromHandle.nodeId, slot: fromHandle.id },
        menu: {
          x: Math.max(0, Math.min(x, corner.width - menuSize.width)),
          y: Math.max(0, Math.min(y, corner.height - menuSize.height)),
        },
        node: { x: (x - viewport.x) / viewport.zoom - nodeSize.width / 2, y: (y - viewport.y) / viewport.zoom },
      });
    },
    [look, flowId, box],
  );
  const close = () => setDropped(null);
  const onKind = (kind: NodeKind) => {
    if (dropped) add(kind, dropped.from, dropped.node);
    close();
  };
  const menu = dropped && (
    <Suspense>
      <KindMenu at={dropped.menu} onKind={onKind} onClose={close} />
    </Suspense>
  );
  return { onConnectEnd, menu };
};
