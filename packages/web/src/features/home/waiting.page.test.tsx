import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { addCustomer } from '../../testing/customers.ts';
import { newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

test('what waits for a person stands on home, each with its way down', async () => {
  const merchant = await newMerchant();
  const seller = await merchant.person({ rights: ['number'], scope: 'own' });
  const colleague = await merchant.person({ rights: ['number'], scope: 'own' });
  const made = await addCustomer(seller, { phone: '13812343301', name: '陈女士' });
  await seller.ask(endpoints.customer.nextStep, { id: made.id, at: '2026-01-01T09:00', text: '回访' });
  await colleague.ask(endpoints.customerAsks.ask, { phone: '13812343301', why: '老客户介绍' });
  const { screen } = await openAt('/home', { as: seller });
  const todos = screen.getByRole('region', { name: '要处理的' });
  await expect.element(todos.getByText('1 位客户该跟进了')).toBeVisible();
  await expect.element(todos.getByText('1 个客户申请等你答复')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await todos.getByRole('link', { name: '查看 1 位客户该跟进了' }).click();
  await expect.element(screen.getByRole('row', { name: /陈女士/ })).toBeVisible();
  const again = await openAt('/home', { as: seller });
  await again.screen.getByRole('link', { name: '查看 1 个客户申请等你答复' }).click();
  await expect.element(again.screen.getByRole('dialog').getByText(/老客户介绍/)).toBeVisible();
});
