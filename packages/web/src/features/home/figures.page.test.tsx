import { expect, test } from 'vitest';
import { newMerchant } from '../../testing/house.ts';
import { giveCalls } from '../../testing/house-calls.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { addNumbers, newTask } from '../../testing/tasks.ts';

test('the week beside a figure is told day by day; the people who wait are a step away', async () => {
  const merchant = await newMerchant();
  const at = new Date().toISOString();
  const taskId = await newTask(merchant.owner, { name: '试听课回访' });
  await addNumbers(merchant, taskId, 13_812_340_000, 1);
  const row = { taskId, phone: '13812340000' };
  await giveCalls(merchant, [{ row, ending: { level: 'A', talkMs: 3_000, answeredAt: at, endedAt: at } }]);
  const { screen } = await openAt('/home', { as: merchant.owner });
  const figures = screen.getByLabelText('今天的数字');
  await expect.element(figures.getByRole('img').first()).toHaveAccessibleName('近 7 天：0、0、0、0、0、0、1');
  await expect.element(figures.getByRole('link', { name: '1 人待跟进' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});
