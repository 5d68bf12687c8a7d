import { endpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { expect, test } from 'vitest';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { newPlan, newStudio, wholePlan } from '../../../testing/studio-plan.ts';

/** Who asks for a day; the next node goes by which one it is. */
const withDay: Plan = {
  ...wholePlan,
  variables: [...wholePlan.variables, { name: 'day', label: '到店日期', fallback: '', spoken: 'date' }],
  flows: wholePlan.flows.map(flow => ({
    ...flow,
    nodes: [
      ...flow.nodes,
      {
        ...{ kind: 'collect', id: 'ask', name: '问日期', at: { x: 400, y: 174 }, sentences: ['您哪天来？'] },
        ...{ interruption: { when: 'always' }, variable: 'day', routers: [{ on: 'collected', to: 'which' }] },
        accepts: { type: 'date' },
      },
      {
        ...{ kind: 'condition', id: 'which', name: '看日期', at: { x: 400, y: 348 }, otherwise: 'bye' },
        branches: [{ when: { variable: 'day', is: 'filled' }, to: 'bye' }],
      },
    ],
  })),
};

test('a node that asks for a day bounds what it takes, and a condition goes by the day', async () => {
  const studio = await newStudio();
  const id = await newPlan(studio, withDay);
  const { screen } = await openAt(`/plan/${id}`, { as: studio.editor });
  const row = (name: string) => screen.getByRole('treeitem', { name: new RegExp(`^${name}`) });
  const node = async (wanted: string) => {
    const { graph } = await studio.editor.ask(endpoints.plan.draft, { id });
    return graph.flows[0]?.nodes.find(each => each.id === wanted);
  };
  await row('问日期').click();
  await screen.getByRole('combobox', { name: '可选日期' }).selectOptions('有限制');
  await expect.element(screen.getByRole('checkbox', { name: '周日' })).toBeChecked();
  await screen.getByRole('checkbox', { name: '周六' }).click();
  await screen.getByRole('spinbutton', { name: '最多' }).fill('30');
  await screen.getByRole('checkbox', { name: '不约当天' }).click();
  await screen.getByRole('checkbox', { name: '只约这个时间' }).click();
  await screen.getByLabelText('从', { exact: true }).fill('10:00');
  await screen.getByRole('textbox', { name: '不在范围时说' }).fill('周末休息，换一天可以吗？');
  expect(await accessFaults()).toEqual([]);
  await expect
    .poll(() => node('ask'))
    .toMatchObject({
      accepts: {
        type: 'date',
        within: {
          ...{ closed: [5, 6], daysAhead: 30, notToday: true, hours: { from: 600, to: 1_080 } },
          sentence: '周末休息，换一天可以吗？',
        },
      },
    });

  await row('看日期').click();
  await screen.getByRole('combobox', { name: '比较', exact: true }).selectOptions('日期');
  await screen.getByRole('combobox', { name: '到哪天' }).selectOptions('明天');
  const when = async () => {
    const found = await node('which');
    return found?.kind === 'condition' ? found.branches[0]?.when : undefined;
  };
  const dated = { variable: 'day', is: 'date' };
  await expect.poll(when).toEqual({ ...dated, date: { of: 'days', from: { ahead: 0 }, to: { ahead: 1 } } });
  await screen.getByRole('combobox', { name: '比什么' }).selectOptions('星期几');
  await screen.getByRole('checkbox', { name: '周六' }).click();
  expect(await accessFaults()).toEqual([]);
  await expect.poll(when).toEqual({ ...dated, date: { of: 'weekdays', days: [6] } });
});
