import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { giveCall } from '../../../testing/house-calls.ts';
import { openLayer } from '../../../testing/layer.ts';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { newPlan, newStudio, type Studio, spoken, understoodAsYes, walked } from '../../../testing/studio-plan.ts';

let studio: Studio;
/** For what only looks. */
let plan: string;
const opening = spoken('robot', '您好，我是启航教育的智能语音助手，通话会录音。', 0);
const missed = { missed: true };
/** What callees said in ten calls, one after the other; the first four hang up at the opening. */
const said = [
  [],
  [],
  [],
  [spoken('callee', '费用怎么算', 3_000, missed)],
  [spoken('callee', '费用怎么算', 3_000, missed), spoken('callee', '哎呀', 5_000, missed)],
  [spoken('callee', '费用怎么算', 3_000, missed), spoken('callee', '哎呀', 5_000, missed)],
  [spoken('callee', '可以，费用怎么算呢', 3_000, understoodAsYes)],
  ...Array.from({ length: 3 }, () => [spoken('callee', '可以', 3_000, understoodAsYes)]),
];
const lost = 4;
/** Of those, who hang up in the middle of it. */
const cutOff = 3;

/** A plan that ten people were called with. */
const calledWith = async (): Promise<string> => {
  const planId = await newPlan(studio);
  for (const [n, lines] of said.entries()) {
    const ended = n < lost ? walked(['open', 'calleeHungUp']) : walked(['open', 'yes'], ['bye', 'robotHungUp']);
    const how = n < cutOff ? 'midSentence' : n < lost ? 'afterHearing' : 'planned';
    const stand = { node: n < lost ? 'open' : 'bye', how, heardMs: n < cutOff ? 1_800 : null };
    const transcript = { lines: [opening, ...lines], path: ended, answers: [] };
    await giveCall(studio, { phone: `1380013800${n}`, planId, direction: 'in' }, { turns: 1, stand, transcript });
  }
  return planId;
};
beforeAll(async () => {
  studio = await newStudio();
  plan = await calledWith();
});

const openHeat = (of = plan) => openAt(`/plan/${of}?heat=1`, { as: studio.analyst });

test('the heat map says where callees are lost, how they ended there, and which calls those were', async () => {
  const { screen } = await openHeat();
  // The editor's first opening in a run is made ready meanwhile.
  await expect.element(screen.getByRole('heading', { name: '整个话术' }), { timeout: 30_000 }).toBeVisible();
  await screen.getByRole('button', { name: /^开场白 4 40%/ }).click();
  await expect.element(screen.getByRole('heading', { name: '开场白', level: 2 })).toBeVisible();
  await expect.element(screen.getByText(/中途挂断多在第 1.8 秒，正念到“我是启航教育”/)).toBeVisible();
  const calls = () => screen.getByRole('link', { name: /13\d\*{4}/ }).elements().length;
  await expect.poll(calls).toBe(4);
  await screen.getByRole('button', { name: /客户在这句话中途挂断/ }).click();
  await expect.poll(calls).toBe(3);
  expect(await accessFaults()).toEqual([]);
  await screen.getByText('看全部', { exact: true }).click();
  await expect.poll(calls).toBe(4);
});

