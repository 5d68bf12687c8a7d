import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { chromiumIsThere, pictureOfFailure } from '../house/browser.ts';

const STEP_MS = 300_000;

/**
 * Steps of one person through the pages: each goes on where the one before it left the page, so after one that failed
 * there is nothing more to see. A failure leaves a picture of that name.
 */
export const walkOf = (page: () => Page, name: string) => {
  let isBroken = false;
  return (says: string, walk: () => Promise<void>): void => {
    it.skipIf(!chromiumIsThere)(
      says,
      async ({ skip, onTestFailed }) => {
        skip(isBroken, 'a step before it failed');
        onTestFailed(async () => {
          isBroken = true;
          await pictureOfFailure(page(), name);
        });
        await walk();
      },
      STEP_MS,
    );
  };
};
