import { describe, expect } from 'vitest';
import { chromiumIsThere, openPage, picture, type TappedPage } from '../house/browser.ts';
import type { Ground } from './ground.ts';
import { agreeByHand, agreement, signInByHand } from './signing-in.ts';
import { walkOf } from './walk.ts';

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
      await agreement(page).getByText('一、谁能用').waitFor();
      await picture(page, '30-agreement');
      await agreeByHand(page);
      await page.reload();
      await page.getByText('跑通第一个任务').waitFor();
      expect(await agreement(page).count()).toBe(0);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  });
};
