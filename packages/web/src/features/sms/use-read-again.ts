import { useEffect, useEffectEvent } from 'react';

const everyMs = 4_000;

/** Reads a list again while something in it is still on its way, as long as somebody looks. */
export const useReadAgain = (again: () => void, isMoving: boolean): void => {
  const read = useEffectEvent(again);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && read(), everyMs);
    return () => clearInterval(timer);
  }, [isMoving]);
};
