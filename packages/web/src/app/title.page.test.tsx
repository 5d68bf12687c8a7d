import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../testing/house.ts';
import { endCall, giveCall } from '../testing/house-calls.ts';
import { openAt } from '../testing/open-at.tsx';
import { accessFaults } from '../testing/show-page.tsx';

let merchant: Merchant;
let brand = '';
beforeAll(async () => {
  merchant = await newMerchant({ owner: '王芳' });
  brand = (await merchant.owner.ask(endpoints.user.pageInfo, {})).oemTitle;
});
const heading = '401 · 没有这个页面的权限';

test('the browser’s tab says the page in front, how many calls live and whose product it is', async () => {
  const call = await giveCall(merchant, { phone: '13812345670', direction: 'in' }, null);
  const { screen } = await openAt('/callLog', { as: merchant.owner });
  await expect.poll(() => document.title).toBe(`（1）通话记录 · ${brand}`);
  await screen.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '语音网关' }).click();
  await expect.poll(() => document.title).toBe(`（1）语音网关 · ${brand}`);
  // Home has been told by its own answer.
  await screen.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '首页' }).click();
  await expect.poll(() => document.title).toBe(`（1）首页 · ${brand}`);
  await screen.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '语音网关' }).click();
  await endCall(call);
  await expect.poll(() => document.title).toBe(`语音网关 · ${brand}`);
});

test('401 names the page that was wanted and who can open it, in the middle of the sheet', async () => {
  const { screen } = await openAt('/my-task', { as: await merchant.person({ rights: ['callLog'] }) });
  await expect.element(screen.getByRole('heading', { name: heading })).toBeVisible();
  await expect.element(screen.getByText('要打开的是「我的任务」。')).toBeVisible();
  await expect.element(screen.getByText(/请 .*（负责人） 开通，开通后马上能用。/)).toBeVisible();
  const sheet = screen.getByRole('main').element().getBoundingClientRect();
  const said = screen.getByRole('heading', { name: heading }).element().getBoundingClientRect();
  expect(Math.abs((said.left + said.right - sheet.left - sheet.right) / 2)).toBeLessThan(2);
  expect(said.top - sheet.top).toBeGreaterThan(sheet.height / 4);
  expect(await accessFaults()).toEqual([]);
});

test('a page of another level is opened by nobody, and settings that offer nothing are no page', async () => {
  const person = await merchant.person({ rights: ['callLog'] });
  const { screen } = await openAt('/platform/settings', { as: person });
  await expect.element(screen.getByRole('heading', { name: heading })).toBeVisible();
  await expect.element(screen.getByText('要打开的是「设置」。')).toBeVisible();
  const other = await openAt('/platform/balance', { as: person });
  await expect.element(other.screen.getByText(/只对管这件事的账号开放/)).toBeVisible();
});
