import { BaseEdge, type Edge, type EdgeProps, getBezierPath } from '@xyflow/react';
import { memo } from 'react';
import { useDraft } from '../draft/draft-store.ts';
import { useStudio } from '../frame/studio-context.ts';
import { walkedSlots } from './use-node-state.ts';

export type CordEdge = Edge<Record<string, never>, 'cord'>;

/** Heat: no call and all calls, in px of the cord. */
const thinPx = 1.2;
const thickPx = 18;

/** A cord from an exit to the node it leads to; brand where the test talk went, as thick as its calls in heat mode. */
export const Cord = memo(({ source, sourceHandleId, selected, ...edge }: EdgeProps<CordEdge>) => {
  const slot = sourceHandleId ?? '';
  const heat = useStudio().place.heat;
  const walked = useDraft(draft => walkedSlots(draft, source).split(' ').includes(slot)) && !heat;
  // Of many crossing cords those of the chosen node are told apart.
  const near = useDraft(draft => draft.selected === source || draft.selected === edge.target);
  const width = useDraft(draft => {
    if (!heat || !draft.heat) return null;
    const calls = draft.heat.exits[source]?.[slot] ?? 0;
    return thinPx + (thickPx - thinPx) * Math.min(1, calls / Math.max(1, draft.heat.most));
  });
  const [path] = getBezierPath(edge);
  const state = [heat && 'is-heat', walked && 'is-walked', near && 'is-near', selected && 'is-selected']
    .filter(Boolean)
    .join(' ');
  return (
    <BaseEdge
      id={edge.id}
      path={path}
      className={`canvas-cord ${state}`}
      {...(width !== null && { style: { strokeWidth: width } })}
    />
  );
});
