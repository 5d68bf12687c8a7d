import { expect, test } from 'vitest';
import { monitor, ownLines } from '../../testing/fake-line-world.ts';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

const open = (path = '/monitor') => openPage(path, { calls: { lines: ownLines } });

test('each line shows its state, its channels and why it is as it is; a line that is down may be tried at once', async () => {
  const { screen, server } = await open();
  const down = screen.getByRole('row', { name: /粤联通-02/ });
  await expect.element(down.getByText('中断', { exact: true })).toBeVisible();
  await expect.element(down.getByText('16:21 起无应答，每 30 秒再试，恢复后自动启用')).toBeVisible();
  await expect.element(down.getByRole('img', { name: '30 路都不可用' })).toBeVisible();
  const congested = screen.getByRole('row', { name: /粤移动-03/ });
  await expect.element(congested.getByText('503 偏多，已把每秒呼叫从 2 降到 1')).toBeVisible();
  const healthy = screen.getByRole('row', { name: /粤电信-01/ });
  await expect.element(healthy.getByText('47.3%')).toBeVisible();
  await expect.element(healthy.getByRole('img', { name: '14 路通话中，5 路振铃，11 路空闲' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await down.getByRole('button', { name: '再试 粤联通-02' }).click();
  await expect.element(screen.getByText('正在检查 粤联通-02')).toBeVisible();
  expect(server.asked.find(each => each.path === 'line/check')?.fields).toMatchObject({ id: '23', kind: 'probe' });
});

test('figures follow the calls; without the house they say that they stand still', async () => {
  const { screen, server } = await open();
  await expect.element(screen.getByText('29 / 88')).toBeVisible();
  await expect.element(screen.getByText(/实时，/)).toBeVisible();
  const [first, ...others] = monitor.lines;
  server.lines.monitorGoes({ lines: [{ ...first!, talking: 20 }, ...others] });
  await expect.element(screen.getByText('35 / 88')).toBeVisible();
  server.isAway(true);
  await expect.element(screen.getByText(/连接断了，数字停在/)).toBeVisible();
  await expect.element(screen.getByText('35 / 88')).toBeVisible();
});

test('what failed last says what its code means and what to do, apart by line and by number', async () => {
  const { screen } = await open();
  const table = screen.getByRole('table', { name: '最近失败' });
  await expect.element(table.getByText('对端忙不过来')).toBeVisible();
  await expect.element(table.getByText('17:08 自动重拨')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: /每分钟失败/ }).getByText(/503 对端忙不过来/)).toBeVisible();
  await screen.getByText('号码问题').click();
  await expect.element(table.getByText('对端忙不过来')).not.toBeInTheDocument();
  await expect.element(table.getByText('150****8873')).toBeVisible();
});

test('channel groups are the other way to look, and keep in the address', async () => {
  const { screen } = await open();
  await screen.getByText('按语音网关').click();
  await expect.element(screen.getByRole('row', { name: /课程回访.*粤电信-01/ })).toBeVisible();
  expect(location.search).toBe('?by=port');
});

test('stopping everything says what it ends before it does', async () => {
  const { screen, server } = await open();
  await screen.getByRole('button', { name: '停掉全部呼叫' }).click();
  await expect.element(screen.getByText('1 个任务会暂停，正在进行的 18 通电话马上挂断。')).toBeVisible();
  await screen.getByRole('dialog').getByRole('button', { name: '紧急停止' }).click();
  await expect.poll(() => server.asked.some(each => each.path === 'task/stopAll')).toBe(true);
});

test('a line of more than 96 channels is a bar; without failures it says so', async () => {
  const { screen, server } = await openPage('/monitor', { calls: { lines: ownLines, failures: [] } });
  await expect.element(screen.getByText('近一天没有失败')).toBeVisible();
  const [first] = monitor.lines;
  server.lines.monitorGoes({ lines: [{ ...first!, channels: 300, talking: 150 }], failures: [] });
  const bar = screen.getByRole('img', { name: '150 路通话中，5 路振铃，145 路空闲' });
  await expect.element(bar).toBeVisible();
  expect(bar.element().className).toMatch(/^jack-cells-bar( |$)/);
  await expect.element(screen.getByText('近 30 分钟没有失败')).toBeVisible();
});
