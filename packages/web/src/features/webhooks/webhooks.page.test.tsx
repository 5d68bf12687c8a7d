import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

test('an endpoint is added, its secret shown once, tested, and what was sent stands in its log', async () => {
  const { owner } = await newMerchant();
  const { screen } = await openAt('/configured/webhooks', { as: owner });
  await screen.getByRole('button', { name: '添加接收地址' }).click();
  await screen.getByRole('textbox', { name: '名称' }).fill('客户系统');
  await screen.getByRole('textbox', { name: '地址' }).fill('http://10.1.2.3/hook');
  await screen.getByRole('checkbox', { name: /任务暂停/ }).click();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByRole('dialog', { name: '签名密钥' }).getByText(/^whsec_/)).toBeVisible();
  await screen.getByRole('button', { name: '我已保存' }).click();
  const card = screen.getByRole('listitem', { name: '客户系统' });
  await expect
    .element(card.getByText('通话结束 · 任务完成 · 短信已送达 · 短信未送达 · 短信回复 · 坐席状态变化'))
    .toBeVisible();
  await card.getByRole('button', { name: '发送测试' }).click();
  await expect.element(card.getByText('测试没送到：地址在内网，不能发送')).toBeVisible();
  await card.getByRole('button', { name: '发送记录' }).click();
  const log = screen.getByRole('complementary', { name: '客户系统 的发送记录' });
  await log.getByRole('button', { name: /没送到 测试/ }).click();
  await expect.element(log.getByText('"type":"test"', { exact: false })).toBeVisible();
  await log.getByRole('button', { name: '重新发送', exact: true }).click();
  await expect.element(screen.getByText('1 条排队重发')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await card.getByRole('switch', { name: '启用 客户系统' }).click();
  await expect.element(card.getByText('已停用')).toBeVisible();
  expect((await owner.ask(endpoints.webhook.list, {})).list).toMatchObject([
    {
      enabled: false,
      events: ['call.ended', 'task.finished', 'sms.delivered', 'sms.failed', 'sms.replied', 'seat.state'],
    },
  ]);
});
