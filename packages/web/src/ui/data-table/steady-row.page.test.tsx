import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addCustomer } from '../../testing/customers.ts';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { giveCalls } from '../../testing/house-calls.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { appearance } from '../theme/appearance.ts';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
  await giveCalls(
    merchant,
    Array.from({ length: 8 }, (_, at) => ({ row: { phone: `1390000000${at}` } })),
  );
  await addCustomer(merchant.owner, { name: '林女士' });
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

test('a row that is clicked is marked at once; what opens beside it comes after that is seen', async () => {
  const { screen } = await openAt('/callLog', { as: merchant.owner });
  const row = screen.getByRole('row', { name: /13900000002/ });
  await expect.element(row).toBeVisible();
  const isBeside = () => document.querySelector('.beside.is-open, .drawer') !== null;
  const marked = Promise.withResolvers<boolean>();
  const observer = new MutationObserver(() => {
    if (row.element().getAttribute('aria-current') === 'true') marked.resolve(isBeside());
  });
  observer.observe(row.element(), { attributes: true });
  await row.click();
  expect(await marked.promise).toBe(false);
  observer.disconnect();
  await expect.element(screen.getByRole('heading', { name: /13900000002/ })).toHaveFocus();
  // Closed, it goes with its mark, and the focus to its row.
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('complementary')).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
});

const fullyIn = (around: Element, parts: Iterable<Element>) => {
  const { left, right } = around.getBoundingClientRect();
  return [...parts]
    .filter(part => part.checkVisibility() && part.getBoundingClientRect().width > 1)
    .filter(part => part.getBoundingClientRect().left < left || part.getBoundingClientRect().right > right + 0.5)
    .map(part => part.textContent);
};

test.each([
  [1200, 13],
  [1200, 16],
  [1440, 14],
  [1440, 16],
] as const)(
  'beside an open drawer nothing above, in or below a list is cut: %i px, type of %i',
  async (width, size) => {
    await page.viewport(width, 900);
    appearance.chooseSize(size);
    onTestFinished(() => appearance.chooseSize(14));
    for (const [path, row] of [
      ['/callLog', /13900000002/],
      ['/my-staff', /王晓雯/],
      ['/number', /林女士/],
    ] as const) {
      const { screen } = await openAt(path, { as: merchant.owner });
      await screen.getByRole('row', { name: row }).click();
      await expect.element(screen.getByRole('complementary')).toBeVisible();
      const around = screen.getByRole('table').element().closest('.stack, .page')!;
      await expect.poll(() => around.clientWidth).toBeLessThan(width - 600);
      const parts = () =>
        around.querySelectorAll('.filter-bar button, .filter-bar input, th, .paging > *, .paging button');
      await expect.poll(() => fullyIn(around, parts())).toEqual([]);
      const dropped = screen.getByRole('button', { name: /^\d+ 列放不下：/ }).element();
      const count = document.createRange();
      count.selectNodeContents(dropped.firstChild!);
      expect(count.getClientRects()).toHaveLength(1);
      expect(count.getBoundingClientRect().right).toBeLessThanOrEqual(dropped.getBoundingClientRect().right);
      expect(dropped.getAttribute('title')).toBe(dropped.textContent);
      expect(await accessFaults()).toEqual([]);
    }
  },
);
