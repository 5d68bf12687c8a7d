import type { Flow } from '@lianxian/core';
import type { KeyboardEvent } from 'react';
import { useDraftStore } from '../draft/draft-store.ts';
import { jumpTo, useStudio } from '../frame/studio-context.ts';
import { type Direction, neighbour } from '../graph/neighbours.ts';
import { useNodeActs } from './use-node-acts.ts';

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Keys of the canvas itself; those of the whole page are `useStudioKeys`. `cutMarked` takes marked cords away. */
export const useCanvasKeys = (flow: Flow, cutMarked: () => boolean) => {
  const store = useDraftStore();
  const tools = useStudio();
  const { remove } = useNodeActs();
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { selected } = store.getState();
    const direction = arrows[event.key];
    if (direction) {
      const next = neighbour(flow, selected ?? flow.rootNode, direction) ?? (selected === null ? flow.rootNode : null);
      event.preventDefault();
      if (next === null) return;
      jumpTo(store, tools, next);
      // It may have to come into view first.
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`.canvas .react-flow__node[data-id="${CSS.escape(next)}"]`)?.focus(),
      );
    } else if (event.key === 'Enter' || event.key === ' ') {
      const target = (event.target as Element).closest('.react-flow__node');
      const id = target?.getAttribute('data-id');
      if (!id) return;
      event.preventDefault();
      store.getState().select(id);
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('.inspector textarea, .inspector input')?.focus(),
      );
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      if (!cutMarked()) remove();
    } else if (event.key === 'Escape') store.getState().select(null);
  };
};
