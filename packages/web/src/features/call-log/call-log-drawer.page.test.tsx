import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { busyEnding, giveCalls } from '../../testing/house-calls.ts';
import { openAt } from '../../testing/open-at.tsx';
import { toldCall } from '../../testing/story.ts';
import { addNumbers, newTask } from '../../testing/tasks.ts';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
  const task = await newTask(merchant.owner, { name: '2026 年秋季课程老学员续费回访名单（第三批，含转介绍）' });
  await addNumbers(merchant, task, 13_812_341_000, 1);
  const row = { taskId: task, phone: '13812341000' };
  await giveCalls(merchant, [
    { row, ending: busyEnding },
    { ...toldCall, row: { ...toldCall.row, ...row } },
  ]);
});

/** Nothing of it is beyond the part that shows it. */
const isWhole = (element: Element, within: string): boolean => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const [text, box] = [range.getBoundingClientRect(), element.closest(within)!.getBoundingClientRect()];
  return text.left >= box.left && text.right <= box.right && text.bottom <= box.bottom && text.width > 0;
};

test.each([1200, 1440])(
  'how often a number was called is read whole however long its task is called: %i px',
  async width => {
    await page.viewport(width, 900);
    const { screen } = await openAt('/callLog', { as: merchant.owner });
    const attempt = screen.getByRole('row', { name: /13812341000/ }).getByText(/第 2 次/);
    await expect.element(attempt).toBeVisible();
    expect(isWhole(attempt.element(), 'td')).toBe(true);
    await attempt.click();
    const facts = screen.getByRole('complementary').getByText(/第 2 次/);
    await expect.element(facts).toBeVisible();
    expect(isWhole(facts.element(), '.record-panel-facts')).toBe(true);
  },
);

test('what a record’s drawer fills with stays where it came', async () => {
  const { screen } = await openAt('/callLog', { as: merchant.owner });
  await expect.element(screen.getByText(/第 2 次/)).toBeVisible();
  const answers = () =>
    [...document.querySelectorAll('.drawer h2')].find(({ textContent }) => textContent === '采集到的答案') ?? null;
  const came = Promise.withResolvers<number>();
  const observer = new MutationObserver(() => {
    const found = answers();
    if (found) came.resolve(found.getBoundingClientRect().top);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await screen.getByRole('row', { name: /第 2 次/ }).click();
  const first = await came.promise;
  observer.disconnect();
  await expect.element(screen.getByRole('textbox', { name: '我的备注' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '改为 A' })).toBeVisible();
  expect(answers()!.getBoundingClientRect().top).toBe(first);
});
