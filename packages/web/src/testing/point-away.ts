import { page } from 'vitest/browser';

/** The pointer is where the test before left it: what comes under it is pointed at. */
export const pointAway = async (): Promise<void> => {
  const corner = document.body.appendChild(document.createElement('div'));
  corner.style.cssText = 'position:fixed;left:0;bottom:0;width:9px;height:9px';
  await page.elementLocator(corner).hover();
  corner.remove();
};
