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
  await screen.getByText('划入', { exact: true }).first().click();
  await expect.element(screen.getByText('-0.12')).not.toBeInTheDocument();
  await screen.getByLabelText('日期').fill('2026-11-19');
  await expect
    .poll(() => layer.lastAsked(endpoints.balance.ledger))
    .toMatchObject({ kind: 'transferIn', day: '2026-11-19' });
});

test('an employee has no page of the balance', async () => {
  await openAt('/platform/balance', { as: await merchant.person({}) });
  await expect.poll(() => location.pathname).toBe('/401');
});
