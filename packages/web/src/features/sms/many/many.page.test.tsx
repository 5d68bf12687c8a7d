import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { smsMerchant, usableTemplate } from '../../../testing/sms.ts';

const { sms } = endpoints;

test('a message to many shows count and price before it goes; its batch leads to its messages', async () => {
  const merchant = await smsMerchant();
  await usableTemplate(merchant);
  const { screen } = await openAt('/message-tem?tab=many', { as: merchant.owner });
  await expect.element(screen.getByText('还没有群发过')).toBeVisible();
  await screen.getByRole('button', { name: '群发短信' }).first().click();
  const drawer = screen.getByRole('complementary', { name: '群发短信' });
  await expect.element(drawer.getByText('【启航教育】本周六 10:00 试听。')).toBeVisible();
  const phones = drawer.getByRole('textbox', { name: '号码' });
  await phones.fill('15400000017\n15400000018\nabc');
  await drawer.getByRole('button', { name: '看人数和费用' }).click();
  await expect.element(drawer.getByText('1 行不是手机号，不发')).toBeVisible();
  await expect.element(drawer.getByText(/^约 .* 元$/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  // What was counted is what is sent: another list is counted anew.
  await phones.fill('15400000017\n15400000018');
  await expect.element(drawer.getByRole('button', { name: '发给 2 人' })).not.toBeInTheDocument();
  await drawer.getByRole('button', { name: '看人数和费用' }).click();
  await drawer.getByRole('button', { name: '发给 2 人' }).click();
  await expect.element(screen.getByText('开始发了，2 人')).toBeVisible();
  const row = screen.getByRole('row', { name: /试听提醒.*已完成/ });
  await expect.element(row).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await row.click();
  await expect.poll(() => location.search).toMatch(/tab=log&batch=\d+/);
  await expect.element(screen.getByRole('row', { name: /15400000018/ })).toBeVisible();
  expect((await merchant.owner.ask(sms.messages, {})).total).toBe(2);
});

test('without a template that may be sent one is led to write one', async () => {
  const { owner } = await smsMerchant();
  const { screen } = await openAt('/message-tem?tab=many&open=new', { as: owner });
  await expect.element(screen.getByText('还没有可用的模板')).toBeVisible();
  await screen.getByRole('button', { name: '先写模板' }).click();
  await expect.element(screen.getByText('还没有短信模板')).toBeVisible();
});
