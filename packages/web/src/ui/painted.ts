/** What is drawn now is seen: what takes longer begins behind it. */
export const painted = (): Promise<void> =>
  new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
