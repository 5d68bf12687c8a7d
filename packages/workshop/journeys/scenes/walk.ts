import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { chromiumIsThere, pictureOfFailure } from '../house/browser.ts';

const STEP_MS = 300_000;
const TOLD_CHARS = 600;
/** What is new on a page first: who reads a report may have its beginning alone. */
const PARTS = ['.toasts', '[role="dialog"], dialog[open]', 'aside', 'main'];

/** What stood there instead of what was waited for: who reads the report has no picture. */
const saying = async (page: Page): Promise<string> => {
  const parts = await Promise.all(PARTS.map(part => page.locator(part).filter({ visible: true }).all()));
  const told = parts.flat().map(part => part.ariaSnapshot({ timeout: 5_000 }).catch(String));
  return (await Promise.all(told)).map(text => text.replaceAll(/\s+/g, ' ').slice(0, TOLD_CHARS)).join(' | ');
};

/**
 * Steps of one person through the pages: each goes on where the one before it left the page, so after one that failed
 * there is nothing more to see. A failure tells what the page said and leaves a picture of that name.
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
        await walk().catch(async (error: unknown) => {
          throw new Error(`${error}\nThe page said: ${await saying(page()).catch(String)}`, { cause: error });
        });
      },
      STEP_MS,
    );
  };
};
