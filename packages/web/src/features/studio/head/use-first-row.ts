import { type RefCallback, useCallback, useState } from 'react';

/**
 * How many parts of a list that wraps stand in its first row: the others are not seen, for its height is that of one. Counted
 * when the list comes, and anew when it gets another width; one with other contents is another list.
 */
export const useFirstRow = (): { readonly list: RefCallback<HTMLElement>; readonly inRow: number } => {
  const [inRow, setInRow] = useState(Number.POSITIVE_INFINITY);
  const list = useCallback((box: HTMLElement | null) => {
    if (!box) return;
    const count = () => {
      // Of a hidden tab: nothing stands anywhere.
      if (box.clientWidth === 0) return;
      const tops = [...box.children].map(part => (part as HTMLElement).offsetTop);
      setInRow(tops.filter(top => top === tops[0]).length);
    };
    count();
    const watch = new ResizeObserver(count);
    watch.observe(box);
    return () => watch.disconnect();
  }, []);
  return { list, inRow };
};
