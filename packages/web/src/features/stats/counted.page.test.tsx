import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { busyEnding, giveCalls } from '../../testing/house-calls.ts';
import { openAt } from '../../testing/open-at.tsx';
import type { Screen } from '../../testing/show-page.tsx';

/** What the house counted of calls that were filed, as the pages show it. */
let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant({ owner: '李敏' });
  const answered = (level: string, talkMs: number) => ({ level, talkMs, turns: 4 });
  await giveCalls(merchant, [
    { row: { phone: '13800138001', direction: 'in' }, ending: answered('A', 30_000) },
    { row: { phone: '13800138002', direction: 'in' }, ending: answered('B', 12_000) },
    { row: { phone: '13800138003', direction: 'in' }, ending: answered('F', 3_000) },
    { row: { phone: '13800138004', direction: 'in' }, ending: busyEnding },
  ]);
});

const kpi = (screen: Screen, name: string) =>
  [...screen.getByRole('region', { name: '总数' }).element().querySelectorAll('.kpi')].find(
    each => each.firstElementChild?.textContent === name,
  )?.textContent;

/** Calls of these people in the list in front. */
const listed = (screen: Screen) => screen.getByRole('row', { name: /1380013800\d/ }).elements().length;

test('four calls, three of them answered, two of ten seconds and of A and B: each page says so', async () => {
  const quality = await openAt('/planQuality?time=today', { as: merchant.owner });
  await expect.element(quality.screen.getByRole('region', { name: '总数' })).toBeVisible();
  expect(kpi(quality.screen, '接通率')).toBe('接通率75.0%接通 3 通');
  expect(kpi(quality.screen, '听满 10 秒')).toBe('听满 10 秒66.7%2 通，占接通');
  expect(kpi(quality.screen, 'A、B 类')).toBe('A、B 类66.7%2 通，占接通');

  const levels = await openAt('/levelStatistics?time=today', { as: merchant.owner });
  const row = levels.screen.getByRole('region', { name: '明细' }).getByRole('row').nth(1);
  await expect.element(row).toBeVisible();
  expect(kpi(levels.screen, '通话')).toBe('通话4');
  expect(kpi(levels.screen, '平均时长')).toBe('平均时长00:15共 1 分钟');
  const causes = levels.screen.getByRole('region', { name: '结果和原因' });
  await causes.getByText('表', { exact: true }).click();
  await expect.element(causes.getByRole('rowheader', { name: /^用户正忙/ })).toBeVisible();

  const ports = await openAt('/portStat?time=today&by=line', { as: merchant.owner });
  await expect.element(ports.screen.getByRole('region', { name: '明细' }).getByRole('row').nth(1)).toBeVisible();
  expect(kpi(ports.screen, '接通率')).toBe('接通率75.0%接通 3 通');
});

test('the way down from a level leads to just those calls', async () => {
  const { screen } = await openAt('/levelStatistics?time=today', { as: merchant.owner });
  const levels = screen.getByRole('region', { name: '等级', exact: true });
  await levels.getByText('表', { exact: true }).click();
  await levels.getByRole('link', { name: / A 类 1$/ }).click();
  await expect.element(screen.getByRole('row', { name: /13800138001/ })).toBeVisible();
  expect(listed(screen)).toBe(1);
});

test('the way down from a line leads to its calls, the line by its name', async () => {
  const { screen } = await openAt('/portStat?time=today&by=line', { as: merchant.owner });
  const rows = screen.getByRole('region', { name: '明细' });
  await rows.getByRole('link', { name: /的通话$/ }).click();
  await expect.poll(() => listed(screen)).toBe(4);
  await expect.element(screen.getByRole('button', { name: '线路 练习线路' })).toBeVisible();
});

test('the sheet of a page is made in the background, and says how far it is', async () => {
  const { screen, layer } = await openAt('/levelStatistics?time=today&by=hour', { as: merchant.owner });
  await screen.getByRole('button', { name: '导出' }).click();
  await screen.getByRole('button', { name: '开始导出' }).click();
  await expect.poll(() => layer.lastAsked(endpoints.stat.levelSheet)?.by).toBe('hour');
  await expect.element(screen.getByRole('button', { name: '再导出一次' })).toBeVisible();
});

test('nothing was collected: the page says what comes here', async () => {
  const { screen } = await openAt('/collection', { as: merchant.owner });
  await expect.element(screen.getByText('还没有采集到回答')).toBeVisible();
});
