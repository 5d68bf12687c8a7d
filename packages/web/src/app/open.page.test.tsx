import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readToken } from '../api/token.ts';
import { type Merchant, newMerchant } from '../testing/house.ts';
import { openAt } from '../testing/open-at.tsx';
import { accessFaults } from '../testing/show-page.tsx';

let merchant: Merchant;
let plan: { readonly id: string; readonly planName: string };
let token = '';
beforeAll(async () => {
  merchant = await newMerchant();
  token = merchant.owner.token;
  plan = (await merchant.owner.ask(endpoints.plan.list, {})).list[0]!;
});

const without = '这个页面要从别的系统带着登录信息打开。';

test.each([
  ['O-064', '/openPlan'],
  ['O-065', '/openSip'],
])('%s: %s without a token is abandoned: the address stays, one sentence, no login', async (_row, path) => {
  const { screen, layer } = await openAt(path);
  await expect.element(screen.getByRole('heading', { name: without })).toBeVisible();
  expect(location.pathname).toBe(path);
  await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument();
  expect(layer.asked.some(({ path: asked }) => asked === 'user/getUserInfo')).toBe(false);
  expect(await accessFaults()).toEqual([]);
});

test('O-028, A-04, A-05: /openPlan with the token of its address shows the editor of its plan without a frame, and the token is gone from it', async () => {
  const { screen, layer } = await openAt(`/openPlan?token=${token}&id=${plan.id}`);
  await expect.element(screen.getByRole('heading', { name: plan.planName, level: 1 })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /发布$/ })).toBeVisible();
  expect(`${location.pathname}${location.search}`).toBe(`/openPlan?id=${plan.id}`);
  expect(layer.asked.find(({ path: asked }) => asked === 'user/getUserInfo')?.fields.token).toBe(token);
  expect(document.cookie).not.toContain(token);
  expect(readToken()).toBe(token);
  for (const name of ['主菜单', '打开的页面'])
    await expect.element(screen.getByRole('navigation', { name })).not.toBeInTheDocument();
  expect(await accessFaults()).toEqual([]);
});

test('/openPlan without a plan in its address says so', async () => {
  const { screen } = await openAt(`/openPlan?token=${token}&from=erp`);
  await expect.element(screen.getByRole('heading', { name: '没有说明要打开哪个话术' })).toBeVisible();
  expect(location.search).toBe('?from=erp');
});

test('an embedded page has no minimum width', async () => {
  await page.viewport(420, 600);
  const { screen } = await openAt(`/openSip?token=${token}`);
  await expect.element(screen.getByRole('heading')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(420);
  await page.viewport(1440, 900);
});
