import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { busyEnding, giveCalls } from '../../testing/house-calls.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { toldCall } from '../../testing/story.ts';

/** A merchant with a told call and a busy one; what is changed here is looked at by nobody else. */
let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
  await giveCalls(merchant, [{ row: { phone: '13902212345' }, ending: busyEnding }, toldCall]);
});
const open = (query = '') => openAt(`/callLog${query}`, { as: merchant.owner });

test('O-127, O-137, O-138, O-139: 修改类型 from a row is one list of seven types and one button, and says 修改成功', async () => {
  const { screen, layer } = await open();
  await screen.getByRole('button', { name: '修改类型 13902212345' }).click();
  const dialog = screen.getByRole('dialog', { name: '修改类型' });
  const select = dialog.getByRole('combobox');
  await expect.element(select).toBeVisible();
  expect(
    [...select.element().querySelectorAll('option:not([disabled])')].map(({ textContent }) => textContent),
  ).toEqual(['公海', '无意向', '潜在', '意向', '跟进', '闲置', '成交']);
  expect(dialog.getByRole('combobox').elements()).toHaveLength(1);
  expect(await accessFaults()).toEqual([]);
  const submit = dialog.getByRole('button', { name: '提交' });
  await submit.click();
  await expect.element(dialog.getByText('请选择客户类型')).toBeVisible();
  await select.selectOptions('成交');
  await submit.click();
  await expect.element(screen.getByText('修改成功', { exact: true })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(layer.lastAsked(endpoints.taskLog.changeType)).toMatchObject({ cateType: '9' });
});

test('O-404: a type that was not changed shows the server’s sentence', async () => {
  const gone = await newMerchant();
  const [id = ''] = await giveCalls(gone, [{ row: { phone: '13902212346' }, ending: busyEnding }]);
  const { screen } = await openAt('/callLog', { as: gone.owner });
  await screen.getByRole('button', { name: '修改类型 13902212346' }).click();
  // Removed by a colleague meanwhile: a batch task, over when no call is left.
  await gone.owner.ask(endpoints.callActs.remove, { ids: [id] });
  await expect.poll(async () => (await gone.owner.ask(endpoints.call.list, {})).total).toBe(0);
  const dialog = screen.getByRole('dialog', { name: '修改类型' });
  await dialog.getByRole('combobox').selectOptions('意向');
  await dialog.getByRole('button', { name: '提交' }).click();
  await expect.element(screen.getByText(/通话记录不存在/)).toBeVisible();
});

test('what was said, places and hours are conditions as any, and come with a link', async () => {
  const { screen, layer } = await open('?area=广东/广州&hungUp=callee&hours=9-12&type=9&words=体验价');
  await expect.element(screen.getByRole('button', { name: '归属地 广东 广州' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '呼叫时段 9:00–12:00' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '客户类型 成交' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '通话内容 「体验价」' })).toBeVisible();
  await screen.getByRole('button', { name: '清空' }).first().click();
  await screen.getByRole('button', { name: '加条件' }).click();
  await screen.getByRole('button', { name: '通话内容', exact: true }).click();
  const field = screen.getByRole('textbox', { name: '通话内容' });
  await field.fill('价');
  await screen.getByRole('button', { name: '确定' }).click();
  await expect.element(screen.getByText('至少写两个相连的字')).toBeVisible();
  await field.fill('体验价');
  await screen.getByRole('button', { name: '确定' }).click();
  await expect.element(screen.getByRole('row', { name: /15400000001/ })).toBeVisible();
  await expect.poll(() => screen.getByRole('row', { name: /13902212345/ }).elements().length).toBe(0);
  expect(layer.lastAsked(endpoints.call.list)).toMatchObject({ words: '体验价' });
});

test('chosen calls are removed after a question, and put back by the toast', async () => {
  const { screen, layer } = await open();
  await screen.getByRole('checkbox', { name: /13902212345/ }).click();
  await screen.getByRole('button', { name: '更多操作' }).click();
  await screen.getByRole('menuitem', { name: '删除' }).click();
  const dialog = screen.getByRole('dialog', { name: '删除 1 条通话？' });
  await dialog.getByRole('button', { name: '删除' }).click();
  await expect.element(screen.getByText('正在删除 1 条通话')).toBeVisible();
  expect(JSON.parse(String(layer.lastAsked(endpoints.callActs.remove)?.ids))).toHaveLength(1);
});

test('an export over the merchant’s size waits; who may approve it lets it go', async () => {
  const large = await newMerchant();
  await giveCalls(
    large,
    [1, 2, 3].map(n => ({ row: { phone: `1390221234${n}` }, ending: busyEnding })),
  );
  await large.owner.ask(endpoints.config.save, { exportRows: '2' });
  const asker = await large.person({ rights: ['callLog'], buttons: ['callLog:export'], scope: 'all' });
  const first = await openAt('/callLog', { as: asker });
  await first.screen.getByRole('button', { name: '导出', exact: true }).click();
  await first.screen.getByRole('button', { name: '开始导出' }).click();
  await expect.element(first.screen.getByText(/要另一人同意后才导出/)).toBeVisible();
  await expect.element(first.screen.getByRole('button', { name: '开始导出' })).not.toBeInTheDocument();
  const { screen, layer } = await openAt('/callLog', { as: large.owner });
  await screen.getByRole('button', { name: '导出申请 1' }).click();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '同意', exact: true }).click();
  await expect.element(screen.getByText('已同意，开始导出')).toBeVisible();
  expect(layer.lastAsked(endpoints.approval.approve)).toBeDefined();
});
