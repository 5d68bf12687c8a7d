import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { newMerchant } from '../testing/house.ts';
import { openAt } from '../testing/open-at.tsx';

/** Typed and sent by keys alone, as the form opens. */
const type = (text: string) => userEvent.keyboard(`${text}{Enter}`);

test('a department', async () => {
  const { owner } = await newMerchant();
  await owner.ask(endpoints.oa.saveDepartment, { name: '电销部' });
  const { screen } = await openAt('/my-staff', { as: owner });
  await screen.getByRole('button', { name: '电销部的操作' }).click();
  await screen.getByRole('menuitem', { name: '添加下级部门' }).click();
  await expect.element(screen.getByLabelText('部门名称')).toHaveFocus();
  await type('二组');
  await expect.element(screen.getByRole('button', { name: /^二组 \d/ })).toBeVisible();
});

test('an employee, in a drawer; a drawer that is only read begins at its title', async () => {
  const { owner } = await newMerchant();
  const { screen } = await openAt('/my-staff', { as: owner });
  await screen.getByRole('button', { name: '添加员工' }).click();
  await expect.element(screen.getByLabelText('姓名', { exact: true })).toHaveFocus();
  await userEvent.keyboard('陈晨');
  await screen.getByLabelText('账号', { exact: true }).click();
  await type('chenchen');
  await expect.element(screen.getByRole('dialog', { name: '一次性密码' })).toBeVisible();
  const log = await openAt('/configured/audit-log', { as: owner });
  await log.screen.getByRole('row').nth(1).click();
  await expect.element(log.screen.getByRole('complementary').getByRole('heading').first()).toHaveFocus();
});

test('a plan and a group of words', async () => {
  const { owner } = await newMerchant();
  const { screen } = await openAt('/plan', { as: owner });
  await screen.getByRole('button', { name: '新建话术' }).click();
  await expect.element(screen.getByLabelText('名称')).toHaveFocus();
  await type('双十一邀约');
  await expect.poll(() => location.pathname).toMatch(/^\/plan\/\d+$/);
  const words = await openAt('/my-keyword', { as: owner });
  await words.screen.getByRole('button', { name: '新建词组' }).click();
  await expect.element(words.screen.getByLabelText('名称')).toHaveFocus();
  await type('价格');
  await expect.element(words.screen.getByRole('heading', { name: '价格' })).toBeVisible();
});

test('money', async () => {
  const platform = await newMerchant({ kind: 'platform' });
  const { name } = await newMerchant({ name: `丰海教育${Date.now()}`, provisioned: false });
  const { screen } = await openAt(`/platform/merchants?q=${name}`, { as: platform.owner });
  await screen.getByRole('button', { name: `充值 ${name}` }).click();
  await expect.element(screen.getByLabelText('金额（元）')).toHaveFocus();
  await type('99.5');
  await expect.element(screen.getByText('已充值 99.5 元，现有 99.50 元')).toBeVisible();
});
