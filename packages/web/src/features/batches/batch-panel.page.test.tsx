import { expect, onTestFinished, test, vi } from 'vitest';
import { accessFaults, openPage } from '../../testing/open-page.tsx';
import type { Batch } from '../../work/use-batches.ts';

const batch = (id: number, part: Partial<Batch> = {}): Batch => ({
  id: String(id),
  title: `导出通话记录 ${id}`,
  state: 1,
  type: 1,
  remark: '',
  fileId: null,
  createTime: '2026-11-18T08:34:08Z',
  modifyTime: '2026-11-18T08:35:08Z',
  done: 460,
  of: 460,
  ...part,
});
const several = [
  batch(4, { title: '导出十月', state: 0, done: 120 }),
  batch(3, { title: '导入名单', type: 0, remark: '第 3 行起不是号码', state: 2 }),
  batch(2, { title: '导出十一月', fileId: '31' }),
  batch(1, { title: '删除旧记录', type: 2, state: 3 }),
];
const openPanel = async (batches: readonly Batch[]) => {
  const page = await openPage('/home', { calls: { batches } });
  await page.screen.getByRole('button', { name: /^批量任务/ }).click();
  return { ...page, panel: page.screen.getByRole('complementary', { name: '批量任务' }) };
};

test('the rail’s panel shows today’s batch tasks: how far, why one failed, and what one can do now', async () => {
  const { panel, server } = await openPanel(several);
  const rows = panel.getByRole('listitem');
  await expect.element(rows.nth(0)).toMatchTextContent(/导出十月.*进行中.*120 \/ 460/);
  await expect.element(panel.getByRole('progressbar', { name: '导出十月' })).toHaveAttribute('value', '120');
  await expect.element(rows.nth(1)).toMatchTextContent(/没有做完.*第 3 行起不是号码/);
  await expect.element(rows.nth(3)).toMatchTextContent('已取消');
  expect(await accessFaults()).toEqual([]);
  server.batchGoes('4', { done: 300 });
  await expect.element(rows.nth(0)).toMatchTextContent('300 / 460');
  await rows.nth(0).getByRole('button', { name: '取消' }).click();
  await expect.element(rows.nth(0)).toMatchTextContent('已取消');
});

test('a finished file is fetched from the panel', async () => {
  const { panel, server } = await openPanel(several);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => click.mockRestore());
  await panel.getByRole('button', { name: '下载' }).click();
  await expect.poll(() => click.mock.calls.length).toBe(1);
  expect(server.asked.find(({ path }) => path === 'file/ticket')?.fields.fileId).toBe('31');
});

test('O-420, O-421: pages of 20 batch tasks, and the size can be chosen', async () => {
  const { panel, server } = await openPanel(Array.from({ length: 45 }, (_, n) => batch(45 - n)));
  const rows = () => panel.getByRole('listitem').elements().length;
  await expect.poll(rows).toBe(20);
  const limits = () => server.asked.filter(({ path }) => path === 'batch/list').map(({ fields }) => fields.limit);
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
