import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { newTask, runningTask } from '../../testing/tasks.ts';

let merchant: Merchant;
let running: string;
beforeAll(async () => {
  merchant = await newMerchant();
  ({ task: running } = await runningTask(merchant, { name: '试听课回访 · 11 月第三批' }));
});

const open = (path: string) => openAt(path, { as: merchant.owner });

test('a board keeps its figures while the house is away, and follows the task again when it is back', async () => {
  const { screen, layer } = await open(`/platform/task/${running}`);
  await expect.element(screen.getByText('6,580')).toBeVisible();
  layer.isAway(true);
  await expect.element(screen.getByText(/连接中，第 \d 次/)).toBeVisible();
  await screen.getByRole('button', { name: '暂停' }).click();
  await expect.element(screen.getByText('服务内部错误')).toBeVisible();
  await expect.element(screen.getByText('运行中')).toBeVisible();
  await expect.element(screen.getByText('6,580')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  layer.isAway(false);
  await expect.element(screen.getByText(/连接中/)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '暂停' }).click();
  await expect.element(screen.getByText('已暂停', { exact: true })).toBeVisible();
});

test('what was never read says so in its place, and is read when one tries again', async () => {
  const { screen, layer } = await open('/my-task');
  await expect.element(screen.getByRole('row', { name: /11 月第三批/ })).toBeVisible();
  // Not the whole house: with the line comes back the board, by itself.
  layer.fails(endpoints.task.board);
  await screen.getByText('试听课回访 · 11 月第三批').click();
  await expect.element(screen.getByRole('heading', { name: '看板加载失败' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  layer.heals();
  await screen.getByRole('button', { name: '再试一次' }).click();
  await expect.element(screen.getByText('6,580')).toBeVisible();
});

test('numbers pasted and not yet imported are there after a reload', async () => {
  const draft = await newTask(merchant.owner, { name: '导入' });
  const path = `/my-task?edit=${draft}&step=numbers`;
  const first = await open(path);
  await first.screen.getByText('粘贴', { exact: true }).click();
  await first.screen.getByLabelText('粘贴号码').fill('15400000001,陈女士');
  await expect.element(first.screen.getByRole('cell', { name: '15400000001' })).toBeVisible();
  await first.screen.unmount();
  const { screen } = await open(path);
  await expect.element(screen.getByLabelText('粘贴号码')).toHaveValue('15400000001,陈女士');
  await screen.getByRole('button', { name: '导入', exact: true }).click();
  await expect.element(screen.getByLabelText('粘贴号码')).toHaveValue('');
  expect(sessionStorage.getItem(`lx.numbers.${draft}`)).toBeNull();
});

test('a list that could not be counted says so, and is imported all the same', async () => {
  const draft = await newTask(merchant.owner, { name: '没数出来' });
  const { screen, layer } = await open(`/my-task?edit=${draft}&step=numbers`);
  layer.fails(endpoints.task.check);
  await screen.getByText('粘贴', { exact: true }).click();
  await screen.getByLabelText('粘贴号码').fill('15400000001,陈女士');
  await expect.element(screen.getByText('没有数出来，可以直接导入')).toBeVisible();
  await screen.getByRole('button', { name: '导入', exact: true }).click();
  await expect.poll(() => layer.lastAsked(endpoints.task.import)?.id).toBe(draft);
});
