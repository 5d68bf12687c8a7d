import type { Flow } from '@lianxian/core';
import type { KeyboardEvent } from 'react';
import { keys, presses } from '../../../ui/keys.ts';
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
    const { selected } = store.getState();
    const direction = presses(event, keys.plan.arrows) ? arrows[event.key] : undefined;
    if (direction) {
      const next = neighbour(flow, selected ?? flow.rootNode, direction) ?? (selected === null ? flow.rootNode : null);
      event.preventDefault();
      if (next === null) return;
      jumpTo(store, tools, next);
      // It may have to come into view first.
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`.canvas .react-flow__node[data-id="${CSS.escape(next)}"]`)?.focus(),
      );
    } else if (presses(event, keys.plan.enter)) {
      const target = (event.target as Element).closest('.react-flow__node');
      const id = target?.getAttribute('data-id') ?? (event.target === event.currentTarget ? selected : null);
      if (!id) return;
      event.preventDefault();
      store.getState().select(id);
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('.inspector textarea, .inspector input')?.focus(),
      );
    } else if (presses(event, keys.plan.remove)) {
      event.preventDefault();
      if (!cutMarked()) remove();
    } else if (presses(event, keys.plan.leave)) store.getState().select(null);
  };
};
