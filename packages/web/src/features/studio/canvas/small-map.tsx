import type { Flow, PlanNode } from '@lianxian/core';
import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../draft/draft-store.ts';
import { type Look, put, useStudio, wholeLook } from '../frame/studio-context.ts';
import { boundsOf, heightOf, nodeSize } from '../graph/node-shape.ts';

/** Pixels of the screen. */
const mapSize = { width: 168, height: 120 } as const;
const marginPx = 6;

/** Nodes as one outline: with every key in a sentence it is drawn anew. */
const outline = (nodes: readonly PlanNode[], heat: boolean): string =>
  nodes
    .map(node => {
      const { x, y } = node.at ?? { x: 0, y: 0 };
      return `M${x} ${y}h${nodeSize.width}v${heightOf(node, heat)}h${-nodeSize.width}z`;
    })
    .join('');

type Box = ReturnType<typeof boundsOf>;
const holds = (box: Box, part: Box): boolean =>
  box.x <= part.x &&
  box.y <= part.y &&
  box.x + box.width >= part.x + part.width &&
  box.y + box.height >= part.y + part.height;

/**
 * All of a flow in a corner of the canvas, with a frame around what is seen; pressed, or dragged over, it leads there. Where
 * all is seen it leads nowhere, and covers nothing.
 */
export const SmallMap = ({ flow }: { flow: Flow }) => {
  const { t } = useTranslation('studio');
  const { look, place } = useStudio();
  const selection = useDraft(draft => draft.selection);
  const marked = flow.nodes.filter(({ id }) => selection.includes(id));
  const frame = useRef<SVGRectElement>(null);
  const bounds = useMemo(() => boundsOf(flow, place.heat), [flow, place.heat]);
  const { x, y, zoom } = wholeLook(bounds, mapSize, marginPx);
  // Moved beside React: it follows every step of a drag of the canvas.
  useEffect(() => {
    const follow = ({ viewports, size }: Look) => {
      const seen = viewports[flow.id];
      if (!seen || !frame.current) return;
      const part = {
        x: -seen.x / seen.zoom,
        y: -seen.y / seen.zoom,
        width: size.width / seen.zoom,
        height: size.height / seen.zoom,
      };
      for (const [name, long] of Object.entries(part)) frame.current.setAttribute(name, String(long));
      frame.current.ownerSVGElement?.toggleAttribute('data-needless', holds(part, bounds));
    };
    follow(look.getState());
    return look.subscribe(follow);
  }, [look, flow.id, bounds]);
  const lead = ({ currentTarget, clientX, clientY, buttons }: PointerEvent<SVGSVGElement>) => {
    if (buttons === 0) return;
    const corner = currentTarget.getBoundingClientRect();
    const spot = { x: (clientX - corner.left - x) / zoom, y: (clientY - corner.top - y) / zoom };
    const { viewports, size } = look.getState();
    const seenZoom = viewports[flow.id]?.zoom ?? 1;
    put(look, flow.id, {
      x: size.width / 2 - spot.x * seenZoom,
      y: size.height / 2 - spot.y * seenZoom,
      zoom: seenZoom,
    });
  };
  return (
    <svg
      role="img"
      className="canvas-map"
      aria-label={t($ => $.canvas.map)}
      {...mapSize}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        lead(event);
      }}
      onPointerMove={lead}
    >
      <g transform={`translate(${x} ${y}) scale(${zoom})`}>
        <path d={outline(flow.nodes, place.heat)} />
        <path className="is-marked" d={outline(marked, place.heat)} />
        <rect ref={frame} className="canvas-map-frame" />
      </g>
    </svg>
  );
};
