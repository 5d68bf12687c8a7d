import type { Flow } from '@lianxian/core';
import { useStoreApi, ViewportPortal } from '@xyflow/react';
import { useEffect } from 'react';
import { useStudio } from '../frame/studio-context.ts';

/**
 * Tells React Flow where to look, whoever moves it: the pointer, a jump, the zoom bar, a tab that is shown again. While
 * one drags or wheels the canvas its layer alone is moved; the store, to which every node, handle and cord listens, is
 * told when that ends.
 */
export const LookSync = ({ flowId }: { flowId: string }) => {
  const inner = useStoreApi();
  const { look } = useStudio();
  useEffect(() => {
    const sync = () => {
      const { viewports, isMoving } = look.getState();
      const viewport = viewports[flowId];
      const { transform, panZoom, domNode } = inner.getState();
      if (!viewport) return;
      const { x, y, zoom } = viewport;
      panZoom?.syncViewport(viewport);
      if (isMoving) {
        const layer = domNode?.querySelector<HTMLElement>('.react-flow__viewport');
        if (layer) layer.style.transform = `translate(${x}px,${y}px) scale(${zoom})`;
      } else if (transform[0] !== x || transform[1] !== y || transform[2] !== zoom)
        inner.setState({ transform: [x, y, zoom] });
    };
    sync();
    return look.subscribe(sync);
  }, [inner, look, flowId]);
  return null;
};

/** So far beyond the outermost nodes there are dots: more than a screen at a fifth of their size, where they still are dots. */
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
      <div className="canvas-dots" style={{ left: x.from, top: y.from, width: x.size, height: y.size }} />
    </ViewportPortal>
  );
};
