import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { giveCall } from '../../testing/house-calls.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { addNumbers, newTask } from '../../testing/tasks.ts';

let merchant: Merchant;
let task: string;
const dayMs = 86_400_000;
/** A day of the merchant's calendar, so many from now. */
const dayAhead = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(
    new Date(Date.now() + days * dayMs),
  );
/** Of three numbers one is promised by day, one at night, when no machine calls. */
beforeAll(async () => {
  merchant = await newMerchant({ owner: '李敏' });
  const { ask } = merchant.owner;
  task = await newTask(merchant.owner, { name: '秋季回访' });
  await addNumbers(merchant, task, 13_812_341_000, 3);
  const { list } = await ask(endpoints.task.callees, { id: task });
  const promise = (phone: string, at: string) =>
    ask(endpoints.todo.callBack, { taskId: task, calleeId: list.find(row => row.phone === phone)!.id, at });
  await promise('13812341000', `${dayAhead(1)}T10:00`);
  await promise('13812341001', `${dayAhead(1)}T23:30`);
});

test('A-37: what no machine may call at its time is to be done, with the reason; done it leaves, and comes back', async () => {
  const { screen } = await openAt('/callLog/todo', { as: merchant.owner });
  const row = screen.getByRole('row', { name: /23:30.*13812341001.*不在呼叫时段.*秋季回访.*李敏/ });
  await expect.element(row).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '待处理 1' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '备注 13812341001' }).click();
  await screen.getByRole('textbox', { name: '备注' }).fill('要报价单');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByRole('row', { name: /13812341001.*要报价单/ })).toBeVisible();
  await screen.getByRole('button', { name: '完成 13812341001' }).click();
  await expect.element(screen.getByText('没有要处理的')).toBeVisible();
  await screen.getByRole('button', { name: '已完成' }).click();
  await expect.element(screen.getByRole('row', { name: /13812341001.*李敏 .*完成/ })).toBeVisible();
  await screen.getByRole('button', { name: '撤销 13812341001' }).click();
  await screen.getByRole('button', { name: '待处理 1' }).click();
  await expect.element(screen.getByRole('row', { name: /13812341001/ })).toBeVisible();
});

test('what a machine will call is taken back after a question, and its number stands as before', async () => {
  const { screen } = await openAt('/callLog/todo?state=promised', { as: merchant.owner });
  await expect.element(screen.getByRole('row', { name: /10:00.*13812341000/ })).toBeVisible();
  await screen.getByRole('button', { name: '取消 13812341000' }).click();
  await screen.getByRole('button', { name: '取消回电' }).click();
  await expect.element(screen.getByText('没有约好的回电')).toBeVisible();
  const { list } = await merchant.owner.ask(endpoints.task.callees, { id: task });
  expect(list.find(({ phone }) => phone === '13812341000')).toMatchObject({ state: 'fresh', because: '' });
});

test('from a number of a list a call is promised at a time; the list says until when it waits', async () => {
  const { screen } = await openAt(`/platform/task/${task}?tab=numbers`, { as: merchant.owner });
  await screen.getByRole('button', { name: '约回电 13812341002' }).click();
  const dialog = screen.getByRole('dialog', { name: '约 13812341002 的回电' });
  await dialog.getByLabelText('回电时间').fill(`${dayAhead(2)}T15:30`);
  await dialog.getByRole('button', { name: '约好' }).click();
  await expect.element(screen.getByText(/约好了，.*15:30 由任务拨打/)).toBeVisible();
  await expect.poll(async () => (await merchant.owner.ask(endpoints.todo.count, {})).promised).toBe(1);
});

test('from a record a call is promised; the first page says how many customers wait for one', async () => {
  const id = await giveCall(merchant, { phone: '13900000001' });
  const { screen } = await openAt(`/platform/call/${id}`, { as: merchant.owner });
  await screen.getByRole('button', { name: '约回电' }).click();
  const dialog = screen.getByRole('dialog', { name: '约 13900000001 的回电' });
  await dialog.getByRole('button', { name: '约好' }).click();
  await expect.element(screen.getByText(/不是任务的通话.*已记入待办/)).toBeVisible();
  const home = await openAt('/home', { as: merchant.owner });
  await expect.element(home.screen.getByText('2 个客户等人回电')).toBeVisible();
  await home.screen.getByRole('link', { name: '查看 2 个客户等人回电' }).click();
  await expect.element(home.screen.getByRole('row', { name: /13900000001/ })).toBeVisible();
});
