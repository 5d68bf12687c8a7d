import type { Plan } from '@lianxian/core';
import type { Viewport } from '@xyflow/react';
import { createContext, use } from 'react';
import { createStore, type StoreApi } from 'zustand';
import type { DraftStore } from '../draft/draft-store.ts';
import { flowOfNode } from '../graph/edits.ts';
import type { Spot } from '../graph/node-kinds.ts';
import { nodeSize } from '../graph/node-shape.ts';
import type { Place } from './views.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where the canvas looks, one place a flow: React Flow is told, it does not choose. Lives as long as the tab. */
export interface Look {
  readonly viewports: Readonly<Record<string, Viewport>>;
  /** Of the canvas, in pixels of the screen. */
  readonly size: Size;
  /** The canvas is being dragged or wheeled right now. */
  readonly isMoving: boolean;
}
export type LookStore = StoreApi<Look>;
export const createLook = (): LookStore =>
  createStore<Look>(() => ({ viewports: {}, size: { width: 800, height: 700 }, isMoving: false }));

/** Free space above the node a flow opens with. */
const topPx = 14;

/** The heat map's card stands in the corner at the top: the node a flow opens with is not behind it. */
const cardPx = 268;

/** Where a flow is looked at first: its root in the middle of the top, in its own size; a fit of all is unreadable. */
export const firstLook = (plan: Plan, flowId: string, { size }: Look): Viewport => {
  const flow = plan.flows.find(({ id }) => id === flowId);
  const at = (flow?.nodes.find(({ id }) => id === flow.rootNode) ?? flow?.nodes[0])?.at ?? { x: 0, y: 0 };
  const left = Math.max(cardPx, (size.width - nodeSize.width) / 2);
  return { x: Math.round(left - at.x), y: topPx - at.y, zoom: 1 };
};

/** The spot in the middle of what is seen of a flow. */
export const middleOf = (plan: Plan, flowId: string, look: Look): Spot => {
  const { x, y, zoom } = look.viewports[flowId] ?? firstLook(plan, flowId, look);
  return { x: (look.size.width / 2 - x) / zoom, y: (look.size.height / 2 - y) / zoom };
};

export const put = (look: LookStore, flowId: string, viewport: Viewport): void =>
  look.setState(({ viewports }) => ({ viewports: { ...viewports, [flowId]: viewport } }));

/** So far one steps back by hand. */
export const zoomLimits = { least: 0.02, most: 2 } as const;
/** Free space around a flow that is seen whole, in pixels of the screen. */
const marginPx = 24;

/** All of a rectangle of the graph in the middle of the canvas, or of a map of it, no larger than it is. */
export const wholeLook = ({ x, y, width, height }: Spot & Size, size: Size, margin: number = marginPx): Viewport => {
  const room = { width: size.width - 2 * margin, height: size.height - 2 * margin };
  const zoom = Math.min(1, room.width / width, room.height / height);
  return { x: (size.width - width * zoom) / 2 - x * zoom, y: (size.height - height * zoom) / 2 - y * zoom, zoom };
};

/** Free space left around what is brought into view, in pixels of the screen. */
const aroundPx = 24;

/**
 * Moves a flow no further than it takes to see a rectangle of it; one larger than the canvas is seen from its top left. A
 * flow nobody has looked at yet opens at its root.
 */
export const reveal = (look: LookStore, flowId: string, box: Spot & Size): void => {
  const { viewports, size } = look.getState();
  const viewport = viewports[flowId];
  if (!viewport) return;
  const { x, y, zoom } = viewport;
  const within = (at: number, long: number, room: number) =>
    Math.max(aroundPx, Math.min(at, room - aroundPx - long * zoom)) - at;
  put(look, flowId, {
    x: x + within(x + box.x * zoom, box.width, size.width),
    y: y + within(y + box.y * zoom, box.height, size.height),
    zoom,
  });
};

interface StudioTools {
  readonly place: Place;
  readonly onPlace: (part: Partial<Place>) => void;
  readonly look: LookStore;
}
export const StudioContext = createContext<StudioTools | null>(null);

export const useStudio = (): StudioTools => {
  const tools = use(StudioContext);
  if (!tools) throw new Error('outside of the studio');
  return tools;
};

/** Shows a node: its flow on the canvas, itself in the middle and in the inspector. */
export const jumpTo = (draft: DraftStore, { look, onPlace }: StudioTools, id: string): void => {
  const { plan, select } = draft.getState();
  const flow = flowOfNode(plan, id);
  const at = flow?.nodes.find(node => node.id === id)?.at;
  if (!flow) return;
  onPlace({ view: 'graph', flow: flow.id });
  select(id);
  if (!at) return;
  const { size, viewports } = look.getState();
  const zoom = viewports[flow.id]?.zoom ?? 1;
  put(look, flow.id, {
    x: size.width / 2 - (at.x + nodeSize.width / 2) * zoom,
    y: size.height / 2 - (at.y + nodeSize.height / 2) * zoom,
    zoom,
  });
};
