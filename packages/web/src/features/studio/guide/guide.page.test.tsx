import { expect, test } from 'vitest';
import { accessFaults, openPage } from '../../../testing/open-page.tsx';

const openGuide = (btns: readonly ('plan:edit' | 'plan:publish')[] = ['plan:edit']) =>
  openPage('/plan/7?view=guide', { calls: { visitor: { rights: ['robot', 'plan'], btns: [...btns] } } });

test('O-167 … O-173: a question is written with its options and where they lead, and the flow shows the way', async () => {
  const { screen, server } = await openGuide();
  await expect.element(screen.getByRole('heading', { name: '您还在考虑吗？' })).toBeVisible();
  await screen.getByRole('button', { name: '添加问题' }).click();
  await screen.getByLabelText('问题', { exact: true }).fill('什么时候方便？');
  await screen.getByLabelText('选项 1', { exact: true }).fill('上午');
  await screen.getByLabelText('选项 2', { exact: true }).fill('下午');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存', exact: true }).click();
  await expect.element(screen.getByText('没有选项指向这一题，坐席问不到')).toBeVisible();
  await screen.getByRole('button', { name: '修改第 1 题' }).click();
  await screen.getByLabelText('选项 1 的下一题').selectOptions('2. 什么时候方便？');
  await screen.getByRole('button', { name: '保存', exact: true }).click();
  await expect.element(screen.getByText('没有选项指向这一题，坐席问不到')).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole('complementary', { name: '流程预览' }).getByText('2. 什么时候方便？'))
    .toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const saved = server.asked.findLast(({ path }) => path === 'research/save')?.fields;
  expect(JSON.parse(saved?.jsonOptions ?? '')).toMatchObject([
    { v: '是', isChecked: false },
    { v: '否', n: '' },
  ]);
});

test('what would break the guide is told before it is sent', async () => {
  const { screen, server } = await openGuide();
  await screen.getByRole('button', { name: '添加问题' }).click();
  await screen.getByLabelText('问题', { exact: true }).fill('再问一次');
  await screen.getByRole('button', { name: '保存', exact: true }).click();
  await expect.element(screen.getByRole('alert').getByText('请至少写一个选项，或允许填写其他')).toBeVisible();
  expect(server.asked.some(({ path }) => path === 'research/save')).toBe(false);
});
