import { endpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../../testing/show-page.tsx';
import { newPlan, newStudio, type Studio, wholePlan } from '../../../testing/studio-plan.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await newStudio();
});

const openStudio = async (plan: Plan) => {
  const id = await newPlan(studio, plan);
  return { ...(await openAt(`/plan/${id}`, { as: studio.editor })), id };
};
const row = (screen: Screen, name: string) => screen.getByRole('treeitem', { name: new RegExp(`^${name}`) });
const sentence = (screen: Screen) => screen.getByRole('textbox', { name: '要说的话' });
/** A variable as it stands in a sentence. */
const slot = (name: string): string => `\${${name}}`;

/** Who asks for a card offers two; the next node goes by what was said. */
const withCards: Plan = {
  ...wholePlan,
  variables: [...wholePlan.variables, { name: 'card', label: '会员卡', fallback: '', spoken: 'asWritten' }],
  flows: wholePlan.flows.map(flow => ({
    ...flow,
    nodes: [
      ...flow.nodes,
      {
        ...{ kind: 'collect', id: 'ask', name: '问会员卡', at: { x: 400, y: 174 }, sentences: ['您是哪种卡？'] },
        ...{ interruption: { when: 'always' }, variable: 'card', routers: [{ on: 'collected', to: 'which' }] },
        accepts: { type: 'choice', options: ['金卡', '银卡'].map(value => ({ value, words: [value] })) },
      },
      {
        ...{ kind: 'condition', id: 'which', name: '看卡', at: { x: 400, y: 348 }, otherwise: 'bye' },
        branches: [{ when: { variable: 'card', is: 'equal', value: '' }, to: 'bye' }],
      },
    ],
  })),
};

test('a condition wants several things at once, a value of those that are known among them', async () => {
  const { screen, id } = await openStudio(withCards);
  await row(screen, '看卡').click();
  await screen.getByRole('combobox', { name: '值' }).selectOptions('银卡');
  await screen.getByRole('button', { name: '且，再加一项' }).click();
  const second = screen.getByRole('group', { name: '条件 1 第 2 项' });
  await second.getByRole('combobox', { name: '变量' }).selectOptions('孩子姓名');
  await second.getByRole('combobox', { name: '比较' }).selectOptions('等于');
  await second.getByRole('textbox', { name: '值' }).fill('小明');
  expect(await accessFaults()).toEqual([]);
  const which = async () => {
    const { graph } = await studio.editor.ask(endpoints.plan.draft, { id });
    const node = graph.flows[0]?.nodes.find(each => each.id === 'which');
    return node?.kind === 'condition' ? node.branches : [];
  };
  const isSilver = { variable: 'card', is: 'equal', value: '银卡' };
  const isMing = { variable: 'name', is: 'equal', value: '小明' };
  await expect.poll(which).toEqual([{ when: { all: [isSilver, isMing] }, to: 'bye' }]);
  await screen.getByRole('button', { name: '去掉 条件 1 第 2 项' }).click();
  await expect.poll(which).toEqual([{ when: isSilver, to: 'bye' }]);
  await screen.getByRole('combobox', { name: '值' }).selectOptions('别的值…');
  await screen.getByRole('textbox', { name: '值' }).fill('黑卡');
  await expect.poll(which).toEqual([{ when: { ...isSilver, value: '黑卡' }, to: 'bye' }]);
});

test('a brace offers the variables, and makes one that is not there; what is asked for is kept in one of its own', async () => {
  const { screen } = await openStudio(withCards);
  await row(screen, '结束语').click();
  await sentence(screen).fill('');
  await sentence(screen).click();
  await userEvent.keyboard('{{姓');
  await expect.element(screen.getByRole('option', { name: '孩子姓名' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{Enter}您好，{{日期');
  await expect.element(screen.getByRole('option', { name: '新建变量「日期」' })).toBeVisible();
  await userEvent.keyboard('{Enter}见');
  await expect.element(sentence(screen)).toHaveValue(`${slot('name')}您好，${slot('日期')}见`);

  await row(screen, '问会员卡').click();
  const kept = screen.getByRole('combobox', { name: '存入' });
  await kept.selectOptions('新建变量…');
  const dialog = screen.getByRole('dialog', { name: '新建变量…' });
  await dialog.getByRole('textbox', { name: '变量名' }).fill('办卡意愿');
  await userEvent.keyboard('{Enter}');
  await expect.element(kept).toHaveValue('办卡意愿');
});
