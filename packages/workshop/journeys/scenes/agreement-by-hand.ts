import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { chromiumIsThere, openPage, picture, type TappedPage } from '../house/browser.ts';
import type { Ground } from './ground.ts';
import { agreeByHand, agreement, signInByHand } from './signing-in.ts';
import { walkOf } from './walk.ts';

/** What home may cost on the wire, headers included (docs/look.md#weight). */
const MOST_REQUESTS = 40;
const MOST_BYTES = 380_000;

/** Home opened with an empty cache: all that the browser asked for, each address once (what moves is read again). */
const coldHome = async (page: Page): Promise<readonly { readonly name: string; readonly bytes: number }[]> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.reload();
  await page.getByText('跑通第一个任务').waitFor();
  await page.getByRole('heading', { name: '最近的通话' }).waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const all = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(entry => ({
      name: entry.name,
      bytes: (entry as PerformanceResourceTiming).transferSize,
    })),
  );
  return all.filter(({ name }, at) => all.findIndex(other => other.name === name) === at);
};

/** Whoever signs in for the first time; the scenes after it are of somebody who has agreed. */
export const agreementByHand = (ground: () => Ground): void => {
  let owner: TappedPage;
  const step = walkOf(() => owner.page, 'agreement');

  describe.skipIf(!chromiumIsThere)('a merchant signs in for the first time', () => {
    step('A-50 is shown the agreement over everything, accepts it, and is not asked again', async () => {
      const { house, browser } = ground();
      owner = await openPage(browser!, 1440);
      const { page, complaints } = owner;
      await page.goto(`${house.url}/login`);
      await signInByHand(page, house);
      await agreement(page).getByRole('button', { name: '同意', exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await agreement(page).getByText('第一条 定义').waitFor();
      await picture(page, '30-agreement');
      await agreeByHand(page);
      const loaded = await coldHome(page);
      expect(await agreement(page).count()).toBe(0);
      expect(loaded.length, loaded.map(({ name }) => name).join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
      expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MOST_BYTES);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  });
};
