import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { newPlan, newStudio } from '../../../testing/studio-plan.ts';

test('an answer of the talk is set to fill a field of the customer, and a question that is gone says so', async () => {
  const studio = await newStudio();
  const plan = await newPlan(studio);
  const { planFills } = endpoints;
  await studio.editor.ask(planFills.save, {
    id: plan,
    fills: [{ question: '旧问题', field: 'parameter2', over: true }],
  });
  const { screen } = await openAt(`/plan/${plan}?view=settings`, { as: studio.editor });
  await expect.element(screen.getByText('旧问题（话术里已没有）')).toBeInTheDocument();
  await screen.getByRole('button', { name: '加变量' }).click();
  await screen.getByRole('textbox', { name: /^叫法/ }).last().fill('意向时间');
  await screen.getByRole('button', { name: '加一项' }).click();
  const question = screen.getByRole('combobox', { name: /^回答/ }).last();
  await question.selectOptions('意向时间');
  await screen.getByRole('combobox', { name: '客户字段 意向时间' }).selectOptions('公司');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存填入规则' }).click();
  await expect.element(screen.getByText('已保存，下一个电话起生效')).toBeVisible();
  const { fills } = await studio.editor.ask(planFills.list, { id: plan });
  expect(fills).toEqual([
    { question: '意向时间', field: 'company', over: false },
    { question: '旧问题', field: 'parameter2', over: true },
  ]);
});
