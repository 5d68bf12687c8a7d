import { type RefObject, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Who comes for a part of a page (`?at=`) is brought to its heading, with the keyboard too. */
export const useSought = (part: string): { heading: RefObject<HTMLHeadingElement | null>; isSought: boolean } => {
  const [query] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const isSought = query.get('at') === part;
  useEffect(() => {
    if (!isSought) return;
    heading.current?.scrollIntoView({ block: 'center' });
    heading.current?.focus({ preventScroll: true });
  }, [isSought]);
  return { heading, isSought };
};
