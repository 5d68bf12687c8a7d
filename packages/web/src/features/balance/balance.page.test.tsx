import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

let merchant: Merchant;
let paidCall = '';
/** Its reseller gave it a hundred, and a call cost twelve fen of them. */
beforeAll(async () => {
  const reseller = await newMerchant({ kind: 'reseller', name: '华东渠道', owner: '周敏' });
  merchant = await newMerchant({ reseller });
  await reseller.topUp('1000');
  await reseller.owner.ask(endpoints.balance.transfer, {
    cid: merchant.number,
    amount: '100',
    requestId: 'first-hundred',
  });
  paidCall = await merchant.pay('0.12');
});

test('an owner sees what there is, whom to ask, and every entry with its call', async () => {
  const { screen, layer } = await openAt('/platform/balance', { as: merchant.owner });
  await expect.element(screen.getByText('99.88').first()).toBeVisible();
  const whom = `充值请联系华东渠道，告诉对方商户编号 ${merchant.number}`;
  await expect.element(screen.getByText(whom, { exact: false })).toBeVisible();
  await expect.element(screen.getByText('-0.12')).toBeVisible();
  const link = screen.getByRole('link', { name: '看通话' });
  expect(link.element().getAttribute('href')).toBe(`/platform/call/${paidCall}`);
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('combobox', { name: '类型' }).selectOptions('话术收入');
  await expect.poll(() => layer.lastAsked(endpoints.balance.ledger)).toMatchObject({ kind: 'planSale' });
  await screen.getByRole('combobox', { name: '类型' }).selectOptions('划入');
  await expect.element(screen.getByText('-0.12')).not.toBeInTheDocument();
  await screen.getByLabelText('日期').fill('2026-11-19');
  await expect
    .poll(() => layer.lastAsked(endpoints.balance.ledger))
    .toMatchObject({ kind: 'transferIn', day: '2026-11-19' });
});

test('a statement adds up by day and by line, goes into a sheet, and the owner says when to be told', async () => {
  const { screen, layer } = await openAt('/platform/balance', { as: merchant.owner });
  await screen.getByRole('button', { name: '对账单' }).click();
  const statement = screen.getByRole('region', { name: '对账单' });
  await expect.element(statement.getByText('期初余额')).toBeVisible();
  await expect.element(statement.getByText('99.88').first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByText('按线路').click();
  await expect.element(statement.getByText('不经线路')).toBeVisible();
  await expect.element(statement.getByRole('cell', { name: '-0.12' }).first()).toBeVisible();
  await screen.getByRole('button', { name: '导出' }).click();
  await screen.getByRole('button', { name: '开始导出' }).click();
  await expect.poll(() => layer.lastAsked(endpoints.statement.sheet)).toMatchObject({ by: 'line' });
  await screen.getByLabelText('余额低于').fill('200');
  await screen.getByRole('button', { name: '时提醒我' }).click();
  await expect.poll(() => layer.lastAsked(endpoints.statement.warn)).toMatchObject({ amount: '200' });
  await expect.element(screen.getByText('余额低于 200.00 元')).toBeVisible();
});

test('an employee has no page of the balance', async () => {
  await openAt('/platform/balance', { as: await merchant.person({}) });
  await expect.poll(() => location.pathname).toBe('/401');
});
