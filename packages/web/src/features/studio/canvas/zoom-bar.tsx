import { Maximize, Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { firstLook, put, useStudio, wholeLook, zoomLimits } from '../frame/studio-context.ts';
import { boundsOf } from '../graph/node-shape.ts';

const step = 1.25;

/** − 100 % + and a look at all of it; what the thick cord means: a test talk, or all the tests. */
export const ZoomBar = ({ flowId }: { flowId: string }) => {
  const { t } = useTranslation('studio');
  const { look, place } = useStudio();
  const store = useDraftStore();
  const trail = useDraft(draft => draft.trail);
  const zoom = useStore(look, now => now.viewports[flowId]?.zoom ?? 1);
  const zoomTo = (wanted: number) => {
    const { size, viewports } = look.getState();
    const { width, height } = size;
    const { x, y } = viewports[flowId] ?? firstLook(store.getState().plan, flowId, look.getState());
    const next = Math.min(zoomLimits.most, Math.max(zoomLimits.least, wanted));
    const middle = { x: width / 2, y: height / 2 };
    put(look, flowId, {
      x: middle.x - ((middle.x - x) / zoom) * next,
      y: middle.y - ((middle.y - y) / zoom) * next,
      zoom: next,
    });
  };
  const fit = () => {
    const flow = store.getState().plan.flows.find(({ id }) => id === flowId);
    if (flow && flow.nodes.length > 0) put(look, flowId, wholeLook(boundsOf(flow, place.heat), look.getState().size));
  };
  return (
    <div className="canvas-zoom-bar flex gap-8">
      <div>
        <button
          className="middle small lit"
          type="button"
          aria-label={t($ => $.canvas.out)}
          onClick={() => zoomTo(zoom / step)}
        >
          <Minus size={15} aria-hidden="true" />
        </button>
        <button className="middle small lit" type="button" title={t($ => $.canvas.actual)} onClick={() => zoomTo(1)}>
          {Math.round(zoom * 100)}%
        </button>
        <button
          className="middle small lit"
          type="button"
          aria-label={t($ => $.canvas.in)}
          onClick={() => zoomTo(zoom * step)}
        >
          <Plus size={15} aria-hidden="true" />
        </button>
        <button className="middle small lit" type="button" aria-label={t($ => $.canvas.fit)} onClick={fit}>
          <Maximize size={14} aria-hidden="true" />
        </button>
      </div>
      {trail && !place.heat && (
        <p className="small">
          <i /> {trail.ofTests ? t($ => $.canvas.covered) : t($ => $.canvas.walked)}
        </p>
      )}
    </div>
  );
};
