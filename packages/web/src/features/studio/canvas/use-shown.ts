import type { Flow, PlanNode } from '@lianxian/core';
import { useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../draft/draft-store.ts';
import { type Look, useStudio } from '../frame/studio-context.ts';
import type { Spot } from '../graph/node-kinds.ts';
import { heightOf, nodeSize } from '../graph/node-shape.ts';
import { canvasNode, createCords } from './canvas-graph.ts';
import type { CanvasNode } from './plan-node-card.tsx';

/** A rectangle of the graph, in its own pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The part of the graph that is drawn: what is seen and some way around it, so that moving comes upon what is there. */
interface Region extends Box {
  readonly zoom: number;
}

/** Drawn beyond each side of what is seen, and how near to its end one comes before more is drawn; pixels of the screen. */
const aroundPx = 240;
const leastPx = 120;
/** So much closer than when it was chosen it holds far more than is seen. */
const closer = 1.5;

const seen = ({ viewports, size }: Look, flowId: string, beyondPx: number): Region => {
  const { x, y, zoom } = viewports[flowId] ?? { x: 0, y: 0, zoom: 1 };
  return {
    left: (-x - beyondPx) / zoom,
    top: (-y - beyondPx) / zoom,
    right: (size.width - x + beyondPx) / zoom,
    bottom: (size.height - y + beyondPx) / zoom,
    zoom,
  };
};

const holds = (region: Region, box: Region): boolean =>
  box.left >= region.left &&
  box.top >= region.top &&
  box.right <= region.right &&
  box.bottom <= region.bottom &&
  box.zoom < region.zoom * closer;

const useRegion = (flowId: string): Region => {
  const { look } = useStudio();
  const [region, setRegion] = useState(() => seen(look.getState(), flowId, aroundPx));
  useLayoutEffect(() => {
    const follow = () => {
      const now = look.getState();
      const needed = seen(now, flowId, leastPx);
      setRegion(before => (holds(before, needed) ? before : seen(now, flowId, aroundPx)));
    };
    follow();
    return look.subscribe(follow);
  }, [look, flowId]);
  return region;
};

const meets = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

/**
 * What React Flow is given: nodes and cords of the region around what is seen, and hidden the far ends of these cords
 * and what is marked, which is moved with the rest. It could choose by itself, but would do so with every step of a move.
 */
export const useShown = (flow: Flow, dragged: ReadonlyMap<string, Spot>) => {
  const { t } = useTranslation('studio');
  const { heat } = useStudio().place;
  const selection = useDraft(draft => draft.selection);
  const selected = useDraft(draft => draft.selected);
  const region = useRegion(flow.id);
  const [cordsOf] = useState(createCords);
  const boxes = useMemo(() => {
    const boxOf = (node: PlanNode): Box => {
      const { x, y } = dragged.get(node.id) ?? node.at ?? { x: 0, y: 0 };
      return { left: x, top: y, right: x + nodeSize.width, bottom: y + heightOf(node, heat) };
    };
    return new Map(flow.nodes.map(node => [node.id, boxOf(node)]));
  }, [flow, dragged, heat]);
  const edges = useMemo(
    () => cordsOf(flow, ({ source, target }) => meets(around(boxes.get(source)!, boxes.get(target)!), region)),
    [cordsOf, flow, boxes, region],
  );
  const tabStop = flow.nodes.some(({ id }) => id === selected) ? selected : flow.rootNode;
  const nodes = useMemo((): CanvasNode[] => {
    const marked = new Set(selection);
    const ends = new Set(edges.flatMap(({ source, target }) => [source, target]));
    return flow.nodes.flatMap(node => {
      const box = boxes.get(node.id)!;
      const hidden = !meets(box, region);
      if (hidden && !ends.has(node.id) && !marked.has(node.id)) return [];
      return canvasNode(node, {
        at: { x: box.left, y: box.top },
        hidden,
        selected: marked.has(node.id),
        reachable: node.id === tabStop,
        root: node.id === flow.rootNode,
        heat,
        t,
      });
    });
  }, [flow, boxes, edges, region, selection, tabStop, heat, t]);
  return { nodes, edges };
};
