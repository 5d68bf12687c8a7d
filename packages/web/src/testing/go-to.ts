/** Goes to an address as the router's own entries do, so that what asks before a page is left can answer. */
export const goTo = (path: string): void => {
  const idx: number = history.state?.idx ?? 0;
  history.pushState({ usr: null, key: path, idx: idx + 1 }, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
};
