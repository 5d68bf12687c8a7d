import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readToken } from '../api/token.ts';
import { token } from '../testing/fake-server.ts';
import { accessFaults, openPage } from '../testing/open-page.tsx';

const without = '这个页面要从别的系统带着登录信息打开。';

test.each([
  ['O-064', '/openPlan'],
  ['O-065', '/openSip'],
])('%s: %s without a token is abandoned: the address stays, one sentence, no login', async (_row, path) => {
  const { screen, server } = await openPage(path, { signedIn: false });
  await expect.element(screen.getByRole('heading', { name: without })).toBeVisible();
  expect(location.pathname).toBe(path);
  await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument();
  expect(server.asked.some(({ path: asked }) => asked === 'user/getUserInfo')).toBe(false);
  expect(await accessFaults()).toEqual([]);
});

test.each([
  ['O-028', '/openPlan', '没有说明要打开哪个话术'],
  ['O-029', '/openSip', '这里会是网页电话，还没有开放。'],
])(
  '%s: %s with the token of its address shows its page without a frame, and the token is gone from it',
  async (_row, path, says) => {
    const { screen, server } = await openPage(`${path}?token=${token}&from=erp`, { signedIn: false });
    await expect.element(screen.getByRole('heading', { name: says })).toBeVisible();
    expect(`${location.pathname}${location.search}`).toBe(`${path}?from=erp`);
    expect(server.asked.find(({ path: asked }) => asked === 'user/getUserInfo')?.fields.token).toBe(token);
    expect(document.cookie).not.toContain(token);
    expect(readToken()).toBe(token);
    await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument();
    expect(await accessFaults()).toEqual([]);
  },
);

test('an embedded page has no minimum width', async () => {
  await page.viewport(420, 600);
  const { screen } = await openPage(`/openSip?token=${token}`, { signedIn: false });
  await expect.element(screen.getByRole('heading')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(420);
  await page.viewport(1440, 900);
});
