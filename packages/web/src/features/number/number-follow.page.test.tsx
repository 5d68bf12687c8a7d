import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { addCustomers } from '../../testing/customers.ts';
import { newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { newTask } from '../../testing/tasks.ts';

test('a task follows a filter of customers; its numbers say so, and stop it', async () => {
  const merchant = await newMerchant();
  const { owner } = merchant;
  const task = await newTask(owner, { name: '学员回访' });
  await addCustomers(
    merchant,
    Array.from({ length: 21 }, (_, n) => ({ phone: `138123455${n + 10}`, name: `学员 ${n}`, tags: '学员' })),
  );
  const { screen } = await openAt('/number?tag=学员', { as: owner });
  await screen.getByRole('combobox', { name: '每页多少条' }).selectOptions('每页 20 条');
  const toTask = async () => {
    await screen.getByRole('button', { name: '加入任务', exact: true }).click();
    return screen.getByRole('dialog', { name: /加入任务/ });
  };
  await screen.getByRole('table').getByRole('checkbox').first().click();
  // Those chosen by hand do not grow.
  const chosen = await toTask();
  await expect.element(chosen.getByRole('button', { name: '加入', exact: true })).toBeVisible();
  expect(chosen.getByRole('checkbox').elements()).toEqual([]);
  await chosen.getByRole('button', { name: '取消' }).click();
  await screen.getByRole('button', { name: '选中全部 21 位' }).click();
  const dialog = await toTask();
  await dialog.getByRole('button', { name: /^学员回访/ }).click();
  await dialog.getByRole('checkbox', { name: '以后符合条件的也加入' }).click();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '加入', exact: true }).click();
  await expect.element(screen.getByText('已加入 21 人，以后符合条件的也会加入')).toBeVisible();

  const { screen: page } = await openAt(`/my-task?edit=${task}&step=numbers`, { as: owner });
  const follow = page.getByRole('region', { name: '跟随的客户' });
  await expect.element(follow.getByText(/跟随客户：全部客户；标签 学员/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await follow.getByRole('button', { name: '停止跟随' }).click();
  await page.getByRole('dialog', { name: '停止跟随客户？' }).getByRole('button', { name: '停止跟随' }).click();
  await expect.element(follow.getByText(/已手动停止跟随/)).toBeVisible();
  expect((await owner.ask(endpoints.taskFollow.read, { id: task })).follow).toMatchObject({ because: 'byUser' });
});
