import { expect, test } from 'vitest';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

const open = (path = '/configured/audit-log', calls = {}) => openPage(path, { calls });

test('a row says who did what to what; opened, before and after stand side by side', async () => {
  const { screen } = await open();
  const row = screen.getByRole('row', { name: /保存线路.*移动线路/ });
  await expect.element(row.getByText('王晓雯')).toBeVisible();
  await row.click();
  const drawer = screen.getByRole('complementary', { name: '保存线路' });
  const channels = drawer.getByRole('row', { name: /并发/ });
  await expect.element(channels.getByText('20')).toBeVisible();
  await expect.element(channels.getByText('40')).toBeVisible();
  await expect.element(drawer.getByRole('row', { name: /启用 是 否/ })).toBeVisible();
  expect(location.search).toBe('?open=903');
  expect(await accessFaults()).toEqual([]);
  await drawer.getByRole('button', { name: '收起' }).click();
  await expect.element(drawer).not.toBeInTheDocument();
});

test('the audit is narrowed by kind and name, and the address keeps it', async () => {
  const { screen, server } = await open();
  await screen.getByRole('button', { name: '加条件' }).click();
  await screen.getByRole('button', { name: '类别' }).click();
  await screen.getByRole('button', { name: '黑名单' }).click();
  await expect.element(screen.getByRole('row', { name: /加入黑名单/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /保存线路/ })).not.toBeInTheDocument();
  await expect.poll(() => location.search).toBe('?kind=blacklist');
  await screen.getByRole('button', { name: '清空' }).click();
  await screen.getByRole('searchbox', { name: '对象名称' }).fill('移动');
  await expect.poll(() => server.asked.some(each => each.path === 'audit/list' && each.fields.q === '移动')).toBe(true);
});

test('nothing that fits says so, and clearing brings the rows back', async () => {
  const { screen } = await open('/configured/audit-log?q=没有这条');
  await expect.element(screen.getByText('没有符合条件的记录')).toBeVisible();
  await screen.getByRole('button', { name: '清空' }).first().click();
  await expect.element(screen.getByRole('row', { name: /保存线路/ })).toBeVisible();
});

test('an export asks for the rows of the filter, after it said how many they are', async () => {
  const { screen, server } = await open('/configured/audit-log?kind=line');
  await screen.getByRole('button', { name: '导出', exact: true }).click();
  await expect.element(screen.getByText('把当前条件下的 1 条记录导出成表格？')).toBeVisible();
  await screen.getByRole('button', { name: '开始导出' }).click();
  await expect
    .poll(() => server.asked.find(each => each.path === 'audit/export')?.fields)
    .toMatchObject({ kind: 'line' });
});
