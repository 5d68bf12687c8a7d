import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { newMerchant } from '../../testing/house.ts';
import { giveCall } from '../../testing/house-calls.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { newPlan } from '../../testing/studio-plan.ts';

const step = (node: string, name: string, atMs: number) => ({
  node,
  name,
  knowledge: false,
  atMs,
  leftBy: 'yes',
  leftName: '',
});

test('a record has its type changed, and shows the way of its call on the graph of the version it had', async () => {
  const merchant = await newMerchant();
  const planId = await newPlan(merchant);
  const path = [step('open', '开场白', 0), step('bye', '结束语', 9_000)];
  const uses = [
    { kind: 'recognition', host: 'asr.example:2700', ms: 30_500 },
    { kind: 'model', host: 'models.example', answers: 2, asked: 3_000, answered: 40, estimated: true },
  ] as const;
  const id = await giveCall(
    merchant,
    { phone: '13902212345', planId, planVersion: 1 },
    { customerType: 1, uses, transcript: { lines: [], path, answers: [] } },
  );
  const { screen, layer } = await openAt(`/platform/call/${id}`, { as: merchant.owner });
  await expect.element(screen.getByText('潜在', { exact: true })).toBeVisible();
  const costs = screen.getByRole('region', { name: '费用' });
  await expect.element(costs.getByText('31 秒')).toBeVisible();
  await expect.element(costs.getByText('2 次 · 约 3,040 token')).toBeVisible();
  await screen.getByRole('button', { name: '修改类型' }).click();
  await screen.getByRole('combobox', { name: '客户类型' }).selectOptions('成交');
  await screen.getByRole('button', { name: '提交' }).click();
  await expect.element(screen.getByText('成交', { exact: true })).toBeVisible();
  expect(layer.lastAsked(endpoints.taskLog.changeType)).toMatchObject({ id, cateType: '9' });

  await screen.getByRole('button', { name: '在流程图上看' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('img', { name: '依次经过：开场白 → 结束语' })).toBeVisible();
  expect(dialog.element().querySelectorAll('g.is-passed')).toHaveLength(2);
  expect(await accessFaults()).toEqual([]);
});

test('a note that was written and whose answer a reload lost is one’s own afterwards too', async () => {
  const merchant = await newMerchant();
  const id = await giveCall(merchant, { phone: '13902212346' });
  const kept = async () => (await merchant.owner.ask(endpoints.call.detail, { id })).notes[0]?.text;
  const layer = openLayer();
  layer.changes((path, data) => {
    if (path === endpoints.followUp.note.path) throw new TypeError('the answer is lost');
    return data;
  });
  const { screen } = await openAt(`/platform/call/${id}`, { as: merchant.owner, layer });
  const note = screen.getByRole('textbox', { name: '我的备注' });
  await note.fill('约了周六');
  await expect.element(screen.getByText(/^没有保存上/)).toBeVisible();
  await note.fill('约了周六上午');
  dispatchEvent(new Event('pagehide'));
  const again = await openAt(`/platform/call/${id}`, { as: merchant.owner });
  await expect.poll(kept).toBe('约了周六上午');
  await expect.element(again.screen.getByRole('textbox', { name: '我的备注' })).toHaveValue('约了周六上午');
  await expect.element(again.screen.getByRole('button', { name: '两条都留' })).not.toBeInTheDocument();
});
