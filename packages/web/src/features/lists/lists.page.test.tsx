import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { newTask } from '../../testing/tasks.ts';

/** Lists of numbers, a merchant's own and the platform's. */
let merchant: Merchant;
let task: string;
beforeAll(async () => {
  merchant = await newMerchant();
  task = await newTask(merchant.owner, { name: '车险续保提醒' });
});

test('numbers go on the blacklist with a reason and a last day, come off, and come back; a task has a list of its own', async () => {
  const { screen, layer } = await openAt('/platform/lists', { as: merchant.owner });
  await expect.element(screen.getByText('黑名单是空的')).toBeVisible();
  await screen.getByRole('button', { name: '加号码' }).first().click();
  await screen.getByRole('textbox', { name: '号码' }).fill('13812345678\n123');
  await screen.getByLabelText('原因', { exact: true }).fill('投诉');
  await screen.getByLabelText('有效至').fill('2099-01-31');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('这些没认出来：123')).toBeVisible();
  const row = screen.getByRole('row', { name: /13812345678/ });
  await expect.element(row.getByText('2099-01-31')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: '移出 13812345678' }).click();
  await expect.element(screen.getByText('黑名单是空的')).toBeVisible();
  await screen.getByRole('button', { name: '撤销' }).click();
  await expect.element(row).toBeVisible();
  await screen.getByRole('combobox', { name: '对哪些任务' }).selectOptions(task);
  await expect.element(screen.getByText('只有这个任务不拨打名单里的号码。')).toBeVisible();
  await expect.element(row).not.toBeInTheDocument();
  expect(layer.lastAsked(endpoints.blacklist.list)?.taskId).toBe(task);
});

test('a sheet goes up and onto the white list; it stands there to be taken back', async () => {
  const { screen, layer } = await openAt('/platform/lists?tab=whitelist', { as: merchant.owner });
  await screen.getByRole('button', { name: '导入表格' }).click();
  await userEvent.upload(screen.getByLabelText('选择表格'), [new File(['号码\n13800138000\n'], '老客户.csv')]);
  await expect.element(screen.getByText('老客户.csv')).toBeVisible();
  await screen.getByRole('button', { name: '导入', exact: true }).click();
  await expect.poll(() => layer.lastAsked(endpoints.numberList.import)?.list).toBe('whitelist');
  await expect.element(screen.getByText(/^加入 1，/)).toBeVisible();
  await screen.getByRole('button', { name: '收回 老客户.csv' }).click();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('dialog').getByRole('button', { name: '收回' }).click();
  await expect.element(screen.getByText('已收回 1 个')).toBeVisible();
});

test('a consent is noted and withdrawn with how; the owner says whether one is needed', async () => {
  const { screen, layer } = await openAt('/platform/lists?tab=consent', { as: merchant.owner });
  await screen.getByRole('button', { name: '登记同意' }).first().click();
  await screen.getByRole('textbox', { name: '号码' }).fill('13812345678');
  await screen.getByLabelText('凭证').fill('官网报名 A-1');
  await screen.getByRole('button', { name: '保存' }).click();
  await screen.getByRole('button', { name: '撤回 13812345678 的同意' }).click();
  await screen.getByLabelText('客户怎么撤回的').fill('客户来电');
  await screen.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await expect.element(screen.getByText('已撤回', { exact: true })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('switch', { name: '没有同意就不拨打' }).click();
  await expect.poll(() => layer.lastAsked(endpoints.consent.require)?.required).toBe('1');
});

test('the platform keeps its own list and those of trades, and sees the numbers masked; a merchant is put in a trade', async () => {
  const platform = await newMerchant({ kind: 'platform', name: '平台' });
  const { screen } = await openAt('/platform/shared-lists', { as: platform.owner });
  await screen.getByRole('button', { name: '加行业' }).click();
  await screen.getByLabelText('行业名称').fill('口腔');
  await screen.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await screen.getByRole('button', { name: /^口腔/ }).click();
  await screen.getByRole('button', { name: '加号码' }).first().click();
  await screen.getByRole('textbox', { name: '号码' }).fill('13812345678');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByRole('row', { name: /138\*{4}5678/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const kept = await openAt(`/platform/merchants?q=${encodeURIComponent(merchant.name)}&open=${merchant.id}`, {
    as: platform.owner,
  });
  await kept.screen.getByRole('checkbox', { name: '口腔' }).click();
  await expect.element(kept.screen.getByRole('checkbox', { name: '口腔' })).toBeChecked();
});
