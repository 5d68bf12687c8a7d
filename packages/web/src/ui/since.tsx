import { useLayoutEffect, useRef } from 'react';
import { clock } from './format.ts';

/** Every running timer of the page, by its element: one clock writes them all, React is not asked. */
const shown = new Map<HTMLElement, number>();
let timer: ReturnType<typeof setInterval> | undefined;

const write = (element: HTMLElement, at: number, now: number) => {
  const text = clock(now - at);
  if (element.textContent !== text) element.textContent = text;
};
const tick = () => {
  const now = Date.now();
  for (const [element, at] of shown) write(element, at, now);
};

/** How long ago something began, `02:14`, counting up each second. */
export const Since = ({ at }: { at: string }) => {
  const element = useRef<HTMLTimeElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const began = Date.parse(at);
    shown.set(current, began);
    write(current, began, Date.now());
    timer ??= setInterval(tick, 1_000);
    return () => {
      shown.delete(current);
      if (shown.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, [at]);
  return <time ref={element} />;
};
