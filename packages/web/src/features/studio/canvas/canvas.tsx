import type { Flow } from '@lianxian/core';
import {
  type Connection,
  type EdgeChange,
  type NodeChange,
  ReactFlow,
  SelectionMode,
  type Viewport,
} from '@xyflow/react';
import { lazy, type RefObject, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { firstLook, put, useStudio, zoomLimits } from '../frame/studio-context.ts';
import { useFlow } from '../frame/use-flow.ts';
import { connect, moveNodes } from '../graph/edits.ts';
import { exitsOf } from '../graph/exits.ts';
import type { Spot } from '../graph/node-kinds.ts';
import { cordId } from './canvas-graph.ts';
import { Cord, type CordEdge } from './cord.tsx';
import { Dots, LookSync } from './look-sync.tsx';
import { type CanvasNode, PlanNodeCard } from './plan-node-card.tsx';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useDropped } from './use-dropped.tsx';
import { useShown } from './use-shown.ts';
import { ZoomBar } from './zoom-bar.tsx';
import './react-flow.css';
import './canvas.css';

const SmallMap = lazy(() => import('./small-map.tsx').then(file => ({ default: file.SmallMap })));

const nodeTypes = { plan: PlanNodeCard };
const edgeTypes = { cord: Cord };
const proOptions = { hideAttribution: true };
const snap: [number, number] = [2, 2];
/** So many are found without a map. */
const fewNodes = 8;

// React Flow tells everything it has drawn of every function that is another one: what it is given stays the same.

/** Marks by mouse, and spots of nodes that are being dragged; into the draft when they are let go, as one step. */
const useNodeChanges = () => {
  const spots = useRef<ReadonlyMap<string, Spot>>(new Map());
  const [dragged, setDragged] = useState(spots.current);
  const store = useDraftStore();
  const { t } = useTranslation('studio');
  const onNodesChange = useCallback(
    (changes: readonly NodeChange<CanvasNode>[]) => {
      const moved = changes.flatMap(change =>
        change.type === 'position' && change.position ? [[change.id, change.position] as const] : [],
      );
      if (moved.length > 0) {
        spots.current = new Map([...spots.current, ...moved]);
        setDragged(spots.current);
      }
      const selects = changes.filter(change => change.type === 'select');
      if (selects.length === 0) return;
      const marked = new Set(store.getState().selection);
      for (const { id, selected } of selects) selected ? marked.add(id) : marked.delete(id);
      store.getState().selectAll([...marked]);
    },
    [store],
  );
  const drop = useCallback(() => {
    const dropped = spots.current;
    if (dropped.size === 0) return;
    spots.current = new Map();
    setDragged(spots.current);
    store.getState().change(
      plan => moveNodes(plan, dropped),
      t($ => $.steps.move),
    );
  }, [store, t]);
  return { dragged, onNodesChange, drop };
};

/** Everything one does to edges by mouse: a cord from an exit to a node, to another one, or away. */
const useCords = (flow: Flow, edges: CordEdge[]) => {
  const store = useDraftStore();
  const { t } = useTranslation('studio');
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const onConnect = useCallback(
    ({ source, sourceHandle, target }: Connection) => {
      if (sourceHandle === null) return;
      store.getState().change(
        plan => connect(plan, source, sourceHandle, target),
        t($ => $.steps.connect),
      );
    },
    [store, t],
  );
  const onReconnect = useCallback(
    (old: CordEdge, { source, sourceHandle, target }: Connection) => {
      if (sourceHandle === null) return;
      store.getState().change(
        plan => connect(connect(plan, old.source, old.sourceHandle ?? '', ''), source, sourceHandle, target),
        t($ => $.steps.connect),
      );
    },
    [store, t],
  );
  const onEdgesChange = useCallback(
    (changes: EdgeChange<CordEdge>[]) =>
      setMarked(before => {
        const after = new Set(before);
        for (const change of changes)
          if (change.type === 'select') change.selected ? after.add(change.id) : after.delete(change.id);
        return after;
      }),
    [],
  );
  const shown = useMemo(
    () => (marked.size === 0 ? edges : edges.map(edge => (marked.has(edge.id) ? { ...edge, selected: true } : edge))),
    [edges, marked],
  );
  /** Takes the marked cords away; false when none is marked. */
  const cutMarked = (): boolean => {
    const cut = flow.nodes.flatMap(node =>
      exitsOf(node).flatMap(({ slot, to }) =>
        to !== '' && marked.has(cordId(node.id, slot)) ? [[node.id, slot] as const] : [],
      ),
    );
    if (cut.length === 0) return false;
    store.getState().change(
      plan => cut.reduce((left, [node, slot]) => connect(left, node, slot, ''), plan),
      t($ => $.steps.disconnect),
    );
    setMarked(new Set());
    return true;
  };
  return { shown, onConnect, onReconnect, onEdgesChange, cutMarked };
};

