import { endpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { expect, test } from 'vitest';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { carriesByPractice, usableTemplate } from '../../../testing/sms.ts';
import { newPlan, newStudio, wholePlan } from '../../../testing/studio-plan.ts';

const withMessage: Plan = {
  ...wholePlan,
  flows: wholePlan.flows.map(flow => ({
    ...flow,
    nodes: [
      ...flow.nodes,
      { kind: 'sms', id: 'address', name: '发地址', at: { x: 400, y: 348 }, template: '', sent: 'bye', failed: 'bye' },
    ],
  })),
};

test('a node that sends a message chooses one of the templates that may be sent, and says what goes out', async () => {
  const studio = await newStudio();
  await carriesByPractice(studio);
  const template = await usableTemplate(studio, { name: '门店地址', content: '人民路 88 号。' });
  const id = await newPlan(studio, withMessage);
  const { screen } = await openAt(`/plan/${id}`, { as: studio.editor });
  await screen.getByRole('treeitem', { name: /^发地址/ }).click();
  await screen.getByRole('combobox', { name: '短信模板' }).selectOptions('门店地址');
  await expect.element(screen.getByText('发出的内容：【启航教育】人民路 88 号。')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await expect
    .poll(async () =>
      (await studio.editor.ask(endpoints.plan.draft, { id })).graph.flows[0]?.nodes.find(node => node.kind === 'sms'),
    )
    .toMatchObject({ template });
});
