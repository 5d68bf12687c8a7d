import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type BatchWish, batchesOf, batchGoes } from '../../testing/batches.ts';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

const several: readonly BatchWish[] = [
  { title: '删除旧记录', type: 2, state: 'cancelled' },
  { title: '导出十一月', done: 460, of: 460, hasFile: true },
  { title: '导入名单', type: 0, state: 'failed', remark: '第 3 行起不是号码' },
  { title: '导出十月', state: 'running', done: 120, of: 460 },
];
/** Home of somebody who started these, the panel open. */
const openPanel = async (batches: readonly BatchWish[]) => {
  const person = await merchant.person({ rights: ['callLog'], buttons: ['callLog:export'] });
  const ids = await batchesOf(merchant, person, batches);
  const page = await openAt('/home', { as: person });
  await page.ready;
  await page.screen.getByRole('button', { name: /^批量任务/ }).click();
  return { ...page, person, ids, panel: page.screen.getByRole('complementary', { name: '批量任务' }) };
};

test('the rail’s panel shows today’s batch tasks: how far, why one failed, and what one can do now', async () => {
  const { panel, layer, ids } = await openPanel(several);
  const [running = ''] = ids.slice(-1);
  const rows = panel.getByRole('listitem');
  await expect.element(rows.nth(0)).toMatchTextContent(/导出十月.*进行中.*120 \/ 460/);
  await expect.element(panel.getByRole('progressbar', { name: '导出十月' })).toHaveAttribute('value', '120');
  await expect.element(rows.nth(1)).toMatchTextContent(/没有做完.*第 3 行起不是号码/);
  await expect.element(rows.nth(3)).toMatchTextContent('已取消');
  expect(await accessFaults()).toEqual([]);
  await batchGoes(merchant, running, { done: 300 });
  await expect.element(rows.nth(0)).toMatchTextContent('300 / 460');
  await rows.nth(0).getByRole('button', { name: '取消' }).click();
  await expect.poll(() => layer.lastAsked(endpoints.batch.cancel)?.id).toBe(running);
  await batchGoes(merchant, running, { state: 'cancelled' });
  await expect.element(rows.nth(0)).toMatchTextContent('已取消');
});

test('a finished file is fetched from the panel', async () => {
  const { panel, layer, person } = await openPanel(several);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => click.mockRestore());
  await panel.getByRole('button', { name: '下载' }).click();
  await expect.poll(() => click.mock.calls.length).toBe(1);
  const { list } = await person.ask(endpoints.batch.list, {});
  const fileId = list.find(({ title }) => title === '导出十一月')?.fileId;
  expect(layer.lastAsked(endpoints.file.ticket)).toMatchObject({ fileId });
});

test('O-420, O-421: pages of 20 batch tasks, and the size can be chosen', async () => {
  const { panel, layer } = await openPanel(Array.from({ length: 45 }, (_, n) => ({ title: `导出 ${n}` })));
  const rows = () => panel.getByRole('listitem').elements().length;
  await expect.poll(rows).toBe(20);
  const limits = () =>
    layer.asked.filter(({ path }) => path === endpoints.batch.list.path).map(({ fields }) => fields.limit);
  expect(new Set(limits())).toEqual(new Set(['20']));
  await panel.getByRole('button', { name: '下一页' }).click();
  await expect.element(panel.getByText('2 / 3')).toBeVisible();
  await panel.getByRole('combobox', { name: '每页多少个' }).selectOptions('50');
  await expect.poll(rows).toBe(45);
  await expect.element(panel.getByText('1 / 1')).toBeVisible();
});

test('no batch tasks today', async () => {
  const { panel } = await openPanel([]);
  await expect.element(panel.getByText('今天还没有批量任务')).toBeVisible();
});
