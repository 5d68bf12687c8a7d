import { type RefObject, useEffect, useState } from 'react';

/** A little before one sees it. */
const margin = '200px';

/** Is the element in view? What lies below asks for nothing until one comes to it, nor once one has left it. */
export const useInView = (place: RefObject<Element | null>): boolean => {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(entries => setInView(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: margin,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isInView;
};
