import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../../testing/house.ts';
import { openLayer } from '../../../testing/layer.ts';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { addNumbers, newTask } from '../../../testing/tasks.ts';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant({ owner: '李敏' });
});

const listOf = async (numbers: number): Promise<string> => {
  const task = await newTask(merchant.owner, { name: '预演的任务', concurrency: 10 });
  await addNumbers(merchant, task, 15_400_003_000, numbers);
  return task;
};
const open = (task: string, layer = openLayer()) =>
  openAt(`/platform/task/${task}?tab=ahead`, { as: merchant.owner, layer });

test('a list is told as it is set; with other settings both sides stand below each other, and can be adopted', async () => {
  const task = await listOf(200);
  const { screen, layer } = await open(task);
  const table = screen.getByRole('table', { name: '预演' });
  await expect.element(table.getByText('拨完', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('还有 200 个号码要拨，从现在开始推算。', { exact: false })).toBeVisible();
  expect(screen.getByRole('button', { name: '用这些设置' }).elements()).toEqual([]);
  await screen.getByLabelText('并发', { exact: true }).fill('2');
  await screen.getByRole('button', { name: '推算' }).click();
  await expect.element(table.getByText('改后').first()).toBeVisible();
  expect(layer.lastAsked(endpoints.whatIf.look)).toMatchObject({ taskId: task, concurrency: '2' });
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '用这些设置' }).click();
  await expect.element(screen.getByText('任务已改用这些设置')).toBeVisible();
  await expect.poll(async () => (await merchant.owner.ask(endpoints.task.detail, { id: task })).concurrency).toBe(2);
});

test('it begins at a day and time to come, that of a task that begins by itself first of all', async () => {
  const task = await listOf(20);
  await merchant.owner.ask(endpoints.task.start, { id: task, at: '2099-03-02T09:00' });
  const { screen, layer } = await open(task);
  await expect.element(screen.getByText('从 03-02 09:00 开始推算，在那之前不拨。', { exact: false })).toBeVisible();
  expect(layer.lastAsked(endpoints.whatIf.look)).toMatchObject({ taskId: task, from: '2099-03-02T09:00' });
  await expect.element(screen.getByText('当天', { exact: true })).toBeVisible();
  const begin = screen.getByLabelText('从几点起');
  await begin.fill('2020-03-02T09:00');
  await expect.element(screen.getByText('请选一个以后的时间')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '推算' })).toBeDisabled();
  await begin.fill('2099-03-03T10:30');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '推算' }).click();
  await expect.element(screen.getByText('从 03-03 10:30 开始推算', { exact: false })).toBeVisible();
});

test('a list without numbers says so, and a day without calls in words', async () => {
  const task = await newTask(merchant.owner, { name: '空的' });
  const { screen } = await open(task);
  await expect.element(screen.getByText('没有要拨的号码')).toBeVisible();
  await screen.getByText('过去的一天').click();
  await screen.getByLabelText('日期').fill('2026-11-20');
  await screen.getByRole('button', { name: '推算' }).click();
  await expect.element(screen.getByText(/2026-11-20 这个任务没有呼叫/)).toBeVisible();
});

const band = <T,>(low: T, middle: T, high: T) => ({ low, middle, high });
const told = {
  today: { calls: band(900, 1_000, 1_100), answered: band(300, 400, 480), cost: band('30.00', '40.00', '48.00') },
  all: { calls: band(1_900, 2_000, 2_100), answered: band(700, 800, 900), cost: band('70.00', '80.00', '90.00') },
  end: band('2026-11-20T06:00:00.000Z', '2026-11-20T06:30:00.000Z', '2026-11-20T07:10:00.000Z'),
  ...{ because: '', becauseText: '' },
};

test('what was told stands beside what came of it, and a day that was beside what really happened', async () => {
  const task = await listOf(20);
  const layer = openLayer();
  layer.answers(endpoints.whatIf.truth, {
    truth: {
      ...{ at: '2026-11-20T01:00:00.000Z', numbers: 1_500, told },
      ...{ soFar: { calls: 1_934, answered: 765, cost: '77.12' }, endedAt: null },
    },
  });
  layer.answers(endpoints.whatIf.day, {
    ...{ at: '2026-11-20T01:00:00.000Z', numbers: 1_500, seen: { calls: 980, of: 'task' } },
    ...{ asItIs: told, changed: null },
    happened: { calls: 987, answered: 377, cost: '38.50', end: '2026-11-20T06:41:00.000Z' },
  });
  const { screen } = await open(task, layer);
  await expect.element(screen.getByRole('heading', { name: '说过的和实际的' })).toBeVisible();
  for (const text of ['1,934', '1,900 – 2,100', '77.12', '还没拨完'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  await screen.getByText('过去的一天').click();
  await screen.getByRole('button', { name: '推算' }).click();
  for (const text of ['987', '900 – 1,100', '38.50'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  await expect.element(screen.getByText('那天从 09:00 起要拨 1,500 个号码。', { exact: false })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});
