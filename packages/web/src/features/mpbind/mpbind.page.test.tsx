import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bindCode, jsCode } from '../../testing/fake-security.ts';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

test.each([
  ['without a token', false],
  ['with a token as well', true],
])('O-025, O-066: mpbind opens %s and leads nowhere else', async (_what, signedIn) => {
  const { screen, server } = await openPage('/mpbind', { signedIn });
  await expect.element(screen.getByRole('heading', { name: '绑定账号' })).toBeVisible();
  await expect.element(screen.getByText('请从微信小程序打开这个页面。')).toBeVisible();
  expect(location.pathname).toBe('/mpbind');
  expect(server.asked.map(({ path }) => path)).not.toContain('user/getUserInfo');
});

test('a phone: the login of the mini-program leaves the address, a wrong code is said, the right one binds', async () => {
  await page.viewport(390, 844);
  const { screen, server } = await openPage(`/mpbind?jsCode=${jsCode}`, { signedIn: false });
  const code = screen.getByLabelText('绑定码');
  await expect.element(code).toBeVisible();
  expect(location.search).toBe('');
  expect(document.documentElement.scrollWidth).toBe(390);
  expect(await accessFaults()).toEqual([]);
  await code.fill('aaaaaa');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('绑定码不对或已过期，请在“账号安全”里重新获取');
  expect(await accessFaults()).toEqual([]);
  await code.fill(bindCode.toLowerCase());
  await screen.getByRole('button', { name: '绑定' }).click();
  await expect.element(screen.getByText('已绑定到 王晓雯 的账号，可以关闭这个页面。')).toBeVisible();
  expect(server.asked.at(-1)).toMatchObject({ path: 'user/mpBind', fields: { code: bindCode, jsCode } });
  await page.viewport(1440, 900);
});
