import { endpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { wavFile } from '../../../sound/wav-file.ts';
import { giveCall } from '../../../testing/house-calls.ts';
import { openLayer } from '../../../testing/layer.ts';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { newPlan, newStudio, type Studio, spoken, wholePlan } from '../../../testing/studio-plan.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await newStudio();
});

/** Somebody is willing to listen; somebody asks for the price first, and the test expects what does not come of it. */
const tested = async (): Promise<string> => {
  const planId = await newPlan(studio, wholePlan);
  for (const [name, text] of [
    ['愿意听', '可以'],
    ['问价格', '多少钱'],
  ] as const)
    await studio.editor.ask(endpoints.talk.saveTest, {
      ...{ planId, name },
      test: {
        ...{ variables: {}, minuteOfDay: 600, moves: [{ does: 'say', text }], world: 'fails' },
        expects: { path: ['open', 'course'] },
      },
    });
  return planId;
};

test('a test talk: what is said, why it was understood, a turn back and the way left, kept as a test', async () => {
  const { screen } = await openAt(`/plan/${await newPlan(studio)}`, { as: studio.editor });
  const talk = screen.getByRole('region', { name: '试讲' });
  const start = talk.getByRole('button', { name: '开始试讲' });
  // The editor's first opening in a run is made ready meanwhile.
  await expect.element(start, { timeout: 30_000 }).toBeVisible();
  await start.click();
  await expect.element(talk.getByText('您好，我是启航教育的智能语音助手，通话会录音。')).toBeVisible();
  const input = talk.getByRole('textbox', { name: '打字，或按住麦克风说' });
  await input.fill('可以');
  await userEvent.keyboard('{Enter}');
  await expect.element(talk.getByText(/^肯定 · 关键词「可以」 \d+ ms$/)).toBeVisible();
  await expect.element(screen.getByText('这次试讲走过的路')).toBeVisible();
  await input.fill('天气不错');
  await talk.getByRole('button', { name: '发送' }).click();
  await expect.element(talk.getByText(/^没听懂 \d+ ms$/)).toBeVisible();

  await talk.getByRole('button', { name: '从这句改走' }).nth(1).click();
  await expect.element(talk.getByText('走过的别的路 1')).toBeVisible();
  await expect.poll(() => talk.getByText('天气不错').elements().length).toBeLessThan(2);
  await talk.getByRole('button', { name: '客户挂断' }).click();
  await expect.element(talk.getByText('凭「其他」')).toBeVisible();
  expect(await accessFaults()).toEqual([]);

  await talk.getByRole('button', { name: '存为测试' }).click();
  const dialog = screen.getByRole('dialog', { name: '存为测试' });
  await expect.element(dialog.getByRole('textbox', { name: '名称' })).toHaveValue('可以 → 客户挂断');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('测试已保存')).toBeVisible();
});

test('tests say what broke, what was expected and what was; coverage is shown on the graph', async () => {
  const { screen } = await openAt(`/plan/${await tested()}?view=tests`, { as: studio.editor });
  await expect.element(screen.getByText('1 通过，1 没通过')).toBeVisible();
  await expect.element(screen.getByText('覆盖 2/3 个节点，1/4 条分支')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: '问价格' })).toBeVisible();
  await expect.element(screen.getByText('开场白 → 介绍课程')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '在图上看' }).click();
  await expect.element(screen.getByText('测试走过的路')).toBeVisible();
});

