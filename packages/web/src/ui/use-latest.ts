import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function from first to last, which does what it would do now: what is given it need not be drawn anew. */
export const useLatest = <In extends readonly unknown[], Out>(now: (...given: In) => Out): ((...given: In) => Out) => {
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  return useCallback((...given: In) => latest.current(...given), []);
};
