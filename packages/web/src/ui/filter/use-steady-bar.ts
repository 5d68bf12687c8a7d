import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * The bar above a list is as high beside an open drawer as it was before, so that the row one clicked stays under the
 * pointer. True: what it holds finds no room at that height any more, and is to be folded.
 */
export const useSteadyBar = (bar: RefObject<HTMLElement | null>): boolean => {
  const [isFolded, setFolded] = useState(false);
  const height = useRef(0);
  useLayoutEffect(() => {
    const { current } = bar;
    const around = current?.parentElement;
    if (!current || !around) return;
    const isBeside = () => current.closest('.shell-pane')?.querySelector('.drawer') != null;
    const settle = () => {
      // Hidden with its page, or beside what stood open from the start: there is no height to keep.
      if (current.offsetHeight === 0) return;
      const isKept = isBeside() && height.current > 0;
      current.style.minHeight = isKept ? `${height.current}px` : '';
      if (!isKept) setFolded(false);
      else if (current.offsetHeight > height.current) flushSync(() => setFolded(true));
    };
    const note = () => {
      if (!isBeside()) height.current = current.offsetHeight || height.current;
    };
    const widths = new ResizeObserver(settle);
    const heights = new ResizeObserver(note);
    widths.observe(around);
    heights.observe(current);
    return () => {
      widths.disconnect();
      heights.disconnect();
    };
  }, [bar]);
  return isFolded;
};
