import { type RefObject, useLayoutEffect, useState } from 'react';

/** A list this long is drawn whole. */
const mostWhole = 100;
/** Seen of a table that has not been measured yet. */
const usualRows = 20;
/** The window moves by so many rows at a time, and so many are drawn beyond what is seen: who walks finds the next one there. */
const step = 10;

/** What is seen: from which row on, how many, and how high each is, px. */
interface View {
  readonly first: number;
  readonly rows: number;
  readonly high: number;
}

/** Which rows are drawn, and how much room those take that are not, px. */
interface Drawn {
  readonly from: number;
  readonly to: number;
  readonly above: number;
  readonly below: number;
}

/** All of a list that is not long; of a long one what is seen and some beside it. */
export const drawnOf = (count: number, { first, rows, high }: View): Drawn => {
  if (count <= mostWhole) return { from: 0, to: count, above: 0, below: 0 };
  const from = Math.max(0, Math.min(first, count - rows) - step);
  const to = Math.min(count, first + rows + 2 * step);
  return { from, to, above: from * high, below: (count - to) * high };
};

interface Long {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly body: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowHeight: number;
}

/** Hundreds of live rows cost what those cost that are seen; all are of one height. */
export const useDrawn = ({ scroller, body, count, rowHeight }: Long): Drawn => {
  const [view, setView] = useState<View>({ first: 0, rows: usualRows, high: rowHeight });
  const isLong = count > mostWhole;
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current || !isLong) return;
    const look = () => {
      // As high as its text is large, which everybody chooses.
      const high = body.current?.querySelector('tr[data-key]')?.getBoundingClientRect().height || rowHeight;
      const first = Math.floor(current.scrollTop / high / step) * step;
      const rows = Math.ceil(current.clientHeight / high);
      setView(before =>
        before.first === first && before.rows === rows && before.high === high ? before : { first, rows, high },
      );
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    current.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', look);
    };
  }, [scroller, body, isLong, rowHeight]);
  return drawnOf(count, view);
};
