import { endpoints } from '@lianxian/contract';
import { sealPlan } from '@lianxian/core';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { openPlan, opensWith, publish, saveDraft, wholePlan } from '../../testing/studio-plan.ts';

let merchant: Merchant;
let editor: Person;
let changed: string;
/** A plan published twice with changes since, and one that is a draft. */
beforeAll(async () => {
  merchant = await newMerchant({ provisioned: false });
  const { owner } = merchant;
  changed = await merchant.draft('试听课回访', opensWith('这是第 1 版。'));
  await publish(owner, changed);
  await saveDraft(owner, changed, opensWith('这是第 2 版。'));
  await publish(owner, changed, '换了开场白');
  await saveDraft(owner, changed, wholePlan);
  await merchant.draft('会员到期提醒', openPlan);
  editor = await merchant.person({ rights: ['robot', 'plan'], buttons: ['plan:edit', 'plan:publish'] });
});

test('O-039, O-002: my plans show their state; one is made from nothing and opens in its editor', async () => {
  const { screen } = await openAt('/plan', { as: editor });
  const row = screen.getByRole('row', { name: /试听课回访/ });
  await expect.element(row.getByText('有未发布的修改')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /会员到期提醒/ }).getByText('草稿')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '新建话术' }).click();
  await screen.getByLabelText('名称').fill('双十一邀约');
  await expect.element(screen.getByRole('radio', { name: /空白话术/ })).toBeChecked();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '新建', exact: true }).click();
  await expect.poll(() => location.pathname).toMatch(/^\/plan\/\d+$/);
  const { graph, name } = await editor.ask(endpoints.plan.draft, { id: location.pathname.slice('/plan/'.length) });
  expect(name).toBe('双十一邀约');
  expect(graph.flows.flatMap(({ nodes }) => nodes).map(({ kind }) => kind)).toContain('hangup');
});

test('a plan goes without a question and comes back by the toast; without plans the page says how to begin', async () => {
  const own = await newMerchant({ provisioned: false });
  await own.draft('会员到期提醒', openPlan);
  const { screen } = await openAt('/plan', {
    as: await own.person({ rights: ['robot', 'plan'], buttons: ['plan:edit'] }),
  });
  await screen.getByRole('button', { name: '更多操作 会员到期提醒' }).click();
  await screen.getByRole('menuitem', { name: '删除' }).click();
  await expect.element(screen.getByText('已删除「会员到期提醒」')).toBeVisible();
  await expect.element(screen.getByText('还没有话术')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  // By keys alone, and back to where one was.
  await userEvent.keyboard('{F8}');
  await expect.element(screen.getByRole('button', { name: '撤销' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('已恢复')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /会员到期提醒/ })).toBeVisible();
});

test('a plan leaves as a file that says what may be done with it, and nobody gives more than was given', async () => {
  const own = await newMerchant({ provisioned: false });
  await own.draft('自己的回访', wholePlan);
  await own.draft('领来的回访', wholePlan, 'share');
  await own.draft('买来的回访', wholePlan, 'own');
  const { screen, layer } = await openAt('/plan', {
    as: await own.person({ rights: ['robot', 'plan'], buttons: ['plan:edit'] }),
  });
  const exports = async (name: string) => {
    await screen.getByRole('button', { name: `更多操作 ${name}` }).click();
    await screen.getByRole('menuitem', { name: '导出' }).click();
  };
  await exports('领来的回访');
  const dialog = screen.getByRole('dialog', { name: '导出「领来的回访」' });
  const licence = dialog.getByRole('combobox', { name: '拿到文件的人可以' });
  await expect.element(licence).toHaveValue('share');
  expect(
    dialog
      .getByRole('option')
      .elements()
      .map(one => (one as HTMLOptionElement).value),
  ).toEqual(['share', 'own']);
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '导出' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await exports('自己的回访');
  const mine = screen.getByRole('dialog', { name: '导出「自己的回访」' });
  await mine.getByRole('combobox', { name: '拿到文件的人可以' }).selectOptions('修改，只供自己用');
  await mine.getByLabelText('只给一个商户').fill(own.number);
  await mine.getByRole('button', { name: '导出' }).click();
  await expect.element(mine).not.toBeInTheDocument();
  expect(layer.lastAsked(endpoints.plan.exportFile)).toMatchObject({ licence: 'own', only: own.number });
  await screen.getByRole('button', { name: '更多操作 买来的回访' }).click();
  await expect.element(screen.getByRole('menuitem', { name: '改名' })).toBeVisible();
  expect(screen.getByRole('menuitem', { name: '导出' }).query()).toBeNull();
});

test('who may only look sees plans and neither makes nor imports one', async () => {
  const { screen } = await openAt('/plan', { as: await merchant.person({ rights: ['robot', 'plan'] }) });
  await expect.element(screen.getByRole('row', { name: /试听课回访/ })).toBeVisible();
  expect(screen.getByRole('button', { name: '新建话术' }).query()).toBeNull();
  expect(screen.getByRole('button', { name: '导入' }).query()).toBeNull();
});

test('a closed plan is marked; its opening, variables and voice are set and published, its editor says kindly that it is closed', async () => {
  const id = await merchant.draft('封闭的回访', sealPlan(wholePlan).plan, 'closed');
  const { screen } = await openAt('/plan', { as: editor });
  const row = screen.getByRole('row', { name: /封闭的回访/ });
  await expect.element(row.getByText('封闭', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: '调整 封闭的回访' }).click();
  const opening = screen.getByLabelText('开场白');
  await opening.fill('{孩子姓名}家长您好，我是启航教育的智能语音助手小启，通话会录音。');
  await screen.getByLabelText('孩子姓名').fill('您家孩子');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存并发布' }).click();
  await expect.element(screen.getByText('已发布 v1')).toBeVisible();
  const set = await editor.ask(endpoints.closedPlan.adjustable, { id });
  const { name } = set.variables.find(({ label }) => label === '孩子姓名')!;
  expect([set.opening?.[0], set.variables.map(({ fallback }) => fallback)]).toEqual([
    `\${${name}}家长您好，我是启航教育的智能语音助手小启，通话会录音。`,
    expect.arrayContaining(['您家孩子']),
  ]);
  await openAt(`/plan/${id}`, { as: editor });
  await expect.element(screen.getByRole('heading', { name: '这个话术是封闭的，流程不公开' })).toBeVisible();
});

test('versions of a plan: their notes, and what differs from the draft in an operator’s words', async () => {
  const { screen } = await openAt(`/plan/${changed}?view=versions`, { as: editor });
  await expect.element(screen.getByText('换了开场白')).toBeVisible();
  const differences = screen.getByRole('region', { name: '对比' });
  await expect.element(differences.getByText(/通话会录音。这是第 2 版。$/)).toBeVisible();
  await expect.element(differences.getByText('要说的话').first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});
