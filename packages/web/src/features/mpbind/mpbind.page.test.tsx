import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { openMiniProgram } from '../../testing/sign-ins.ts';

const { security, user } = endpoints;

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant({ provisioned: false });
});

test.each([
  ['without a token', false],
  ['with a token as well', true],
])('O-025, O-066: mpbind opens %s and leads nowhere else', async (_what, isSignedIn) => {
  const { screen, layer } = await openAt('/mpbind', isSignedIn ? { as: merchant.owner } : {});
  await expect.element(screen.getByRole('heading', { name: '绑定账号' })).toBeVisible();
  await expect.element(screen.getByText('请从微信小程序打开这个页面。')).toBeVisible();
  expect(location.pathname).toBe('/mpbind');
  expect(layer.lastAsked(user.getUserInfo)).toBeUndefined();
});

test('a phone: the login of the mini-program leaves the address, a wrong code is said, the right one binds', async () => {
  const jsCode = await openMiniProgram(merchant.number);
  const { code: bindCode } = await merchant.owner.ask(security.bindCode, {});
  await page.viewport(390, 844);
  const { screen, layer } = await openAt(`/mpbind?jsCode=${jsCode}`);
  const code = screen.getByLabelText('绑定码');
  await expect.element(code).toBeVisible();
  expect(location.search).toBe('');
  expect(document.documentElement.scrollWidth).toBe(390);
  expect(await accessFaults()).toEqual([]);
  // No code has an I or an O in it.
  await code.fill('ioioio');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('绑定码不对或已过期，请在“账号安全”里重新获取');
  expect(await accessFaults()).toEqual([]);
  await code.fill(bindCode.toLowerCase());
  await screen.getByRole('button', { name: '绑定' }).click();
  await expect.element(screen.getByText('已绑定到 王晓雯 的账号，可以关闭这个页面。')).toBeVisible();
  expect(layer.asked.at(-1)).toMatchObject({ path: security.mpBind.path, fields: { code: bindCode, jsCode } });
  const { weChatBoundAt } = await merchant.owner.ask(security.security, {});
  expect(weChatBoundAt).not.toBeNull();
  await page.viewport(1440, 900);
});
