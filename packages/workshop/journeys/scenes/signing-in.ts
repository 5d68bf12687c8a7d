import type { Locator, Page } from 'playwright-core';
import type { Credentials } from '../house/api.ts';
import { demoPasswordOf, type House } from '../house/house.ts';

/** Fills the login form and waits for home. */
export const signInAs = async (page: Page, { cid, account, password }: Credentials): Promise<void> => {
  await page.getByLabel('商户编号').fill(cid);
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL(/\/home/);
};

/** As one of the demo's people; they have one password. */
export const signInAsDemo = async (
  page: Page,
  house: House,
  { cid, account }: Omit<Credentials, 'password'>,
): Promise<void> => signInAs(page, { cid, account, password: await demoPasswordOf(house) });

/** As the demo merchant's owner (roleCode company). */
export const signInByHand = (page: Page, house: House): Promise<void> =>
  signInAsDemo(page, house, { cid: '100268', account: 'demo' });

export const agreement = (page: Page): Locator => page.getByRole('dialog', { name: '用户协议' });

/** What stands before everything else until it is accepted: once a person and version. */
export const agreeByHand = async (page: Page): Promise<void> => {
  await agreement(page).getByRole('button', { name: '同意', exact: true }).click();
  await agreement(page).waitFor({ state: 'detached' });
};