/** A drag of the canvas, or a wheel while nothing else is being dragged: until it ends `LookSync` moves the layer alone. */
const isOwnMove = (event: MouseEvent | TouchEvent | null): boolean =>
  event instanceof WheelEvent ? event.buttons === 0 : event instanceof Event;

/** Where the pointer has moved the canvas to. */
const useMoves = (flowId: string) => {
  const { look } = useStudio();
  const moving = useCallback(
    (isMoving: boolean) => {
      if (look.getState().isMoving !== isMoving) look.setState({ isMoving });
    },
    [look],
  );
  const onViewportChange = useCallback((next: Viewport) => put(look, flowId, next), [look, flowId]);
  const onMove = useCallback(
    (event: MouseEvent | TouchEvent | null) => {
      if (isOwnMove(event)) moving(true);
    },
    [moving],
  );
  const rest = useCallback(() => moving(false), [moving]);
  return { onViewportChange, onMove, rest };
};

interface BoardProps {
  readonly flow: Flow;
  readonly begin: Viewport;
  readonly box: RefObject<HTMLElement | null>;
}

/** The graph itself. */
const Board = ({ flow, begin, box }: BoardProps) => {
  const { t } = useTranslation('studio');
  const { dragged, onNodesChange, drop } = useNodeChanges();
  const { nodes, edges } = useShown(flow, dragged);
  const cords = useCords(flow, edges);
  const dropped = useDropped(flow.id, box);
  const mayEdit = useDraft(draft => draft.mayEdit);
  const onKeyDown = useCanvasKeys(flow, cords.cutMarked);
  const { onViewportChange, onMove, rest } = useMoves(flow.id);
  return (
    // A press finds React Flow where it is seen, however shortly after a move; and what is pressed in here, be it no stop of
    // the Tab key itself, makes the keys of the canvas work.
    <section
      className="canvas-board"
      aria-label={t($ => $.canvas.name)}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onPointerDownCapture={rest}
    >
      <ReactFlow<CanvasNode, CordEdge>
        nodes={nodes}
        edges={cords.shown}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        defaultViewport={begin}
        viewport={begin}
        onViewportChange={onViewportChange}
        onMove={onMove}
        onMoveEnd={rest}
        onNodesChange={onNodesChange}
        onEdgesChange={cords.onEdgesChange}
        onConnect={cords.onConnect}
        onConnectEnd={dropped.onConnectEnd}
        onReconnect={cords.onReconnect}
        onNodeDragStop={drop}
        onSelectionDragStop={drop}
        minZoom={zoomLimits.least}
        maxZoom={zoomLimits.most}
        selectionMode={SelectionMode.Partial}
        snapToGrid
        snapGrid={snap}
        panOnScroll
        nodesDraggable={mayEdit}
        nodesConnectable={mayEdit}
        edgesReconnectable={mayEdit}
        disableKeyboardA11y
        deleteKeyCode={null}
        proOptions={proOptions}
      >
        <Dots flow={flow} />
        <LookSync flowId={flow.id} />
      </ReactFlow>
      {dropped.menu}
      <ZoomBar flowId={flow.id} />
      {flow.nodes.length > fewNodes && (
        <Suspense>
          <SmallMap flow={flow} />
        </Suspense>
      )}
    </section>
  );
};

/** The canvas of one flow. What is seen of it is told, not chosen by React Flow: hiding the tab does not move it. */
export const Canvas = () => {
  const store = useDraftStore();
  const { look } = useStudio();
  const flow = useFlow();
  const flowId = flow?.id ?? '';
  const box = useRef<HTMLDivElement>(null);
  const [begin, setBegin] = useState<Viewport | null>(null);
  useLayoutEffect(() => {
    if (!box.current) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = box.current!;
      if (width > 0) look.setState({ size: { width, height } });
    };
    measure();
    if (look.getState().viewports[flowId] === undefined)
      put(look, flowId, firstLook(store.getState().plan, flowId, look.getState()));
    setBegin(look.getState().viewports[flowId] ?? null);
    const watch = new ResizeObserver(measure);
    watch.observe(box.current);
    const show = () => box.current?.classList.toggle('is-moving', look.getState().isMoving);
    const stopShowing = look.subscribe(show);
    return () => {
      watch.disconnect();
      stopShowing();
      look.setState({ isMoving: false });
    };
  }, [look, flowId, store]);
  return (
    <div ref={box} className="canvas">
      {flow && begin && <Board flow={flow} begin={begin} box={box} />}
    </div>
  );
};
