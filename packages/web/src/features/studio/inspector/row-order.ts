import { type DragEvent, type KeyboardEvent, useState } from 'react';

/** The list with one of its rows at another place. */
export const moved = <T>(list: readonly T[], from: number, to: number): readonly T[] => {
  if (to < 0 || to >= list.length || from === to) return list;
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)];
};

/** Rows put in order by dragging their handle, or by Alt and an arrow anywhere in them. */
export const useRowOrder = (move: (from: number, to: number) => void) => {
  const [dragged, setDragged] = useState<number | null>(null);
  const rowProps = (at: number) => ({
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!event.altKey || step === undefined) return;
      event.preventDefault();
      move(at, at + step);
    },
    onDragOver: (event: DragEvent) => {
      if (dragged !== null) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged !== null) move(dragged, at);
      setDragged(null);
    },
  });
  const handleProps = (at: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      setDragged(at);
    },
    onDragEnd: () => setDragged(null),
  });
  return { rowProps, handleProps };
};
