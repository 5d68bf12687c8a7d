import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { action, type Merchant, newMerchant } from '../../../testing/house.ts';
import { giveCall } from '../../../testing/house-calls.ts';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { addNumbers, newTask, taskGoes } from '../../../testing/tasks.ts';

let merchant: Merchant;
/** Two plans that ask for the same. */
let plans: { readonly plan: string; readonly rivalPlan: string };
beforeAll(async () => {
  merchant = await newMerchant({ owner: '李敏' });
  plans = await action<typeof plans>('assets', { merchant: merchant.id });
});

const comparedTask = async (name: string) => {
  const task = await newTask(merchant.owner, { name, planId: plans.plan });
  await addNumbers(merchant, task, 15_400_050_000, 4);
  await merchant.owner.ask(endpoints.experiment.save, {
    taskId: task,
    goal: { kind: 'level', level: 'B' },
    variants: [
      { planId: plans.plan, share: 50 },
      { planId: plans.rivalPlan, share: 50 },
    ],
  });
  return task;
};
const figures = (task: string, ...of: readonly (readonly [number, number])[]) =>
  action('compared', { merchant: merchant.id, task, figures: of });
const open = (task: string) => openAt(`/platform/task/${task}?tab=live`, { as: merchant.owner });

test('two plans are chosen for a task that has not called, with their shares and what counts as a success', async () => {
  const task = await newTask(merchant.owner, { name: '要对比', planId: plans.plan });
  const { screen, layer } = await open(task);
  await screen.getByRole('button', { name: '设置对比' }).click();
  const dialog = screen.getByRole('dialog', { name: '话术对比' });
  await dialog.getByLabelText('B 的话术').selectOptions('话术乙');
  await dialog.getByLabelText('B 的比例').fill('30');
  await expect.element(dialog.getByLabelText('A 的比例')).toHaveValue('70');
  await dialog.getByText('通话时长').click();
  await dialog.getByLabelText('秒以上').fill('45');
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '保存对比' }).click();
  await expect.element(screen.getByText('成功：通话 45 秒以上')).toBeVisible();
  expect(JSON.parse(layer.lastAsked(endpoints.experiment.save)?.variants ?? '')).toEqual([
    { planId: plans.plan, share: 70 },
    { planId: plans.rivalPlan, share: 30 },
  ]);
  await expect.element(screen.getByText('开始呼叫后，这里会说哪个更好。')).toBeVisible();
});

test('one plan is compared in two voices: its own, and the built-in one', async () => {
  const { list } = await merchant.owner.ask(endpoints.plan.options, {});
  const task = await newTask(merchant.owner, { name: '比声音', planId: plans.plan });
  const { screen, layer } = await open(task);
  await screen.getByRole('button', { name: '设置对比' }).click();
  const dialog = screen.getByRole('dialog', { name: '话术对比' });
  await dialog.getByLabelText('B 的话术').selectOptions(list.find(({ id }) => id === plans.plan)!.planName);
  await dialog.getByRole('button', { name: '保存对比' }).click();
  await expect.element(screen.getByText(/话术相同的，声音要不同$/)).toBeVisible();
  await dialog.getByLabelText('B 的声音').selectOptions('自带声音');
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '保存对比' }).click();
  await expect.element(screen.getByText('自带声音')).toBeVisible();
  expect(JSON.parse(layer.lastAsked(endpoints.experiment.save)?.variants ?? '')).toEqual([
    { planId: plans.plan, share: 50 },
    { planId: plans.plan, share: 50, synthesis: { service: 'builtIn', speaker: '' } },
  ]);
});

test('three plans share evenly; where no node has the same name in all, none can be a goal', async () => {
  const task = await newTask(merchant.owner, { name: '三个', planId: plans.plan });
  const { screen } = await open(task);
  await screen.getByRole('button', { name: '设置对比' }).click();
  const dialog = screen.getByRole('dialog', { name: '话术对比' });
  await dialog.getByLabelText('B 的话术').selectOptions('话术乙');
  await dialog.getByRole('button', { name: '再加一个话术' }).click();
  const shares = ['A', 'B', 'C'].map(name => dialog.getByLabelText(`${name} 的比例`));
  for (const [at, share] of ['34', '33', '33'].entries()) await expect.element(shares[at]!).toHaveValue(share);
  await dialog.getByRole('button', { name: '去掉 C' }).click();
  await expect.element(shares[0]!).toHaveValue('50');
  await dialog.getByText('走到节点').click();
  await expect.element(dialog.getByRole('combobox', { name: '走到节点' })).toHaveTextContent('这些话术没有同名的节点');
  await dialog.getByLabelText('A 的比例').fill('');
  await expect.element(dialog.getByRole('button', { name: '保存对比' })).toBeDisabled();
});

test('the board says which is ahead and how many calls it takes, then which is better; a person ends it', async () => {
  const task = await comparedTask('哪个好');
  await merchant.owner.ask(endpoints.task.start, { id: task });
  await giveCall(merchant, { taskId: task, phone: '15400050000' }, {});
  await taskGoes(merchant, task, { state: 'running' });
  await figures(task, [500, 45], [500, 60]);
  const { screen, ready } = await open(task);
  await ready;
  await expect
    .element(screen.getByText(/^B 领先，还不能下结论。按现在的差距，大约再拨 [\d,]+ 个号码能分出来。$/))
    .toBeVisible();
  await expect.element(screen.getByText('成功：B 级或更好')).toBeVisible();
  expect(screen.getByRole('button', { name: '修改' }).elements()).toEqual([]);
  expect(await accessFaults()).toEqual([]);

  await figures(task, [1_000, 100], [1_000, 200]);
  const again = await open(task);
  await expect
    .element(again.screen.getByText(/^B 更好，把握 9\d% 以上。成功率是 A 的 \d\.\d–\d\.\d 倍。$/))
    .toBeVisible();
  await again.screen.getByRole('button', { name: '都用 B' }).click();
  await again.screen.getByRole('button', { name: '结束对比' }).click();
  await expect.element(again.screen.getByText('对比已结束，之后都用 B「话术乙」。')).toBeVisible();
  await expect.element(again.screen.getByText('李敏 结束对比，之后都用「话术乙」')).toBeVisible();
});
