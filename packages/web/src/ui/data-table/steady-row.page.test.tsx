import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { giveCalls } from '../../testing/house-calls.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
  await giveCalls(
    merchant,
    Array.from({ length: 8 }, (_, at) => ({ row: { phone: `1390000000${at}` } })),
  );
});
afterEach(() => page.viewport(1440, 900));

const twoConditions = '?source=hand&time=30d';
test.each([
  ['1440 px', 1440, ''],
  ['1440 px, two conditions', 1440, twoConditions],
  ['1200 px', 1200, ''],
  ['1200 px, two conditions', 1200, twoConditions],
] as const)('the row that is clicked stays where it is: %s', async (_, width, query) => {
  await page.viewport(width, 900);
  const { screen } = await openAt(`/callLog${query}`, { as: merchant.owner });
  const row = screen.getByRole('row', { name: /13900000002/ });
  await expect.element(row).toBeVisible();
  const chips = document.querySelectorAll('.chip').length;
  expect(chips).toBe(query ? 2 : 0);
  const top = () => row.element().getBoundingClientRect().top;
  const before = top();
  await row.click();
  await expect.element(screen.getByRole('complementary')).toBeVisible();
  await expect.poll(() => document.querySelector('.call-log')!.clientWidth).toBeLessThan(width - 600);
  expect(top()).toBe(before);
  expect(await accessFaults()).toEqual([]);
});

test('columns that find no room are named at the foot, where one chooses them', async () => {
  await page.viewport(1200, 900);
  const { screen } = await openAt('/callLog', { as: merchant.owner });
  await screen.getByRole('row', { name: /13900000002/ }).click();
  const dropped = screen.getByRole('button', { name: /^\d+ 列放不下：/ });
  await expect.element(dropped).toBeVisible();
  const [first] = dropped.element().textContent!.split('：')[1]!.split('、');
  await expect.element(screen.getByRole('columnheader', { name: first!, exact: true })).not.toBeInTheDocument();
  await dropped.click();
  const chooser = screen.getByRole('group', { name: '列' });
  await expect.element(chooser.getByRole('checkbox', { name: first!, exact: true })).toBeChecked();
  await expect.element(chooser.getByText(first!, { exact: true })).toBeVisible();
  const { top, bottom } = chooser.element().getBoundingClientRect();
  expect([top >= 0, bottom <= innerHeight]).toEqual([true, true]);
});
