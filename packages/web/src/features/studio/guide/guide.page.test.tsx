import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { newPlan, newStudio, type Studio } from '../../../testing/studio-plan.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await newStudio();
});

/** A guide of one question. */
const openGuide = async () => {
  const { editor } = studio;
  const plan = await newPlan(studio);
  const option = { n: '', isChecked: false };
  const jsonOptions = JSON.stringify([
    { ...option, v: '是' },
    { ...option, v: '否' },
  ]);
  const first = { title: '您还在考虑吗？', type: 1, isRoot: '1', isRequired: '1', jsonOptions } as const;
  await editor.ask(endpoints.research.save, { planId: plan, ...first });
  return openAt(`/plan/${plan}?view=guide`, { as: editor });
};

test('O-167 … O-173: a question is written with its options and where they lead, and the flow shows the way', async () => {
  const { screen, layer } = await openGuide();
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
  expect(JSON.parse(layer.lastAsked(endpoints.research.save)?.jsonOptions ?? '')).toMatchObject([
    { v: '是', isChecked: false },
    { v: '否', n: '' },
  ]);
});

test('what would break the guide is told before it is sent', async () => {
  const { screen, layer } = await openGuide();
  await screen.getByRole('button', { name: '添加问题' }).click();
  await screen.getByLabelText('问题', { exact: true }).fill('再问一次');
  await screen.getByRole('button', { name: '保存', exact: true }).click();
  await expect.element(screen.getByRole('alert').getByText('请至少写一个选项，或允许填写其他')).toBeVisible();
  expect(layer.lastAsked(endpoints.research.save)).toBeUndefined();
});
