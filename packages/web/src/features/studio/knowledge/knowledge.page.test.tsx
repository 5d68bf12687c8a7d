import { endpoints, keywordEndpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { newPlan, newStudio, type Studio, wholePlan } from '../../../testing/studio-plan.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await newStudio();
});

test('a part is added whole in one step, bound to the group of its name, shown, told of and not offered again', async () => {
  const id = await newPlan(studio, wholePlan);
  const { screen } = await openAt(`/plan/${id}?view=knowledge`, { as: studio.editor });
  const offered = screen.getByRole('button', { name: '+ 忙' });
  await offered.click();
  await expect.element(screen.getByRole('textbox', { name: '问题' })).toHaveValue('忙');
  await expect.element(screen.getByRole('combobox', { name: '去哪里' })).toHaveDisplayValue('通用对话 · 约回电时间');
  await expect
    .element(screen.getByText('已加上「忙」，还有节点「约回电时间、约好再打、让客户先忙」，变量「回电时间」'))
    .toBeVisible();
  await expect.element(offered).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: '发布', exact: true })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await expect.element(screen.getByText(/已自动保存/)).toBeVisible();
  const draft = async () => (await studio.editor.ask(endpoints.plan.draft, { id })).graph;
  const { list } = await studio.editor.ask(keywordEndpoints.groups, { search: '忙' });
  await expect
    .poll(async () => (await draft()).knowledge.find(({ common }) => common === 'busy')?.groups)
    .toEqual(list.filter(({ name }) => name === '忙').map(group => group.id));
  await screen.getByRole('button', { name: '看节点' }).click();
  await expect.element(screen.getByRole('treeitem', { name: /^约回电时间/ })).toHaveAttribute('aria-selected', 'true');
  await screen.getByRole('button', { name: '撤销：加「忙」' }).click();
  await expect.poll(async () => (await draft()).flows.map(({ name }) => name)).toEqual(['主流程']);
  expect(await draft()).toEqual(wholePlan);
});

test('the yes of whoever says who they are stands among the intents', async () => {
  const id = await newPlan(studio, wholePlan);
  const { screen } = await openAt(`/plan/${id}?view=knowledge`, { as: studio.editor });
  await screen.getByRole('button', { name: '+ 是我' }).click();
  await expect.element(screen.getByRole('textbox', { name: '名称' })).toHaveValue('是我');
  await expect.element(screen.getByText('已加上「是我」')).toBeVisible();
});
