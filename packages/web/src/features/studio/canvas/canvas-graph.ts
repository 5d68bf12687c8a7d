import type { Flow, PlanNode } from '@lianxian/core';
import { Position } from '@xyflow/react';
import type { TFunction } from 'i18next';
import { exitsOf } from '../graph/exits.ts';
import type { Spot } from '../graph/node-kinds.ts';
import { handleAt, heightOf, nodeSize } from '../graph/node-shape.ts';
import type { CordEdge } from './cord.tsx';
import type { CanvasNode } from './plan-node-card.tsx';

/** What React Flow is given of a flow; made anew only for what has changed. */
interface Shown {
  readonly at: Spot;
  /** Known to React Flow, as the end of a cord or as marked, but not drawn. */
  readonly hidden: boolean;
  readonly selected: boolean;
  readonly reachable: boolean;
  readonly root: boolean;
  readonly heat: boolean;
  readonly t: TFunction<'studio'>;
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
const fields = ['hidden', 'selected', 'reachable', 'root', 'heat', 't'] as const;

export const canvasNode = (node: PlanNode, shown: Shown): CanvasNode => {
  const kept = made.get(node);
  const same = kept && fields.every(field => kept.shown[field] === shown[field]);
  if (same && kept.shown.at.x === shown.at.x && kept.shown.at.y === shown.at.y) return kept.made;
  const { heat, root, at, t } = shown;
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
    hidden: shown.hidden,
    selected: shown.selected,
    // One node of the canvas is a stop of the Tab key; arrows go on from there.
    focusable: shown.reachable,
    ariaRole: 'group',
    ariaLabel: `${t($ => $.kinds[node.kind].name)} ${node.name}`,
    data: { node, heat, root },
  };
  made.set(node, { shown, made: canvas });
  return canvas;
};

export const cordId = (node: string, slot: string): string => `${node}:${slot}`;

const cordsOf = (node: PlanNode): readonly CordEdge[] =>
  exitsOf(node)
    .filter(({ to }) => to !== '')
    .map(({ slot, to }) => ({
      id: cordId(node.id, slot),
      type: 'cord',
      source: node.id,
      sourceHandle: slot,
      target: to,
      targetHandle: 'in',
      focusable: false,
    }));

const sameWays = (a: readonly CordEdge[], b: readonly CordEdge[]): boolean =>
  a.length === b.length && a.every(({ id, target }, at) => id === b[at]?.id && target === b[at].target);

interface Kept {
  readonly node: PlanNode;
  readonly cords: readonly CordEdge[];
}

/**
 * Remembers the cords of a flow: whatever else of a node is changed, they stay the same objects while they lead where
 * they led, and so does the list of those that are wanted. A cord that leads out of the flow is none.
 */
export const createCords = (): ((flow: Flow, isWanted: (cord: CordEdge) => boolean) => CordEdge[]) => {
  let kept: ReadonlyMap<string, Kept> = new Map();
  let all: CordEdge[] = [];
  const keptFor = (node: PlanNode): Kept => {
    const before = kept.get(node.id);
    if (before?.node === node) return before;
    const cords = cordsOf(node);
    return { node, cords: before && sameWays(before.cords, cords) ? before.cords : cords };
  };
  return (flow, isWanted) => {
    kept = new Map(flow.nodes.map(node => [node.id, keptFor(node)]));
    const now = [...kept.values()].flatMap(({ cords }) =>
      cords.filter(cord => kept.has(cord.target) && isWanted(cord)),
    );
    if (now.length !== all.length || now.some((cord, at) => cord !== all[at])) all = now;
    return all;
  };
};
