import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { addNumbers, newTask } from '../../testing/tasks.ts';

/** Numbers of a list: several of a person, their order, many off it; and lists that come again. */
let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});
const open = (address: string) => openAt(address, { as: merchant.owner });

test('a sheet with several numbers a person and an order is taken, and the next one like it is known', async () => {
  const draft = await newTask(merchant.owner, { name: '续费' });
  const { screen, layer } = await open(`/my-task?edit=${draft}&step=numbers`);
  await screen.getByText('导入时跳过哪些号码').click();
  await screen.getByText('跳过在其他任务里等着拨的').click();
  await screen.getByText('粘贴', { exact: true }).click();
  const rows = [
    ['姓名', '联系电话', '备用手机', '余额'],
    ['张三', '15400000001', '15400000002', '30'],
    ['李四', '15400000003', '', '1,000'],
  ];
  await screen.getByLabelText('粘贴号码').fill(rows.map(row => row.join('\t')).join('\n'));
  await expect.element(screen.getByText('1 人有几个号码，前一个没打通再拨下一个')).toBeVisible();
  await expect.element(screen.getByLabelText(/第 3 列是/)).toHaveValue('further');
  await screen.getByRole('combobox', { name: '拨打顺序' }).selectOptions('descending');
  await screen.getByRole('combobox', { name: '按哪一列' }).selectOptions('余额');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '导入', exact: true }).click();
  await expect.element(screen.getByText('任务里有 2 个号码')).toBeVisible();
  expect(layer.lastAsked(endpoints.task.import)).toMatchObject({ order: 'descending', orderBy: '3' });
  expect((await merchant.owner.ask(endpoints.task.detail, { id: draft })).skipOtherTasks).toBe(true);
  const { list } = await merchant.owner.ask(endpoints.task.callees, { id: draft, state: 'fresh' });
  expect(list.map(({ phone, number }) => [phone, number?.of])).toEqual([
    ['15400000003', undefined],
    ['15400000001', 2],
  ]);
  await screen.getByLabelText('粘贴号码').fill('姓名\t联系电话\t备用手机\t余额\n王五\t15400000005\t\t7');
  await expect.element(screen.getByText(/导入过，各列沿用上次的用途/)).toBeVisible();
  await screen.getByRole('button', { name: '重新识别' }).click();
  await expect.element(screen.getByText(/导入过，各列沿用上次的用途/)).not.toBeInTheDocument();
});

test('many numbers leave a running list: what is filtered is counted before, a sheet is pasted', async () => {
  const task = await newTask(merchant.owner, { name: '批量' });
  await addNumbers(merchant, task, 15_400_000_101, 5);
  const { screen } = await open(`/platform/task/${task}?tab=numbers`);
  await screen.getByRole('button', { name: '批量移出' }).click();
  await expect.element(screen.getByText('名单里没拨完的 5 个号码全部移出。')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const dialog = screen.getByRole('dialog', { name: '批量移出号码' });
  await dialog.getByText('表里的').click();
  await dialog.getByLabelText('粘贴号码').fill('张三,15400000101\n李四,15400000103');
  await dialog.getByRole('button', { name: '移出', exact: true }).click();
  await expect.element(screen.getByText('15400000101')).not.toBeInTheDocument();
  await expect.element(screen.getByText('15400000102')).toBeVisible();
});

test('a task begins by itself at a time to come', async () => {
  const task = await newTask(merchant.owner, { name: '定时' });
  await addNumbers(merchant, task, 15_400_000_201, 2);
  const { screen, layer } = await open(`/my-task?edit=${task}&step=confirm`);
  await screen.getByRole('button', { name: '定时启动' }).click();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '到时启动' }).click();
  // The list says so too, in the pane behind.
  await expect.element(screen.getByText('到设定的时间自动开始').last()).toBeVisible();
  expect(layer.lastAsked(endpoints.task.start)?.at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:00$/);
});

test('a draft becomes a list that is called every day, and a task a template that others are made from', async () => {
  const own = await newMerchant();
  const task = await newTask(own.owner, { name: '新客户' });
  await addNumbers(own, task, 15_400_000_301, 3);
  const { screen } = await openAt('/my-task', { as: own.owner });
  await screen.getByRole('button', { name: '更多操作 新客户' }).click();
  await screen.getByRole('menuitem', { name: '存为模板' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('已存为模板')).toBeVisible();
  await screen.getByRole('button', { name: '更多操作 新客户' }).click();
  await screen.getByRole('menuitem', { name: '设为循环' }).click();
  const dialog = screen.getByRole('dialog', { name: '设为循环任务' });
  await dialog.getByLabelText('周日').click();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '开始循环' }).click();
  await expect.element(screen.getByText('已设为循环，到时自动建任务')).toBeVisible();
  await screen.getByRole('button', { name: '循环与模板' }).click();
  await expect
    .element(screen.getByText(/周一 周二 周三 周四 周五 周六 09:00 · 新加进名单的人 · 名单里等着 3 个/))
    .toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: /^用它新建任务/ }).click();
  await expect.element(screen.getByLabelText('任务名称')).toHaveValue('新客户');
});
