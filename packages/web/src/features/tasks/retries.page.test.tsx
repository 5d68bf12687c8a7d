import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { newTask } from '../../testing/tasks.ts';

test('a redial has hours of the day and a plan of its own; hours that are none are said, and kept back', async () => {
  const merchant = await newMerchant();
  const task = await newTask(merchant.owner, { name: '重拨', retries: { busy: { times: 2, afterMinutes: 10 } } });
  const { list } = await merchant.owner.ask(endpoints.plan.options, {});
  const { screen } = await openAt(`/my-task?edit=${task}&step=pacing`, { as: merchant.owner });
  await screen.getByLabelText('用户正忙 重拨时间').selectOptions('指定时段');
  await screen.getByLabelText('用户正忙 从几点').fill('20:30');
  await expect.element(screen.getByText(/重拨请输入/)).toBeVisible();
  await screen.getByLabelText('用户正忙 从几点').fill('18:00');
  await screen.getByLabelText('用户正忙 到几点').fill('20:30');
  await screen.getByLabelText('用户正忙 用的话术').selectOptions(list[0]!.planName);
  expect(await accessFaults()).toEqual([]);
  const kept = async () => (await merchant.owner.ask(endpoints.task.detail, { id: task })).retries.busy;
  await expect.poll(kept).toMatchObject({
    ...{ times: 2, afterMinutes: 10, at: { from: 1_080, to: 1_230 } },
    ...{ planId: list[0]!.id, planName: list[0]!.planName },
  });
  await screen.getByLabelText('用户正忙 重拨时间').selectOptions('换个时段');
  await expect.poll(kept).toMatchObject({ at: 'otherPart' });
  await screen.getByRole('button', { name: '重拨规则的修改记录' }).click();
  const plan = list[0]!.planName;
  const change = `· 18:00–20:30 · ${plan} → 用户正忙 2 次，隔 10 分钟 · 换个时段 · ${plan}`;
  await expect.element(screen.getByText(change, { exact: false })).toBeVisible();
  await expect.element(screen.getByText('第 1 版')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});
