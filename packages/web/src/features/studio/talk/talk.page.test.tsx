import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { accessFaults, openPage } from '../../../testing/open-page.tsx';

test('a test talk: what is said, why it was understood, a turn back and the way left, kept as a test', async () => {
  const { screen } = await openPage('/plan/7');
  const talk = screen.getByRole('region', { name: '试讲' });
  const start = talk.getByRole('button', { name: '开始试讲' });
  // The editor's first opening in a run is made ready meanwhile.
  await expect.element(start, { timeout: 30_000 }).toBeVisible();
  await start.click();
  await expect.element(talk.getByText('您好，我是启航教育的智能语音助手，通话会录音。')).toBeVisible();
  const input = talk.getByRole('textbox', { name: '打字，或按住麦克风说' });
  await input.fill('可以');
  await userEvent.keyboard('{Enter}');
  await expect.element(talk.getByText('肯定 · 相似句「可以」 91% 460 ms')).toBeVisible();
  await expect.element(screen.getByText('这次试讲走过的路')).toBeVisible();
  await input.fill('天气不错');
  await talk.getByRole('button', { name: '发送' }).click();
  await expect.element(talk.getByText('没听懂 460 ms')).toBeVisible();

  await talk.getByRole('button', { name: '从这句改走' }).nth(1).click();
  await expect.element(talk.getByText('走过的别的路 1')).toBeVisible();
  await expect.poll(() => talk.getByText('天气不错').elements().length).toBeLessThan(2);
  await talk.getByRole('button', { name: '客户挂断' }).click();
  await expect.element(talk.getByText('凭「其他」')).toBeVisible();
  expect(await accessFaults()).toEqual([]);

  await talk.getByRole('button', { name: '存为测试' }).click();
  const dialog = screen.getByRole('dialog', { name: '存为测试' });
  await expect.element(dialog.getByRole('textbox', { name: '名称' })).toHaveValue('可以 → 客户挂断');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('测试已保存')).toBeVisible();
});

test('tests say what broke, what was expected and what was; coverage is shown on the graph', async () => {
  const { screen } = await openPage('/plan/7?view=tests');
  await expect.element(screen.getByText('1 通过，1 没通过')).toBeVisible();
  await expect.element(screen.getByText('覆盖 2/3 个节点，1/2 条分支')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: '问价格' })).toBeVisible();
  await expect.element(screen.getByText('开场白 → 介绍课程')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '在图上看' }).click();
  await expect.element(screen.getByText('测试走过的路')).toBeVisible();
});

test('the parameter search charts what other settings would stop for nothing or miss', async () => {
  const { screen } = await openPage('/plan/7?view=tests');
  await screen.getByRole('radio', { name: '插话调校' }).click();
  await screen.getByRole('button', { name: '开始', exact: true }).click();
  await expect.element(screen.getByText('1/1 通')).toBeVisible();
  await expect.element(screen.getByRole('img', { name: /随时: 误停 2, 漏听 0/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});
