import type { Flow, PlanNode } from '@lianxian/core';
import { Position } from '@xyflow/react';
import { exitsOf } from '../graph/exits.ts';
import type { Spot } from '../graph/node-kinds.ts';
import type { CordEdge } from './cord.tsx';
import { handleAt, heightOf, nodeSize } from './node-shape.ts';
import type { CanvasNode } from './plan-node-card.tsx';

/** What React Flow is given of a flow; made anew only for what has changed. */
interface Shown {
  readonly at: Spot;
  readonly selected: boolean;
  readonly reachable: boolean;
  readonly root: boolean;
  readonly heat: boolean;
  readonly label: string;
}

const handle = (id: string, type: 'source' | 'target', { x, y }: Spot) => ({
  id,
  type,
  position: type === 'source' ? Position.Bottom : Position.Top,
  x,
  y,
  width: 1,
  height: 1,
});

const made = new WeakMap<PlanNode, { readonly shown: Shown; readonly made: CanvasNode }>();
const fields = ['selected', 'reachable', 'root', 'heat', 'label'] as const;

export const canvasNode = (node: PlanNode, shown: Shown): CanvasNode => {
  const kept = made.get(node);
  const same = kept && fields.every(field => kept.shown[field] === shown[field]);
  if (same && kept.shown.at.x === shown.at.x && kept.shown.at.y === shown.at.y) return kept.made;
  const { heat, root, at } = shown;
  const height = heightOf(node, heat);
  const canvas: CanvasNode = {
    id: node.id,
    type: 'plan',
    position: at,
    width: nodeSize.width,
    height,
    // Given, not measured: nothing is laid out by the browser before it is seen.
    measured: { width: nodeSize.width, height },
    handles: [
      handle('in', 'target', { x: nodeSize.width / 2, y: 0 }),
      ...exitsOf(node).map(({ slot }, index) => handle(slot, 'source', handleAt(node, index, heat))),
    ],
    selected: shown.selected,
    // One node of the canvas is a stop of the Tab key; arrows go on from there.
    focusable: shown.reachable,
    ariaRole: 'group',
    ariaLabel: shown.label,
    data: { node, heat, root },
  };
  made.set(node, { shown, made: canvas });
  return canvas;
};

export const cordId = (node: string, slot: string): string => `${node}:${slot}`;

const cords = new WeakMap<PlanNode, readonly CordEdge[]>();

/** Edges of a node; the same objects while the node is the same. */
const cordsOf = (node: PlanNode): readonly CordEdge[] => {
  const kept = cords.get(node);
  if (kept) return kept;
  const fresh = exitsOf(node)
    .filter(({ to }) => to !== '')
    .map(
      ({ slot, to }): CordEdge => ({
        id: cordId(node.id, slot),
        type: 'cord',
        source: node.id,
        sourceHandle: slot,
        target: to,
        targetHandle: 'in',
        focusable: false,
      }),
    );
  cords.set(node, fresh);
  return fresh;
};

/** All edges of a flow that have both ends. */
export const canvasEdges = (flow: Flow): CordEdge[] => {
  const ids = new Set(flow.nodes.map(({ id }) => id));
  return flow.nodes.flatMap(node => cordsOf(node).filter(({ target }) => ids.has(target)));
};
