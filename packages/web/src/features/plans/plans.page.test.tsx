import { expect, test } from 'vitest';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

const editor = { visitor: { btns: ['plan:edit', 'plan:publish'] } };

test('O-039, O-002: my plans show their state; one is made of a template and opens in its editor', async () => {
  const { screen, server } = await openPage('/plan', { calls: editor });
  const row = screen.getByRole('row', { name: /试听课回访/ });
  await expect.element(row.getByText('有未发布的修改')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /会员到期提醒/ }).getByText('草稿')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '新建话术' }).click();
  await screen.getByLabelText('名称').fill('双十一邀约');
  await screen.getByRole('radio', { name: /活动邀约/ }).click();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '新建', exact: true }).click();
  await expect
    .poll(() => server.asked.find(({ path }) => path === 'plan/create')?.fields)
    .toMatchObject({
      name: '双十一邀约',
      template: 'invitation',
    });
});

test('a plan is removed after a question; without plans the page says how to begin', async () => {
  const { screen } = await openPage('/plan', { calls: editor });
  await screen.getByRole('button', { name: '更多操作 会员到期提醒' }).click();
  await screen.getByRole('menuitem', { name: '删除' }).click();
  await expect.element(screen.getByText('草稿和录音会一起删除，打过的通话记录保留。')).toBeVisible();
  await screen.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect.element(screen.getByText('已删除')).toBeVisible();
  await openPage('/plan', { calls: { ...editor, empty: true } });
  await expect.element(screen.getByText('还没有话术')).toBeVisible();
});

test('who may only look sees plans and neither makes nor imports one', async () => {
  const { screen } = await openPage('/plan', { calls: { visitor: { btns: [] } } });
  await expect.element(screen.getByRole('row', { name: /试听课回访/ })).toBeVisible();
  expect(screen.getByRole('button', { name: '新建话术' }).query()).toBeNull();
  expect(screen.getByRole('button', { name: '导入' }).query()).toBeNull();
});

test('versions of a plan: their notes, and what differs from the draft in an operator’s words', async () => {
  const { screen } = await openPage('/plan/7?view=versions', { calls: editor });
  await expect.element(screen.getByText('换了开场白')).toBeVisible();
  const differences = screen.getByRole('region', { name: '对比' });
  await expect.element(differences.getByText('这是第 12 版的开场。')).toBeVisible();
  await expect.element(differences.getByText('要说的话').first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});
