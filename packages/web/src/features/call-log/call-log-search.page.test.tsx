import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { giveCalls } from '../../testing/house-calls.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../testing/show-page.tsx';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
  await giveCalls(
    merchant,
    ['13812341001', '13812341002', '13812341003'].map(phone => ({
      row: { phone },
      ending: { namesAuthority: phone === '13812341002' },
    })),
  );
});
const open = (query = '') => openAt(`/callLog${query}`, { as: merchant.owner });
const rowCount = (screen: Screen) => screen.getByRole('row').elements().length - 1;

test.each([
  ['?task=abc', '链接里的条件看不懂', '任务 看不懂：abc'],
  ['?level=Z', '链接里的条件看不懂', '等级 看不懂：Z'],
])('%s shows nothing rather than everything, and says so', async (query, title, chip) => {
  const { screen, layer } = await open(query);
  await expect.element(screen.getByText(title)).toBeVisible();
  expect(layer.asked.some(({ path, fields }) => path === endpoints.call.list.path && fields.limit === '50')).toBe(
    false,
  );
  await expect.element(screen.getByRole('button', { name: chip })).toBeVisible();
  await screen.getByRole('button', { name: /^去掉/ }).click();
  await expect.poll(() => rowCount(screen)).toBe(3);
});

test.each([
  ['-', '这既不是号码也不是姓名，什么也找不到。'],
  ['+86', '这既不是号码也不是姓名，什么也找不到。'],
  ['45678', '数字按号码开头找；末尾的数字只认后四位。'],
])('%s is never sought as everything, and what can be found is said', async (typed, hint) => {
  const { screen } = await open();
  await expect.poll(() => rowCount(screen)).toBe(3);
  await screen.getByRole('searchbox', { name: '号码、后四位或姓名' }).fill(typed);
  await expect.element(screen.getByText(hint)).toBeVisible();
});

test('who sees numbers masked is told what can be sought', async () => {
  const { screen } = await openAt('/callLog?phone=138', {
    as: await merchant.person({ rights: ['callLog'], scope: 'all' }),
  });
  await expect.element(screen.getByText('看不到完整号码时，只能搜完整号码、后四位或姓名开头。')).toBeVisible();
});

test('calls whose callee spoke of the police are found by the words of the mark, kept as a view and exported alone', async () => {
  const { screen, layer } = await open();
  const words = '客户说要报警或投诉到 12315 等部门';
  await screen.getByRole('button', { name: '加条件' }).click();
  await screen.getByRole('button', { name: '标记', exact: true }).click();
  await screen.getByRole('button', { name: words, exact: true }).click();
  await expect.poll(() => location.search).toBe('?authority=1');
  await expect.poll(() => rowCount(screen)).toBe(1);
  await expect.element(screen.getByRole('row', { name: /13812341002/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '标记 要报警或投诉' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '导出', exact: true }).click();
  await screen.getByRole('button', { name: '开始导出' }).click();
  await expect.poll(() => layer.lastAsked(endpoints.call.export)).toMatchObject({ namesAuthority: '1' });
  const { ask } = merchant.owner;
  const look = { hidden: [], order: [], dense: false };
  await ask(endpoints.table.saveView, {
    table: 'callLog',
    name: '要报警的',
    query: 'authority=1',
    look,
    isDefault: '1',
  });
  const { screen: again } = await open();
  await expect.poll(() => location.search).toBe('?authority=1');
  await expect.poll(() => rowCount(again)).toBe(1);
  await again.getByRole('button', { name: /^去掉.*标记/ }).click();
  await expect.poll(() => rowCount(again)).toBe(3);
});