test('a sentence not understood is sorted with its gain told before, or left out and brought back', async () => {
  const { screen } = await openHeat(await calledWith());
  await screen.getByRole('button', { name: '归类「费用怎么算」' }).click();
  const dialog = screen.getByRole('dialog', { name: '归类「费用怎么算」' });
  await dialog.getByRole('combobox', { name: '知识库问题' }).selectOptions('多少钱');
  await dialog.getByRole('textbox', { name: '关键词' }).fill('费用怎么');
  await expect.element(dialog.getByText('最近这些天，这组 3 句里会听懂 3 句')).toBeVisible();
  await expect.element(dialog.getByText('原来听懂的 4 句里有 1 句会变成别的意思')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '加进草稿' }).click();
  await expect.element(screen.getByRole('button', { name: /^撤销：把「费用怎么算」归到「多少钱」/ })).toBeVisible();

  await screen.getByRole('button', { name: '看全部 5 句' }).click();
  const all = screen.getByRole('dialog', { name: '没听懂的话 · 5 句' });
  await all.getByRole('row', { name: /哎呀/ }).getByRole('button', { name: '忽略' }).click();
  await expect.element(all.getByText('“哎呀”')).not.toBeInTheDocument();
  await all.getByRole('checkbox', { name: '也看忽略的' }).click();
  await all.getByRole('row', { name: /哎呀/ }).getByRole('button', { name: '恢复' }).click();
  await expect.element(all.getByRole('row', { name: /哎呀/ }).getByRole('button', { name: '忽略' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('a sentence not understood becomes a question of its own, with its answer', async () => {
  const { screen } = await openHeat(await calledWith());
  await screen.getByRole('button', { name: '归类「费用怎么算」' }).click();
  const dialog = screen.getByRole('dialog', { name: '归类「费用怎么算」' });
  await dialog.getByRole('combobox', { name: '知识库问题' }).selectOptions('新问题…');
  await expect.element(dialog.getByRole('textbox', { name: '问题名称' })).toHaveValue('费用怎么算');
  await expect.element(dialog.getByRole('button', { name: '加进草稿' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: '机器人怎么回答' }).fill('第一节免费。');
  await expect.element(dialog.getByText('最近这些天，这组 3 句里会听懂 3 句')).toBeVisible();
  await dialog.getByRole('button', { name: '加进草稿' }).click();
  await expect.element(screen.getByRole('button', { name: /^撤销：把「费用怎么算」归到「费用怎么算」/ })).toBeVisible();
  await screen.getByRole('button', { name: '知识库 2' }).click();
  await screen.getByRole('button', { name: '费用怎么算 第一节免费。' }).click();
  await expect.element(screen.getByRole('textbox', { name: '回答' })).toHaveValue('第一节免费。');
});

test('who may not read calls sees where callees are lost, and is neither told nor led to which calls those were', async () => {
  const { screen, layer } = await openAt(`/plan/${plan}?heat=1`, { as: studio.editor });
  await screen.getByRole('button', { name: /^开场白 4 40%/ }).click();
  await expect.element(screen.getByRole('button', { name: /客户在这句话中途挂断/ })).toBeVisible();
  await screen.getByRole('button', { name: /^看全部 \d+ 句/ }).click();
  await expect.element(screen.getByRole('dialog').getByRole('row', { name: /哎呀/ })).toBeVisible();
  expect(screen.getByRole('link', { name: /13\d\*{4}|哎呀/ }).elements()).toEqual([]);
  expect(layer.lastAsked(endpoints.nodeStat.ended)).toBeUndefined();
  expect(screen.getByRole('button', { name: '再试一次' }).query()).toBeNull();
});

test('days without a call say so; what cannot be read is asked for again', async () => {
  const none = await openHeat(await newPlan(studio));
  await expect.element(none.screen.getByText('这几天没有通话')).toBeVisible();
  await expect.element(none.screen.getByText('这几天都听懂了')).toBeVisible();
  const layer = openLayer();
  layer.fails(endpoints.nodeStat.heat);
  layer.fails(endpoints.nodeStat.missed);
  const { screen } = await openAt(`/plan/${plan}?heat=1`, { as: studio.analyst, layer });
  await expect.poll(() => screen.getByRole('button', { name: '再试一次' }).elements().length).toBe(2);
  layer.heals();
  await screen.getByRole('button', { name: '再试一次' }).first().click();
  await screen.getByRole('button', { name: '再试一次' }).first().click();
  await expect.element(screen.getByRole('heading', { name: '整个话术' })).toBeVisible();
  await expect.element(screen.getByText('“费用怎么算”')).toBeVisible();
});
