import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

let reseller: Merchant;
let merchant: Merchant;
beforeAll(async () => {
  reseller = await newMerchant({ kind: 'reseller', name: '华东渠道', owner: '周敏' });
  merchant = await newMerchant({ reseller });
});

test('O-051 O-106 O-302: the owner’s page of its merchant says number, reseller and quotas, and takes another contact', async () => {
  await merchant.allowEmployees(1);
  const { screen } = await openAt('/business-info/info-page', { as: merchant.owner });
  await expect.element(screen.getByRole('heading', { name: '商户信息' })).toBeVisible();
  await expect.element(screen.getByRole('definition').filter({ hasText: merchant.number })).toBeVisible();
  await expect.element(screen.getByText('1 / 1')).toBeVisible();
  await expect.element(screen.getByText('已用完，需要更多请联系华东渠道')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByLabelText('联系电话').fill('打我');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('只能是数字、空格、+ 和 -')).toBeVisible();
  await screen.getByLabelText('联系电话').fill('021-60005678');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  expect((await merchant.owner.ask(endpoints.merchant.info, {})).contactPhone).toBe('021-60005678');
});

test.each<[roleCode: string, who: () => Promise<{ readonly token: string }>]>([
  ['employee', () => merchant.person({})],
  ['agent', async () => reseller.owner],
  ['admin', async () => (await newMerchant({ kind: 'platform' })).owner],
])('O-106: for roleCode %s the page of the merchant is 401 (A-06)', async (_roleCode, who) => {
  await openAt('/business-info/info-page', { as: await who() });
  await expect.poll(() => location.pathname).toBe('/401');
});
