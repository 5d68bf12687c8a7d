import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** The width of an element in px, before the first paint and whenever it changes. */
export const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
};

const none: ReadonlySet<string> = new Set();

/** The keys that joined since the last rows; none when the rows are others altogether, as on another page. */
export const useFresh = (keys: readonly string[]): ReadonlySet<string> => {
  const before = useRef<readonly string[]>([]);
  const fresh = useMemo(() => {
    const known = new Set(before.current);
    const joined = keys.filter(key => !known.has(key));
    return joined.length === keys.length ? none : new Set(joined);
  }, [keys]);
  useEffect(() => {
    before.current = keys;
  }, [keys]);
  return fresh;
};
