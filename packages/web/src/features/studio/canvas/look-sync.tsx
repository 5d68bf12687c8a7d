import type { Flow } from '@lianxian/core';
import { useStoreApi, ViewportPortal } from '@xyflow/react';
import { type RefObject, useEffect } from 'react';
import { useStudio } from '../studio-context.ts';

interface LookSyncProps {
  readonly flowId: string;
  /** React Flow itself is changing the look: it need not be told. */
  readonly own: RefObject<boolean>;
}

/** Tells React Flow where to look when somebody else moves it: a jump, the zoom bar, a tab that is shown again. */
export const LookSync = ({ flowId, own }: LookSyncProps) => {
  const inner = useStoreApi();
  const { look } = useStudio();
  useEffect(() => {
    const sync = () => {
      const viewport = look.getState().viewports[flowId];
      const { transform, panZoom } = inner.getState();
      if (!viewport) return;
      const { x, y, zoom } = viewport;
      if (transform[0] === x && transform[1] === y && transform[2] === zoom) return;
      panZoom?.syncViewport(viewport);
      inner.setState({ transform: [x, y, zoom] });
    };
    sync();
    return look.subscribe(() => {
      if (!own.current) sync();
    });
  }, [inner, look, flowId, own]);
  return null;
};

/** So far beyond the outermost nodes there are dots: more than a screen at the smallest zoom. */
const beyondPx = 8_000;
const gridPx = 16;

/** The grid of dots: a part of what is moved, so that moving paints nothing. */
export const Dots = ({ flow }: { flow: Flow }) => {
  const reach = (way: 'x' | 'y') => {
    const spots = flow.nodes.map(({ at }) => at?.[way] ?? 0);
    const from = Math.floor((Math.min(...spots) - beyondPx) / gridPx) * gridPx;
    return { from, size: Math.max(...spots) + beyondPx - from };
  };
  const [x, y] = [reach('x'), reach('y')];
  return (
    <ViewportPortal>
      <div className="dots" style={{ left: x.from, top: y.from, width: x.size, height: y.size }} />
    </ViewportPortal>
  );
};
