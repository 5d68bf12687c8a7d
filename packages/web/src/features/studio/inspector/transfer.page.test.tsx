import { endpoints } from '@lianxian/contract';
import type { Plan, TransferTarget } from '@lianxian/core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../../testing/show-page.tsx';
import { newPlan, newStudio, type Studio, wholePlan } from '../../../testing/studio-plan.ts';

/** 李强 has a seat and is all of the group 客服. */
let studio: Studio;
let group = '';
beforeAll(async () => {
  studio = await newStudio();
  const li = await studio.person({ name: '李强' });
  const { ask } = studio.owner;
  await ask(endpoints.seat.save, { employeeId: li.id });
  const members = [li.id];
  group = (await ask(endpoints.seat.groupSave, { name: '客服', strategy: 'longestIdle', members })).id;
});

/** Whoever says yes to the opening is handed over; nobody takes it, and it says good-bye. */
const handing = (to: TransferTarget): Plan => ({
  ...wholePlan,
  flows: wholePlan.flows.map(flow => ({
    ...flow,
    nodes: [
      ...flow.nodes.map(node =>
        node.id === 'open' && node.kind === 'speak'
          ? {
              ...node,
              routers: [
                { on: 'yes' as const, to: 'person' },
                { on: 'other' as const, to: 'course' },
              ],
            }
          : node,
      ),
      {
        ...{ kind: 'transfer', id: 'person', name: '找老师', at: { x: 400, y: 174 }, sentences: [], to },
        ...{ ringTimeoutMs: 8_000, waiting: [], otherwise: 'bye' },
      },
    ],
  })),
});
const openHanding = async (to: TransferTarget) => {
  const id = await newPlan(studio, handing(to));
  return { ...(await openAt(`/plan/${id}`, { as: studio.editor })), id };
};
const row = (screen: Screen, name: string) => screen.getByRole('treeitem', { name: new RegExp(`^${name}`) });

test('a transfer chooses of the seats and groups that are there, and says how each stands; one that is not there is a fault', async () => {
  const { screen, id } = await openHanding({ type: 'group', group: '售后' });
  await row(screen, '找老师').click();
  const gone = screen.getByText('要转给的坐席组「售后」不存在或已删除。换一个。');
  await expect.element(gone.first()).toBeVisible();
  await screen.getByRole('combobox', { name: '坐席组' }).selectOptions('客服 · 1 人，0 人空闲');
  await expect.element(gone).not.toBeInTheDocument();
  expect(await accessFaults()).toEqual([]);
  const target = async () => {
    const { graph } = await studio.editor.ask(endpoints.plan.draft, { id });
    const node = graph.flows[0]?.nodes.find(each => each.id === 'person');
    return node?.kind === 'transfer' ? node.to : null;
  };
  await expect.poll(target).toEqual({ type: 'group', group });
  await screen.getByRole('combobox', { name: '转给' }).selectOptions('坐席');
  await screen.getByRole('combobox', { name: '坐席', exact: true }).selectOptions('李强 8001 · 离线');
  await expect.poll(target).toMatchObject({ type: 'seat', seat: expect.stringMatching(/^\d+$/) });
});

test('a test talk asks whether somebody takes the call, and plays both', async () => {
  localStorage.setItem('lx.talk.mute', '1');
  onTestFinished(() => localStorage.removeItem('lx.talk.mute'));
  const { screen } = await openHanding({ type: 'group', group });
  const talk = screen.getByRole('region', { name: '试讲' });
  await talk.getByRole('button', { name: '开始试讲' }).click();
  const asksFor = async () => {
    await talk.getByRole('textbox', { name: '打字，或按住麦克风说' }).fill('可以');
    await userEvent.keyboard('{Enter}');
    await expect.element(talk.getByText('「找老师」转人工')).toBeVisible();
    await expect.element(talk.getByText('客服', { exact: true })).toBeVisible();
  };
  await asksFor();
  await talk.getByRole('button', { name: '没人接' }).click();
  await expect.element(talk.getByText('转接 · 没人接')).toBeVisible();
  await expect.element(talk.getByText('再见。')).toBeVisible();
  await talk.getByRole('button', { name: '重来' }).click();
  await asksFor();
  await talk.getByRole('button', { name: '接起' }).click();
  await expect.element(talk.getByText('转接 · 接起')).toBeVisible();
});
