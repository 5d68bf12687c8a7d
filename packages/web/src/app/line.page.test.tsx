import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { newMerchant, type Person } from '../testing/house.ts';
import { giveCall } from '../testing/house-calls.ts';
import { openAt } from '../testing/open-at.tsx';
import { accessFaults } from '../testing/show-page.tsx';

const pastCalls = 3;
/** Who places calls by hand and reads them. */
let caller: Person;
beforeAll(async () => {
  const merchant = await newMerchant();
  for (let n = 1; n <= pastCalls; n += 1) await giveCall(merchant, { phone: `1540000000${n}` });
  caller = await merchant.person({
    ...{ rights: ['market', 'callLog'], buttons: ['call_out', 'phone:unmask'], scope: 'all' },
  });
});

test('a socket closed because the sign-in ended says so and leads to the login', async () => {
  const { screen, layer } = await openAt('/home', { as: caller });
  await expect.element(screen.getByRole('heading', { name: '最近的通话' })).toBeVisible();
  await expect.poll(() => layer.opened.length).toBe(1);
  layer.closes(4103);
  await expect.element(screen.getByText('登录失效')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: '登录' })).toBeVisible();
  expect(document.cookie).not.toContain('token=');
});

test('while the house is away the page says how often it tried and that nothing is lost, and comes back by itself', async () => {
  const { screen, layer } = await openAt('/home?call=new', { as: caller });
  await screen.getByText('好说话').click();
  await screen.getByLabelText('称呼').fill('陈女士');
  layer.isAway(true);
  await expect.element(screen.getByText(/连接中，第 \d 次/)).toBeVisible();
  await expect.element(screen.getByText('网络断了，填的内容已留在本机。')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '呼出' }).click();
  await expect.element(screen.getByText('服务内部错误')).toBeVisible();
  await expect.element(screen.getByLabelText('称呼')).toHaveValue('陈女士');
  layer.isAway(false);
  await expect.element(screen.getByText(/连接中/)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '呼出' }).click();
  await expect.element(screen.getByRole('button', { name: '挂断' })).toBeVisible();
});

test('with the house away a list keeps what it showed, and one never read says so until it is back', async () => {
  const { screen, layer } = await openAt('/home', { as: caller });
  const calls = screen.getByRole('region', { name: '最近的通话' }).getByRole('row');
  await expect.poll(() => calls.elements().length).toBeGreaterThan(pastCalls);
  const shown = calls.elements().length;
  layer.isAway(true);
  await screen.getByRole('button', { name: '试呼' }).first().click();
  await expect.element(screen.getByText('线路加载失败')).toBeVisible();
  expect(calls.elements()).toHaveLength(shown);
  layer.isAway(false);
  await expect.element(screen.getByText('好说话')).toBeVisible();
});

test('a list that was never read offers to try again', async () => {
  const { screen, layer } = await openAt('/home', { as: caller });
  layer.fails(endpoints.line.options);
  await screen.getByRole('button', { name: '试呼' }).first().click();
  await expect.element(screen.getByText('线路加载失败')).toBeVisible();
  layer.heals();
  await screen.getByRole('button', { name: '再试一次' }).first().click();
  await expect.element(screen.getByText('好说话')).toBeVisible();
});
