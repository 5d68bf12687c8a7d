import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { addNumbers, newTask } from '../../testing/tasks.ts';

let merchant: Merchant;
let task: string;
/** Of five numbers one was taken off the list. */
beforeAll(async () => {
  merchant = await newMerchant({ owner: '李敏' });
  const { ask } = merchant.owner;
  task = await newTask(merchant.owner, { name: '秋季回访' });
  await addNumbers(merchant, task, 13_812_341_000, 5);
  const { list } = await ask(endpoints.task.callees, { id: task });
  const { id } = list.find(({ phone }) => phone === '13812341002')!;
  await ask(endpoints.taskNumbers.takeOut, { id: task, callees: [id] });
});

test('a task says how its numbers stand, added up, and below it each decision; a reason narrows them', async () => {
  const { screen, layer } = await openAt(`/platform/task/${task}?tab=decisions`, { as: merchant.owner });
  const sum = screen.getByRole('region', { name: '号码去向' });
  await expect.element(sum.getByRole('heading', { name: '名单 4 个号码' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /13812341002.*移出.*李敏 移出名单/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '加条件' }).click();
  await screen.getByRole('button', { name: '决定' }).click();
  await screen.getByRole('checkbox', { name: '拨出', exact: true }).click();
  await expect.poll(() => layer.lastAsked(endpoints.decision.list)?.kinds).toBe('["dialled"]');
  await expect.element(screen.getByText('没有符合条件的记录')).toBeVisible();
});

test('of all tasks they stand in one list, found by a whole number, and the number leads to its file', async () => {
  const { screen } = await openAt('/platform/decisions', { as: merchant.owner });
  await screen.getByRole('searchbox', { name: '完整号码' }).fill('138 1234 1002');
  await expect.poll(() => location.search).toBe('?phone=138+1234+1002');
  const row = screen.getByRole('row', { name: /秋季回访/ });
  await row.getByRole('link', { name: '13812341002' }).click();
  await expect.element(screen.getByRole('heading', { name: '13812341002' })).toBeVisible();
  const decided = screen.getByRole('table', { name: /拨打依据/ });
  await expect.element(decided.getByRole('row', { name: /秋季回访.*李敏 移出名单/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await expect
    .poll(async () => (await merchant.owner.ask(endpoints.audit.list, { action: 'numberFile.open' })).total)
    .toBe(1);
});
