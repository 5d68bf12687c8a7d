import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

let merchant: Merchant;
/** A line that was saved twice, and a number that is not to be called. */
beforeAll(async () => {
  merchant = await newMerchant();
  const { ask } = merchant.owner;
  await ask(endpoints.blacklist.add, { phones: '13812345678', reason: '投诉' });
  const line = { name: '移动线路', address: '192.0.2.7:5060' };
  const { id } = await ask(endpoints.line.save, line);
  await ask(endpoints.line.save, { ...line, id, address: '192.0.2.8:5080' });
});

const open = (path = '/configured/audit-log') => openAt(path, { as: merchant.owner });

test('a row says who did what to what; opened, before and after stand side by side', async () => {
  const { screen } = await open();
  const row = screen.getByRole('row', { name: /保存线路.*移动线路/ }).first();
  await expect.element(row.getByText('王晓雯')).toBeVisible();
  await row.click();
  const drawer = screen.getByRole('complementary', { name: '保存线路' });
  const address = drawer.getByRole('row', { name: /地址/ });
  await expect.element(address.getByText('192.0.2.7:5060')).toBeVisible();
  await expect.element(address.getByText('192.0.2.8:5080')).toBeVisible();
  const { list } = await merchant.owner.ask(endpoints.audit.list, { action: 'line.save' });
  expect(location.search).toBe(`?open=${list[0]?.id}`);
  expect(await accessFaults()).toEqual([]);
  await drawer.getByRole('button', { name: '收起' }).click();
  await expect.element(drawer).not.toBeInTheDocument();
});

test('the audit is narrowed by kind and name, and the address keeps it', async () => {
  const { screen, layer } = await open();
  await screen.getByRole('button', { name: '加条件' }).click();
  await screen.getByRole('button', { name: '类别' }).click();
  await screen.getByRole('button', { name: '黑名单' }).click();
  await expect.element(screen.getByRole('row', { name: /加入黑名单/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /保存线路/ })).not.toBeInTheDocument();
  await expect.poll(() => location.search).toBe('?kind=blacklist');
  await screen.getByRole('button', { name: '清空' }).click();
  await screen.getByRole('searchbox', { name: '对象名称' }).fill('移动');
  await expect.poll(() => layer.lastAsked(endpoints.audit.list)?.q).toBe('移动');
  await expect.element(screen.getByRole('row', { name: /加入黑名单/ })).not.toBeInTheDocument();
});

test('nothing that fits says so, and clearing brings the rows back', async () => {
  const { screen } = await open('/configured/audit-log?q=没有这条');
  await expect.element(screen.getByText('没有符合条件的记录')).toBeVisible();
  await screen.getByRole('button', { name: '清空' }).first().click();
  await expect.element(screen.getByRole('row', { name: /保存线路/ }).first()).toBeVisible();
});

test('an export asks for the rows of the filter, after it said how many they are', async () => {
  const { screen } = await open('/configured/audit-log?kind=line');
  await screen.getByRole('button', { name: '导出', exact: true }).click();
  await expect.element(screen.getByText('把当前条件下的 2 条记录导出成表格？')).toBeVisible();
  await screen.getByRole('button', { name: '开始导出' }).click();
  await expect.poll(async () => (await merchant.owner.ask(endpoints.batch.list, {})).total).toBe(1);
});

test('a list that no news are told of comes back by itself when the network is back', async () => {
  const { screen, layer } = await open();
  const rows = screen.getByRole('row', { name: /保存线路/ });
  await expect.element(rows.first()).toBeVisible();
  layer.isAway(true);
  await screen.getByRole('searchbox', { name: '对象名称' }).fill('13812345678');
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(rows.first()).toBeVisible();
  layer.isAway(false);
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(rows).not.toBeInTheDocument();
});
