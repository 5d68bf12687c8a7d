import { endpoints, keywordEndpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { newPlan, newStudio, openPlan, type Studio, wholePlan } from '../../../testing/studio-plan.ts';

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
  await expect.element(screen.getByRole('button', { name: '去掉 忙' })).toBeVisible();
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

test('a merchant from before adds the groups to the library, and parts added then listen by them', async () => {
  const before = await newStudio({ provisioned: false });
  const id = await newPlan(before, wholePlan);
  const { screen } = await openAt(`/plan/${id}?view=knowledge`, { as: before.owner });
  await expect.element(screen.getByRole('button', { name: '+ 忙' })).toBeEnabled();
  await screen.getByRole('link', { name: '公共词库' }).click();
  await screen.getByRole('button', { name: '补上常用词组' }).click();
  await expect.element(screen.getByRole('button', { name: /^考虑一下/ })).toBeVisible();
  history.back();
  await screen.getByRole('button', { name: '+ 忙' }).click();
  const { list } = await before.owner.ask(keywordEndpoints.groups, { search: '忙' });
  const draft = async () => (await before.owner.ask(endpoints.plan.draft, { id })).graph;
  await expect
    .poll(async () => (await draft()).knowledge.find(({ common }) => common === 'busy'))
    .toMatchObject({ words: [], groups: list.filter(({ name }) => name === '忙').map(group => group.id) });
});

test('the yes of whoever says who they are stands among the intents', async () => {
  const id = await newPlan(studio, wholePlan);
  const { screen } = await openAt(`/plan/${id}?view=knowledge`, { as: studio.editor });
  await screen.getByRole('button', { name: '+ 是我' }).click();
  await expect.element(screen.getByRole('textbox', { name: '名称' })).toHaveValue('是我');
  await expect.element(screen.getByText('已加上「是我」')).toBeVisible();
});

test('questions come from a sheet once what they contradict is decided, in one step, and go out as one', async () => {
  const id = await newPlan(studio, openPlan);
  const { screen, layer } = await openAt(`/plan/${id}?view=knowledge`, { as: studio.editor });
  await screen.getByRole('button', { name: '导入表格' }).click();
  const dialog = screen.getByRole('dialog', { name: '导入问题和回答' });
  await dialog.getByRole('textbox', { name: '从表格里粘贴' }).fill('多少钱\t第一节免费。\n没回答\t');
  await dialog.getByRole('button', { name: '看看内容' }).click();
  await expect.element(dialog.getByText('新问题 0 个，新说法 0 句，已有 1 句。')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: '放进草稿' })).toBeDisabled();
  await dialog.getByRole('button', { name: '换一份' }).click();
  const rows = ['问法\t回答', '怎么收费\t第一节免费。', '多少钱\t一百一节。', '在哪里\t南京路。', '没回答\t'];
  await dialog.getByRole('textbox', { name: '从表格里粘贴' }).fill(rows.join('\n'));
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '看看内容' }).click();
  await expect.element(dialog.getByText('新问题 1 个，新说法 2 句，已有 0 句。')).toBeVisible();
  await expect.element(dialog.getByText('1 行没有回答，第一处在第 5 行')).toBeVisible();
  const take = dialog.getByRole('button', { name: '放进草稿' });
  await expect.element(take).toBeDisabled();
  const conflict = dialog.getByRole('group', { name: '「多少钱」怎么答' });
  await expect.element(conflict.getByRole('radio', { name: '原来的：第一节免费。' })).toBeVisible();
  await conflict.getByRole('radio', { name: '表里的：一百一节。' }).click();
  expect(await accessFaults()).toEqual([]);
  await take.click();
  await expect.element(screen.getByRole('button', { name: '知识库 3' })).toBeVisible();

  await screen.getByRole('searchbox', { name: '搜索问题' }).fill('南京');
  await expect.element(screen.getByRole('button', { name: '在哪里 南京路。' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '多少钱 一百一节。' })).not.toBeInTheDocument();
  await screen.getByRole('searchbox', { name: '搜索问题' }).fill('没有的');
  await expect.element(screen.getByText('没有这样的问题')).toBeVisible();
  await screen.getByRole('button', { name: '撤销：导入问题' }).click();
  await expect.element(screen.getByRole('button', { name: '知识库 1' })).toBeVisible();
  await screen.getByRole('button', { name: '导出表格' }).click();
  await expect.poll(() => layer.lastAsked(endpoints.file.ticket)).toBeDefined();
});
