import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

test('the owner narrows hours, holidays and calls of a number; each save is a version with what it changed', async () => {
  const { screen } = await openAt('/configured/configured-page', { as: merchant.owner });
  await expect.element(screen.getByText('还没有改过，用的是默认规则。')).toBeVisible();
  await screen.getByRole('switch', { name: '法定节假日不呼叫' }).click();
  await screen.getByRole('button', { name: '加日期' }).click();
  await screen.getByLabelText('日期').fill('2026-12-31');
  await screen.getByLabelText('时段', { exact: true }).fill('上午');
  await screen.getByRole('textbox', { name: '同一号码每天最多' }).fill('2');
  await screen.getByRole('button', { name: '保存' }).first().click();
  await expect.element(screen.getByLabelText('时段', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await screen.getByLabelText('时段', { exact: true }).fill('9:00-12:00');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).first().click();
  await expect.element(screen.getByText('特别日期：— → 2026-12-31 09:00–12:00')).toBeVisible();
  await expect.element(screen.getByText('每号每天次数：3 → 2')).toBeVisible();
  const { rules } = await merchant.owner.ask(endpoints.rules.own, {});
  expect(rules).toMatchObject({ version: 1, holidaysOff: true, perDay: 2 });
});

test('whoever controls tasks reads the rules and changes none', async () => {
  const { screen } = await openAt('/configured/configured-page', {
    as: await merchant.person({ buttons: ['task:control'] }),
  });
  await expect.element(screen.getByText('只有负责人能改。')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: '同一号码每天最多' })).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: '保存', exact: true })).not.toBeInTheDocument();
});

test('the platform sets the outermost rules and enters the holidays of a year', async () => {
  const platform = await newMerchant({ kind: 'platform' });
  const { screen } = await openAt('/platform/rules', { as: platform.owner });
  await screen.getByRole('textbox', { name: '同一号码 30 天最多' }).fill('12');
  await screen.getByRole('switch', { name: '这些次数按全部商户合计' }).click();
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText(/^每号 30 天次数：.* → 12$/)).toBeVisible();
  await expect.element(screen.getByText('全部商户合计：否 → 是')).toBeVisible();
  await screen.getByRole('button', { name: '录入一年' }).click();
  await screen.getByLabelText('出处').fill('国务院办公厅关于2027年部分节假日安排的通知');
  await screen.getByRole('textbox', { name: '放假' }).fill('元旦 2027-01-01 2027-01-03');
  await screen.getByRole('button', { name: '录入', exact: true }).click();
  await expect.element(screen.getByText(/^2027 年，/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});
