import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Merchant, newMerchant } from '../../../testing/house.ts';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { addNumbers, newTask, taskGoes } from '../../../testing/tasks.ts';

let merchant: Merchant;
let task: string;
beforeAll(async () => {
  merchant = await newMerchant({ owner: '李敏' });
  task = await newTask(merchant.owner, { name: '秋季回访' });
  await addNumbers(merchant, task, 15_400_001_000, 3);
  await taskGoes(merchant, task, { state: 'stopped' });
});

const heard = (id: string, level: 'A' | 'F', talkMs: number) => ({
  id,
  phone: '15400001000',
  name: '王女士',
  level,
  talkMs,
  placedAt: '2026-11-20T02:00:00.000Z',
});
const report = {
  numbers: 1_000,
  dialled: 980,
  answered: 431,
  talked: 402,
  good: 57,
  levels: (['A', 'B', 'C', 'D', 'E', 'F'] as const).map((level, n) => ({
    level,
    people: [18, 39, 61, 88, 95, 130][n]!,
  })),
  causes: [
    { state: 'noAnswer' as const, people: 349 },
    { state: 'busy' as const, people: 120 },
    { state: 'emptyNumber' as const, people: 80 },
  ],
  calls: 1_420,
  talkMs: 41_000_000,
  cost: '88.2',
  hours: [
    { hour: 9, calls: 500, answered: 170 },
    { hour: 12, calls: 920, answered: 261 },
  ],
  best: [heard('1', 'A', 184_000)],
  worst: [heard('2', 'F', 21_000)],
};

test('a task that is over shows its report: funnel, levels, causes, hours, cost, calls to hear', async () => {
  // A task that is over opens with its report: elsewhere first, so that it is not asked for before there is an answer.
  const { screen, layer } = await openAt(`/platform/task/${task}?tab=numbers`, { as: merchant.owner });
  layer.answers(endpoints.taskReport.read, report);
  await screen.getByRole('button', { name: '报告' }).click();
  await expect.element(screen.getByText('1,420 通电话 · 通话 683 分钟 · 花费 ¥ 88.2')).toBeVisible();
  for (const title of ['从号码到意向', '意向等级', '没接通的人', '各时段接通率', '最值得听的', '没谈成的'])
    await expect.element(screen.getByRole('heading', { name: title })).toBeVisible();
  // Each part says what it counts, and no hour between the first and the last is left out.
  for (const [title, of] of [
    ['从号码到意向', '按人数，百分比是占上一步的'],
    ['意向等级', '按人数'],
    ['没接通的人', '按人数，看最近一次的结果'],
    ['各时段接通率', '按通数'],
  ] as const) {
    const part = screen.getByRole('heading', { name: title }).element().closest('section');
    expect(part?.querySelector('header')?.textContent).toBe(title + of);
  }
  const hours = screen.getByRole('heading', { name: '各时段接通率' }).element().closest('section');
  expect([...(hours?.querySelectorAll('li') ?? [])].map(row => row.firstElementChild?.textContent)).toEqual([
    '09:00',
    '10:00',
    '11:00',
    '12:00',
  ]);
  await expect.element(screen.getByRole('button', { name: '听 15400001000 的通话' }).first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  for (const width of [1_200, 1_440, 1_920]) {
    await page.viewport(width, 900);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
});

test('a task is made of those nobody reached: how many they are, why others are left out, a name of its own', async () => {
  const { screen } = await openAt(`/platform/task/${task}?tab=report`, { as: merchant.owner });
  await screen.getByRole('button', { name: '再建一个任务' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('3 人会放进新任务')).toBeVisible();
  const name = dialog.getByRole('textbox', { name: /^任务名称/ });
  await expect.element(name).toHaveValue(expect.stringMatching(/^秋季回访 \d\d-\d\d$/) as never);
  expect(await accessFaults()).toEqual([]);
  await dialog.getByText('按意向等级').click();
  await expect.element(dialog.getByText('0 人会放进新任务')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: '新建任务' })).toBeDisabled();
  await dialog.getByText('没接通的人').click();
  await dialog.getByRole('button', { name: '新建任务' }).click();
  await expect.element(screen.getByText('已新建任务，3 人')).toBeVisible();
  const { list } = await merchant.owner.ask(endpoints.task.list, { q: '秋季回访 ' });
  expect(list).toMatchObject([{ state: 'draft', counts: { total: 3, fresh: 3 } }]);
});
