import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { addLine } from '../../testing/house-lines.ts';
import { openLayer } from '../../testing/layer.ts';
import { failures, monitor } from '../../testing/line-samples.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import type { Monitor } from './monitor.ts';

let merchant: Merchant;
let watcher: Person;
/** A line that may be looked at: the figures of half an hour name it. */
let unicom: string;
beforeAll(async () => {
  merchant = await newMerchant();
  watcher = await merchant.person({ rights: ['monitor', 'port', 'myTask'], buttons: ['call_out', 'task:control'] });
  unicom = await addLine(merchant, '粤联通-02');
});

/** Figures are half an hour of calls; who may not read them is not shown them either. */
const openMonitor = async (path = '/monitor', layer = openLayer()) => {
  const lines = monitor.lines.map(line => (line.name === '粤联通-02' ? { ...line, id: unicom } : line));
  const shows = (part: Partial<Monitor> = {}) => layer.shows(endpoints.monitor.monitor, { ...monitor, lines, ...part });
  shows();
  layer.changes((asked, data, { whose = 'all' }) => (asked === endpoints.monitor.failures.path ? failed(whose) : data));
  const { screen } = await openAt(path, { as: watcher, layer });
  const goes = (part: Partial<Monitor>) => {
    shows(part);
    layer.pushes({ type: 'linesChanged', topic: 'lines' });
  };
  return { screen, layer, goes };
};

/** Those of the line or of the number, as was asked. */
const failed = (whose: string) => {
  const isNumber = ({ fault }: { readonly fault: string }) => fault === 'callee';
  return { list: failures.filter(each => whose === 'all' || (whose === 'number') === isNumber(each)), after: null };
};

test('each line shows its state, its channels and why it is as it is; a line that is down may be tried at once', async () => {
  const { screen, layer } = await openMonitor();
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
  expect(layer.lastAsked(endpoints.monitor.check)).toMatchObject({ id: unicom, kind: 'probe' });
});

test('figures follow the calls; without the house they say that they stand still', async () => {
  const { screen, layer, goes } = await openMonitor();
  await expect.element(screen.getByText('29 / 88')).toBeVisible();
  await expect.element(screen.getByText(/实时，/)).toBeVisible();
  const [first, ...others] = monitor.lines;
  goes({ lines: [{ ...first!, talking: 20 }, ...others] });
  await expect.element(screen.getByText('35 / 88')).toBeVisible();
  layer.isAway(true);
  await expect.element(screen.getByText(/连接断了，数字停在/)).toBeVisible();
  await expect.element(screen.getByText('35 / 88')).toBeVisible();
});

test('what failed last says what its code means and what to do, apart by line and by number', async () => {
  const { screen } = await openMonitor();
  const table = screen.getByRole('table', { name: '最近失败' });
  await expect.element(table.getByText('对端忙不过来')).toBeVisible();
  await expect.element(table.getByText('17:08 自动重拨')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: /每分钟失败/ }).getByText(/503 对端忙不过来/)).toBeVisible();
  await screen.getByText('号码问题').click();
  await expect.element(table.getByText('对端忙不过来')).not.toBeInTheDocument();
  await expect.element(table.getByText('150****8873')).toBeVisible();
});

test('channel groups are the other way to look, and keep in the address', async () => {
  const { screen } = await openMonitor();
  await screen.getByText('按语音网关').click();
  await expect.element(screen.getByRole('row', { name: /课程回访.*粤电信-01/ })).toBeVisible();
  expect(location.search).toBe('?by=port');
});

/** A task of the merchant as it would be shown while it calls: nobody dials here. */
const runningTask = async () => {
  const { ask } = merchant.owner;
  const [plan] = (await ask(endpoints.plan.list, {})).list;
  const [port] = (await ask(endpoints.port.list, {})).list;
  const windows = Array.from({ length: 7 }, () => [{ from: 0, to: 1_440 }]);
  const ports = [{ portId: port?.id ?? '', channels: 5 }];
  const wish = {
    name: '课程回访',
    planId: plan?.id ?? '',
    ports,
    concurrency: 5,
    ringTimeoutS: 30,
    windows,
    retries: {},
  };
  await ask(endpoints.task.save, wish);
  const [row] = (await ask(endpoints.task.list, {})).list;
  return { ...row, state: 'running', counts: { ...row?.counts, calling: 18 } };
};

test('stopping everything says what it ends before it does', async () => {
  const { screen, layer } = await openMonitor();
  const running = await runningTask();
  layer.changes((path, data, { state }) =>
    path === endpoints.task.list.path && state === 'running'
      ? { ...(data as object), list: [running], total: 1 }
      : data,
  );
  await screen.getByRole('button', { name: '紧急停止' }).click();
  await expect
    .element(screen.getByText(/1 个任务会暂停，正在进行的 18 通电话马上挂断。还没接通的号码放回名单/))
    .toBeVisible();
  await screen.getByRole('dialog').getByRole('button', { name: '紧急停止' }).click();
  await expect.poll(() => layer.lastAsked(endpoints.task.stopAll)).toBeDefined();
});

test('a line of more than 96 channels is a bar; without failures it says so', async () => {
  const { screen, goes } = await openMonitor();
  const [first] = monitor.lines;
  goes({ lines: [{ ...first!, channels: 300, talking: 150 }], failures: [] });
  const bar = screen.getByRole('img', { name: '150 路通话中，5 路振铃，145 路空闲' });
  await expect.element(bar).toBeVisible();
  expect(bar.element().className).toMatch(/^jack-cells-bar( |$)/);
  await expect.element(screen.getByText('近 30 分钟没有失败')).toBeVisible();
  // As the house says it: nobody called.
  const { screen: quiet } = await openAt('/monitor', { as: watcher });
  await expect.element(quiet.getByText('近一天没有失败')).toBeVisible();
});
