import type { Page } from 'playwright-core';

/** Fills the login form as the demo merchant's owner (roleCode company) and waits for home. */
export const signInByHand = async (page: Page): Promise<void> => {
  await page.getByLabel('商户编号').fill('100268');
  await page.getByLabel('账号').fill('demo');
  await page.getByLabel('密码', { exact: true }).fill('lianxian');
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL(/\/home/, { timeout: 15_000 });
};
