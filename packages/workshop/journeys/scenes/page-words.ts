import type { Locator, Page } from 'playwright-core';
import { shown } from '../house/browser.ts';

/** Within the limit of the page, unless told otherwise. */
export const seen = (locator: Locator, timeout?: number): Promise<void> =>
  shown(locator).waitFor(timeout === undefined ? {} : { timeout });

/** A toast. */
export const said = (page: Page, text: string): Promise<void> => seen(page.locator('.toasts').getByText(text));

/** By its entry in the side menu. */
export const goTo = async (page: Page, menu: string, path: RegExp): Promise<void> => {
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: menu, exact: true }).click();
  await page.waitForURL(path);
};

/** Of the page's cookie: what its requests carry. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => /(?:^|; )token=([^;]*)/.exec(document.cookie)?.[1] ?? '');
