import { expect, test } from 'vitest';
import { accessFaults, openPage } from '../../../testing/open-page.tsx';

const word = (call: string, speaker: 'robot' | 'callee', text: string) => ({
  type: 'taskWords',
  topic: 'task:7',
  calls: [{ call, state: 'talking', node: '约试听时间', speaker, text }],
});

test('the board shows the figures of a task and its live calls with what is said', async () => {
  const { screen, server } = await openPage('/platform/task/7');
  await expect.element(screen.getByRole('heading', { name: '试听课回访 · 11 月第三批' })).toBeVisible();
  for (const text of ['6,580', '19:10 拨完', '47.4%', '312', '通道用满', '李敏 把并发从 18 改为 24'])
    await expect.element(screen.getByText(text, { exact: false }).first()).toBeVisible();
  await expect.element(screen.getByText('振铃 6')).toBeVisible();
  server.push(word('900', 'callee', '周六上午可以'));
  server.push(word('901', 'robot', '您好，我是课程顾问'));
  await expect.element(screen.getByText('周六上午可以')).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: '约试听时间' }).first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);

  await screen.getByText('客户在说').click();
  await expect.poll(() => screen.getByRole('row').elements().length).toBe(2);
});

test('one call is heard in place, another in its stead, and hung up after a question', async () => {
  const { screen, server } = await openPage('/platform/task/7');
  await screen.getByRole('button', { name: '监听 138****2217' }).click();
  await expect.element(screen.getByText('停止监听')).toBeVisible();
  await screen.getByRole('button', { name: '监听 138****2218' }).click();
  await expect.poll(() => screen.getByText('停止监听').elements().length).toBe(1);
  expect(server.asked.filter(each => each.path === 'call/listenTicket').map(each => each.fields.id)).toEqual([
    '900',
    '901',
  ]);
  await screen.getByRole('button', { name: '挂断 138****2218' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: '挂断' }).click();
  await expect.poll(() => server.asked.find(each => each.path === 'call/hangUp')?.fields.id).toBe('901');
});

test('a task is paused on its board, and goes on', async () => {
  const { screen } = await openPage('/platform/task/7');
  await screen.getByRole('button', { name: '暂停' }).click();
  await expect.element(screen.getByText('已暂停', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: '继续' }).click();
  await expect.element(screen.getByText('运行中')).toBeVisible();
});

test('the numbers of a task say how each came out, and lead to its record', async () => {
  const { screen } = await openPage('/platform/task/7?tab=numbers');
  await expect
    .element(
      screen
        .getByRole('row', { name: /13812341000/ })
        .getByText('已接通')
        .first(),
    )
    .toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('combobox', { name: '进度' }).selectOptions('retry');
  await expect.poll(() => screen.getByRole('row').elements().length).toBe(2);
  await screen.getByRole('link', { name: '看记录 13812341001' }).click();
  await expect.poll(() => location.pathname).toBe('/platform/call/102');
});

test('settings of a running task are changed beside its board', async () => {
  const { screen, server } = await openPage('/platform/task/7');
  await screen.getByRole('button', { name: '并发与时段' }).click();
  await screen.getByLabelText('并发').fill('40');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => server.asked.find(each => each.path === 'task/save')?.fields.concurrency).toBe('40');
  await expect.element(screen.getByLabelText('并发')).not.toBeInTheDocument();
});