test('a result that is right now is accepted after a look at the difference', async () => {
  const { screen } = await openAt(`/plan/${await tested()}?view=tests`, { as: studio.editor });
  await expect.element(screen.getByText('1 通过，1 没通过')).toBeVisible();
  await screen.getByRole('button', { name: '接受新结果' }).click();
  const dialog = screen.getByRole('dialog', { name: '「问价格」以后照这样算对？' });
  await expect.element(dialog.getByText('开场白 → 介绍课程')).toBeVisible();
  await expect.element(dialog.getByText('开场白 → 多少钱')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '接受新结果' }).click();
  await expect.element(screen.getByText('2 通过，0 没通过')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

/** So long a silence as a sound. */
const silence = (seconds: number): string =>
  URL.createObjectURL(wavFile(new Float32Array(8_000 * seconds), 8_000, 's'));

test('the robot speaks by itself to who acts, how long that took is shown, and no edit makes it speak again', async () => {
  const layer = openLayer();
  layer.answers(endpoints.nodeVoice.listen, { url: silence(0.2), made: 'synthesised', durationMs: 200, peaks: [] });
  const { screen } = await openAt(`/plan/${await newPlan(studio)}`, { as: studio.editor, layer });
  const talk = screen.getByRole('region', { name: '试讲' });
  await talk.getByRole('button', { name: '开始试讲' }).click();
  await expect.poll(() => talk.getByText(/^实测 \d+ ms 开口$/).elements().length).toBe(1);
  expect(layer.lastAsked(endpoints.nodeVoice.listen)?.text).toBe('您好，我是启航教育的智能语音助手，通话会录音。');
  await talk.getByRole('textbox', { name: '打字，或按住麦克风说' }).fill('可以');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => talk.getByText(/^实测 \d+ ms 开口$/).elements().length).toBe(2);
  const listened = () => layer.asked.filter(({ path }) => path === endpoints.nodeVoice.listen.path).length;
  expect(listened()).toBe(2);

  const runs = () => layer.asked.filter(({ path }) => path === endpoints.talk.run.path).length;
  const before = runs();
  await screen.getByRole('treeitem', { name: /^结束语/ }).click();
  await screen.getByRole('textbox', { name: '要说的话' }).fill('好的，再见。');
  await expect.poll(runs).toBeGreaterThan(before);
  await talk.getByRole('button', { name: '试讲设置' }).click();
  await talk.getByRole('checkbox', { name: '自动朗读' }).click();
  await talk.getByRole('button', { name: '重来' }).click();
  await expect.element(talk.getByText('可以', { exact: true })).not.toBeInTheDocument();
  expect(listened()).toBe(2);
});

test('the parameter search charts what other settings would stop for nothing or miss', async () => {
  const planId = await newPlan(studio);
  const course = (text: string, atMs: number) => spoken('robot', text, atMs, { node: 'course' });
  const said = '小班每班不超过八人，老师会照顾到每一个孩子，第一节课可以免费来听，要不要来试听？';
  // Over the first line a cough, over the second a word that matters.
  const lines = [course(said, 0), course(said, 15_000), spoken('callee', '不需要', 16_500, { endMs: 17_300 })];
  const voices = [
    { fromMs: 1_500, toMs: 2_100 },
    { fromMs: 16_500, toMs: 17_300 },
  ];
  const transcript = { lines, path: [], answers: [] };
  await giveCall(
    studio,
    { phone: '13800001234', planId },
    { talkMs: 30_000, turns: 1, transcript, sound: { durationMs: 30_000, voices } },
  );
  const { screen } = await openAt(`/plan/${planId}?view=tests`, { as: studio.analyst });
  await screen.getByRole('radio', { name: '插话调校' }).click();
  await screen.getByRole('button', { name: '开始', exact: true }).click();
  await expect.element(screen.getByText('1/1 通')).toBeVisible();
  await expect.element(screen.getByRole('img', { name: /随时: 误停 1, 漏听 0/ })).toBeVisible();
  await expect.element(screen.getByRole('img', { name: /不允许插话: 误停 0, 漏听 1/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('simulated callees talk to the draft: who came to the goal, what was meant and how it was heard', async () => {
  const graded: Plan = {
    ...wholePlan,
    levelRules: [
      { level: 'A', name: '听完', when: [{ fact: 'passedNode', node: 'course' }] },
      { level: 'F', name: '其他', when: [] },
    ],
  };
  const { screen } = await openAt(`/plan/${await newPlan(studio, graded)}?view=tests`, { as: studio.editor });
  await screen.getByRole('radio', { name: '模拟客户' }).click();
  await screen.getByRole('button', { name: '拨打 40 位' }).click();
  await expect.element(screen.getByText('目标：意向 A'), { timeout: 30_000 }).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^愿意的 [1-8]\/8$/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^拒绝的 0\/8$/ })).toBeVisible();
  const table = screen.getByRole('region', { name: '想说的和听成的' });
  await expect.element(table.getByRole('rowheader', { name: '拒绝' })).toBeVisible();
  await expect.element(table.getByRole('columnheader', { name: '没听懂' })).toBeVisible();
  await expect.element(screen.getByText(/^覆盖 \d\/3 个节点/)).toBeVisible();
  await expect.element(screen.getByRole('region', { name: '最差的几句' }).getByRole('listitem').first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('who may not read calls has tests and no recordings to search', async () => {
  const { screen, layer } = await openAt(`/plan/${await tested()}?view=tests`, { as: studio.editor });
  await expect.element(screen.getByText('1 通过，1 没通过')).toBeVisible();
  expect(screen.getByRole('radio', { name: '插话调校' }).query()).toBeNull();
  expect(layer.lastAsked(endpoints.talk.recordings)).toBeUndefined();
});
