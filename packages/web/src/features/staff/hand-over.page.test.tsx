import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { addCustomer } from '../../testing/customers.ts';
import { newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

test('who leaves hands all customers over to colleagues or to the pool', async () => {
  const merchant = await newMerchant();
  const leaver = await merchant.person({ name: '刘洋', rights: ['number'], scope: 'own' });
  const stays = await merchant.person({ name: '张倩', rights: ['number'], scope: 'own' });
  await addCustomer(leaver, { phone: '13812344401', name: '陈女士' });
  await addCustomer(leaver, { phone: '13812344402', name: '何先生' });
  const { screen } = await openAt('/my-staff', { as: merchant.owner });
  await screen.getByRole('button', { name: /更多.*刘洋|刘洋.*更多/ }).click();
  await screen.getByRole('menuitem', { name: '移交客户' }).click();
  const dialog = screen.getByRole('dialog', { name: '移交「刘洋」的全部客户' });
  await dialog.getByRole('checkbox', { name: '张倩' }).click();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '移交', exact: true }).click();
  await expect.element(screen.getByText('正在移交「刘洋」的客户，结果看批量任务')).toBeVisible();
  const { customer } = endpoints;
  await expect.poll(async () => (await stays.ask(customer.list, {})).total, { timeout: 15_000 }).toBe(2);
  expect((await leaver.ask(customer.list, {})).total).toBe(0);
});
