import { expect, test } from 'vitest';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

test('a board keeps its figures while the house is away, and follows the task again when it is back', async () => {
  const { screen, server } = await openPage('/platform/task/7');
  await expect.element(screen.getByText('6,580')).toBeVisible();
  server.isAway(true);
  await expect.element(screen.getByText(/连接中，第 \d 次/)).toBeVisible();
  await screen.getByRole('button', { name: '暂停' }).click();
  await expect.element(screen.getByText('服务内部错误')).toBeVisible();
  await expect.element(screen.getByText('运行中')).toBeVisible();
  await expect.element(screen.getByText('6,580')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  server.isAway(false);
  await expect.element(screen.getByText(/连接中/)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '暂停' }).click();
  await expect.element(screen.getByText('已暂停', { exact: true })).toBeVisible();
});

test('what was never read says so in its place, and is read when one tries again', async () => {
  const { screen, server } = await openPage('/my-task');
  await expect.element(screen.getByRole('row', { name: /11 月第三批/ })).toBeVisible();
  server.isAway(true);
  await screen.getByText('试听课回访 · 11 月第三批').click();
  await expect.element(screen.getByRole('heading', { name: '看板没读出来' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  server.isAway(false);
  await screen.getByRole('button', { name: '再试一次' }).click();
  await expect.element(screen.getByText('6,580')).toBeVisible();
});

test('numbers pasted and not yet imported are there after a reload', async () => {
  const first = await openPage('/my-task?edit=7&step=numbers');
  await first.screen.getByText('粘贴', { exact: true }).click();
  await first.screen.getByLabelText('粘贴号码').fill('13812345678,陈女士');
  await expect.element(first.screen.getByRole('cell', { name: '13812345678' })).toBeVisible();
  await first.screen.unmount();
  const { screen } = await openPage('/my-task?edit=7&step=numbers');
  await expect.element(screen.getByLabelText('粘贴号码')).toHaveValue('13812345678,陈女士');
  await screen.getByRole('button', { name: '导入', exact: true }).click();
  await expect.element(screen.getByLabelText('粘贴号码')).toHaveValue('');
  expect(sessionStorage.getItem('lx.numbers.7')).toBeNull();
});
