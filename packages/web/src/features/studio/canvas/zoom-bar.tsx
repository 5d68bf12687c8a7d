import { Maximize, Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { firstLook, put, useStudio } from '../frame/studio-context.ts';
import { heightOf, nodeSize } from '../graph/node-shape.ts';

const step = 1.25;
const leastZoom = 0.2;
const mostZoom = 2;
const marginPx = 30;

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
    const next = Math.min(mostZoom, Math.max(leastZoom, wanted));
    const middle = { x: width / 2, y: height / 2 };
    put(look, flowId, {
      x: middle.x - ((middle.x - x) / zoom) * next,
      y: middle.y - ((middle.y - y) / zoom) * next,
      zoom: next,
    });
  };
  const fit = () => {
    const flow = store.getState().plan.flows.find(({ id }) => id === flowId);
    const spots = (flow?.nodes ?? []).map(node => ({
      x: node.at?.x ?? 0,
      y: node.at?.y ?? 0,
      h: heightOf(node, place.heat),
    }));
    if (spots.length === 0) return;
    const left = Math.min(...spots.map(spot => spot.x)) - marginPx;
    const top = Math.min(...spots.map(spot => spot.y)) - marginPx;
    const wide = Math.max(...spots.map(spot => spot.x)) + nodeSize.width + marginPx - left;
    const high = Math.max(...spots.map(spot => spot.y + spot.h)) + marginPx - top;
    const { width, height } = look.getState().size;
    const next = Math.min(1, Math.max(leastZoom, Math.min(width / wide, height / high)));
    put(look, flowId, {
      x: (width - wide * next) / 2 - left * next,
      y: (height - high * next) / 2 - top * next,
      zoom: next,
    });
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
