import { expect, test } from 'vitest';
import { pastCalls } from '../testing/fake-world.ts';
import { accessFaults, openPage } from '../testing/open-page.tsx';

test('a socket closed because the sign-in ended says so and leads to the login', async () => {
  const { screen, server } = await openPage('/home');
  await expect.element(screen.getByRole('heading', { name: '最近的通话' })).toBeVisible();
  server.closes(4103);
  await expect.element(screen.getByText('登录失效')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: '登录' })).toBeVisible();
  expect(document.cookie).not.toContain('token=');
});

test('while the house is away the page says how often it tried and that nothing is lost, and comes back by itself', async () => {
  const { screen, server } = await openPage('/home?call=new');
  await screen.getByText('爽快的家长').click();
  await screen.getByLabelText('称呼').fill('陈女士');
  server.isAway(true);
  await expect.element(screen.getByText(/连接中，第 \d 次/)).toBeVisible();
  await expect.element(screen.getByText('网络断了，填的内容已留在本机。')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '呼出' }).click();
  await expect.element(screen.getByText('服务内部错误')).toBeVisible();
  await expect.element(screen.getByLabelText('称呼')).toHaveValue('陈女士');
  server.isAway(false);
  await expect.element(screen.getByText(/连接中/)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '呼出' }).click();
  await expect.element(screen.getByRole('button', { name: '挂断' })).toBeVisible();
});

test('a list that cannot be read anew keeps what it showed; one never read offers to try again', async () => {
  const { screen, server } = await openPage('/home');
  const calls = screen.getByRole('region', { name: '最近的通话' }).getByRole('row');
  await expect.poll(() => calls.elements().length).toBe(1 + pastCalls.length);
  server.isAway(true);
  await screen.getByRole('button', { name: '试呼' }).first().click();
  await expect.element(screen.getByText('线路没读出来')).toBeVisible();
  expect(calls.elements()).toHaveLength(1 + pastCalls.length);
  server.isAway(false);
  await screen.getByRole('button', { name: '再试一次' }).first().click();
  await expect.element(screen.getByText('爽快的家长')).toBeVisible();
});
