import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { giveCalls } from '../../testing/house-calls.ts';
import { openAt } from '../../testing/open-at.tsx';
import type { Screen } from '../../testing/show-page.tsx';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
  await giveCalls(
    merchant,
    ['13812341001', '13812341002', '13812341003'].map(phone => ({ row: { phone } })),
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
