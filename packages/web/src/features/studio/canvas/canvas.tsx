import type { Flow } from '@lianxian/core';
import {
  type Connection,
  type EdgeChange,
  type NodeChange,
  ReactFlow,
  SelectionMode,
  type Viewport,
} from '@xyflow/react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { connect, moveNodes } from '../graph/edits.ts';
import type { Spot } from '../graph/node-kinds.ts';
import { firstLook, put, useStudio } from '../studio-context.ts';
import { canvasEdges, canvasNode } from './canvas-graph.ts';
import { Cord, type CordEdge } from './cord.tsx';
import { useDropped } from './drop-menu.tsx';
import { Dots, LookSync } from './look-sync.tsx';
import { type CanvasNode, PlanNodeCard } from './plan-node-card.tsx';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { ZoomBar } from './zoom-bar.tsx';
import '@xyflow/react/dist/base.css';
import './canvas.css';

const nodeTypes = { plan: PlanNodeCard };
const edgeTypes = { cord: Cord };
export const zoomLimits = { least: 0.2, most: 2 } as const;
const snap: [number, number] = [2, 2];

/** Spots of nodes that are being dragged; into the draft when they are let go, as one step. */
const useDragged = () => {
  const [dragged, setDragged] = useState<ReadonlyMap<string, Spot>>(new Map());
  const store = useDraftStore();
  const { t } = useTranslation('studio');
  const drag = (changes: readonly NodeChange<CanvasNode>[]) => {
    const moved = changes.flatMap(change =>
      change.type === 'position' && change.position ? [[change.id, change.position] as const] : [],
    );
    if (moved.length > 0) setDragged(before => new Map([...before, ...moved]));
  };
  const drop = () => {
    if (dragged.size > 0)
      store.getState().change(
        plan => moveNodes(plan, dragged),
        t($ => $.steps.move),
      );
    setDragged(new Map());
  };
  return { dragged, drag, drop };
};

const useShown = (flow: Flow, dragged: ReadonlyMap<string, Spot>) => {
  const { t } = useTranslation('studio');
  const { heat } = useStudio().place;
  const selection = useDraft(draft => draft.selection);
  const selected = useDraft(draft => draft.selected);
  const tabStop = flow.nodes.some(({ id }) => id === selected) ? selected : flow.rootNode;
  const nodes = useMemo(() => {
    const marked = new Set(selection);
    return flow.nodes.map(node =>
      canvasNode(node, {
        at: dragged.get(node.id) ?? node.at ?? { x: 0, y: 0 },
        selected: marked.has(node.id),
        reachable: node.id === tabStop,
        root: node.id === flow.rootNode,
        heat,
        label: `${t($ => $.kinds[node.kind].name)} ${node.name}`,
      }),
    );
  }, [flow, dragged, selection, tabStop, heat, t]);
  const edges = useMemo(() => canvasEdges(flow), [flow]);
  return { nodes, edges };
};

/** Everything one does to edges by mouse: a cord from an exit to a node, to another one, or away. */
const useCords = (flow: Flow) => {
  const store = useDraftStore();
  const { t } = useTranslation('studio');
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const link = (from: string, slot: string, to: string, label: string) =>
    store.getState().change(plan => connect(plan, from, slot, to), label);
  const onConnect = ({ source, sourceHandle, target }: Connection) => {
    if (sourceHandle !== null)
      link(
        source,
        sourceHandle,
        target,
        t($ => $.steps.connect),
      );
  };
  const onReconnect = (old: CordEdge, next: Connection) => {
    const { sourceHandle } = next;
    if (sourceHandle === null) return;
    store.getState().change(
      plan => connect(connect(plan, old.source, old.sourceHandle ?? '', ''), next.source, sourceHandle, next.target),
      t($ => $.steps.connect),
    );
  };
  const onEdgesChange = (changes: EdgeChange<CordEdge>[]) =>
    setMarked(before => {
      const after = new Set(before);
      for (const change of changes)
        if (change.type === 'select') change.selected ? after.add(change.id) : after.delete(change.id);
      return after;
    });
  /** Takes the marked cords away; false when none is marked. */
  const cutMarked = (): boolean => {
    const cut = canvasEdges(flow).filter(({ id }) => marked.has(id));
    if (cut.length === 0) return false;
    store.getState().change(
      plan => cut.reduce((left, { source, sourceHandle }) => connect(left, source, sourceHandle ?? '', ''), plan),
      t($ => $.steps.disconnect),
    );
    setMarked(new Set());
    return true;
  };
  return { marked, onConnect, onReconnect, onEdgesChange, cutMarked };
};

/** The graph of one flow. What is seen of it is told, not chosen by React Flow: hiding the tab does not move it. */
export const Canvas = ({ flow }: { flow: Flow }) => {
  const { t } = useTranslation('studio');
  const store = useDraftStore();
  const { look } = useStudio();
  const box = useRef<HTMLDivElement>(null);
  const [begin, setBegin] = useState<Viewport | null>(null);
  const own = useRef(false);
  const { dragged, drag, drop } = useDragged();
  const shown = useShown(flow, dragged);
  const cords = useCords(flow);
  const dropped = useDropped(flow, box);
  const mayEdit = useDraft(draft => draft.mayEdit);
  const onKeyDown = useCanvasKeys(flow, cords.cutMarked);
  useLayoutEffect(() => {
    if (!box.current) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = box.current!;
      if (width > 0) look.setState({ size: { width, height } });
    };
    measure();
    if (look.getState().viewports[flow.id] === undefined)
      put(look, flow.id, firstLook(store.getState().plan, flow.id, look.getState()));
    setBegin(look.getState().viewports[flow.id] ?? null);
    const watch = new ResizeObserver(measure);
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [look, flow.id, store]);
  // React Flow moves its own layer; nothing is rendered for it, the look is only kept.
  const onViewportChange = useCallback(
    (next: Viewport) => {
      own.current = true;
      put(look, flow.id, next);
      own.current = false;
    },
    [look, flow.id],
  );
  const isMoving = (moving: boolean) => box.current?.classList.toggle('is-moving', moving);
  const onNodesChange = (changes: NodeChange<CanvasNode>[]) => {
    drag(changes);
    const selects = changes.filter(change => change.type === 'select');
    if (selects.length === 0) return;
    const marked = new Set(store.getState().selection);
    for (const { id, selected } of selects) selected ? marked.add(id) : marked.delete(id);
    store.getState().selectAll([...marked]);
  };
  const edges = useMemo(
    () =>
      cords.marked.size === 0
        ? shown.edges
        : shown.edges.map(edge => (cords.marked.has(edge.id) ? { ...edge, selected: true } : edge)),
    [shown.edges, cords.marked],
  );
  return (
    <section ref={box} className="canvas" aria-label={t($ => $.canvas.name)} onKeyDown={onKeyDown}>
      {begin && (
        <ReactFlow<CanvasNode, CordEdge>
          nodes={shown.nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          defaultViewport={begin}
          onViewportChange={onViewportChange}
          onMoveStart={() => isMoving(true)}
          onMoveEnd={() => isMoving(false)}
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
          onlyRenderVisibleElements
          panOnScroll
          nodesDraggable={mayEdit}
          nodesConnectable={mayEdit}
          edgesReconnectable={mayEdit}
          disableKeyboardA11y
          deleteKeyCode={null}
          proOptions={{ hideAttribution: true }}
        >
          <Dots flow={flow} />
          <LookSync flowId={flow.id} own={own} />
        </ReactFlow>
      )}
      {dropped.menu}
      <ZoomBar flow={flow} />
    </section>
  );
};
