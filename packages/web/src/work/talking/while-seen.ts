/** One observer for all elements of the page: what each does when it comes into view or leaves it. */
const watched = new WeakMap<Element, (seen: boolean) => void>();
const observer = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting);
});

/** Runs `write` after each change while `element` is in view; what it missed outside is written when it comes in. */
export const whileSeen = (element: Element, write: () => void) => {
  let seen = false;
  let stale = true;
  const catchUp = () => {
    if (!seen || !stale) return;
    stale = false;
    write();
  };
  watched.set(element, now => {
    seen = now;
    catchUp();
  });
  observer.observe(element);
  return {
    changed: () => {
      stale = true;
      catchUp();
    },
    stop: () => {
      observer.unobserve(element);
      watched.delete(element);
    },
  };
};
