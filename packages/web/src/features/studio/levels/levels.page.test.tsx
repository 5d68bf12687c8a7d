import { endpoints } from '@lianxian/contract';
import type { CallFacts } from '@lianxian/core';
import { beforeAll, expect, test } from 'vitest';
import { forgetWords, giveCall } from '../../../testing/house-calls.ts';
import { openLayer } from '../../../testing/layer.ts';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../../testing/show-page.tsx';
import { newPlan, newStudio, openPlan, type Studio, showPart, walked } from '../../../testing/studio-plan.ts';

const rules = (screen: Screen) => screen.getByRole('region', { name: '等级规则' });
const tester = (screen: Screen) => screen.getByRole('region', { name: '试一通' });
const verdict = (screen: Screen) => tester(screen).element().querySelector('.levels-verdict')?.textContent;

const factsOf = (talkMs: number): CallFacts => ({
  ...{ talkMs, turns: 3, positives: 1, negatives: 0, refusals: 0, notUnderstood: 1, silences: 0, interruptions: 0 },
  ...{ questions: 0, transferred: false, met: { yes: 1 }, answers: {}, hungUpBy: 'callee' },
  passed: [
    { node: 'open', by: 'yes' },
    { node: 'course', by: 'calleeHungUp' },
  ],
});
/** A call to a plan that the rules of then gave a level; trials are in no back-test. */
const talked = (planId: string, phone: string, talkMs: number, level = 'F') =>
  giveCall(
    studio,
    { phone, planId, direction: 'in' },
    {
      ...{ talkMs, level, levelRule: '其他', facts: factsOf(talkMs) },
      transcript: { lines: [], path: walked(['open', 'yes'], ['course', 'calleeHungUp']), answers: [] },
    },
  );
/** A person says what a call was. */
const correct = (id: string, level: 'B' | 'C' | 'F') =>
  studio.owner.ask(endpoints.level.correct, { id, level, was: 'F', why: '听了录音' });

let studio: Studio;
/** A plan of two calls, the newer of which a person corrected, and of a kept test. */
let plan: string;
let older: string;
beforeAll(async () => {
  studio = await newStudio();
  plan = await newPlan(studio);
  older = await talked(plan, '13900005678', 6_000);
  await correct(await talked(plan, '13800001234', 42_000), 'C');
  const test = { variables: {}, minuteOfDay: 600, moves: [{ does: 'say', text: '可以' }], world: 'fails' } as const;
  await studio.editor.ask(endpoints.talk.saveTest, {
    planId: plan,
    name: '愿意听',
    test: { ...test, moves: [...test.moves], expects: { path: ['open', 'course'] } },
  });
});

const openPlanAt = (query: string, of = plan) => openAt(`/plan/${of}${query}`, { as: studio.analyst });

test('a rule is built, and tried at once on a call, on a kept test and on the open test talk', async () => {
  const { screen } = await openPlanAt('');
  const talk = screen.getByRole('region', { name: '试讲' });
  const begin = talk.getByRole('button', { name: '开始试讲' });
  // The editor's first opening in a run is made ready meanwhile.
  await expect.element(begin, { timeout: 30_000 }).toBeVisible();
  await begin.click();
  await expect.element(talk.getByText('您好，我是启航教育的智能语音助手，通话会录音。')).toBeVisible();
  await showPart(screen, '等级规则');
  // The talk that is open is what one wants to know of.
  await expect.poll(() => verdict(screen)).toBe('现在的规则评为F其他');
  await expect.element(tester(screen).getByText('还没结束，按现在挂断算')).toBeVisible();

  await rules(screen).getByRole('button', { name: '加规则' }).click();
  await expect.poll(() => verdict(screen)).toBe('现在的规则评为F其他');
  await tester(screen).getByText('通话', { exact: true }).click();
  await expect.poll(() => verdict(screen)).toBe('现在的规则评为B第 1 条');
  await expect.element(tester(screen).getByText('当时评为 F（其他） · 人工改为 C')).toBeVisible();
  await rules(screen).getByRole('spinbutton', { name: '至少' }).fill('60');
  await expect.poll(() => verdict(screen)).toBe('现在的规则评为F其他');
  await rules(screen).getByRole('button', { name: '加条件' }).first().click();
  await expect.poll(() => rules(screen).getByRole('listitem').elements().length).toBeGreaterThan(3);
  expect(await accessFaults()).toEqual([]);

  await tester(screen).getByText('测试对话', { exact: true }).click();
  await expect.element(tester(screen).getByRole('combobox', { name: '选一段测试对话' })).toHaveDisplayValue('愿意听');
  await expect.poll(() => verdict(screen)).toBe('现在的规则评为F其他');
  await tester(screen).getByText('通话', { exact: true }).click();
  // Since the list was read the days are over for which its words are kept.
  await forgetWords(studio, older);
  await tester(screen).getByRole('combobox', { name: '选一通电话' }).selectOptions(older);
  await expect.element(tester(screen).getByText('这通电话的文字已过保留期，不能再试等级规则')).toBeVisible();
});

test('a rule names the exit by which a node is left; once that is gone it is a fault with its sentence', async () => {
  const { screen } = await openPlanAt('?view=levels', await newPlan(studio));
  await rules(screen).getByRole('button', { name: '加规则' }).click();
  await rules(screen).getByRole('combobox', { name: '看什么' }).selectOptions('从节点离开');
  await rules(screen).getByRole('combobox', { name: '节点', exact: true }).selectOptions('介绍课程');
  const exit = rules(screen).getByRole('combobox', { name: '从哪里离开' });
  const words = [...(exit.element() as HTMLSelectElement).options].map(({ text }) => text);
  expect(words).toEqual(['请选择', '肯定', '拒绝']);
  await exit.selectOptions('拒绝');
  expect((exit.element() as HTMLSelectElement).value).toBe('refuse');
  expect(await accessFaults()).toEqual([]);

  await screen.getByRole('button', { name: /处再发布/ }).click();
  const says = screen.getByText('等级规则里，离开节点的出口「拒绝」已经没有了。换一个或去掉这个条件。');
  await expect.element(screen.getByText(/「拒绝」没接去处/).first()).toBeVisible();
  await expect.element(says).not.toBeInTheDocument();
  await screen.getByRole('treeitem', { name: /^介绍课程/ }).click();
  await screen.getByRole('button', { name: '去掉 拒绝' }).click();
  await expect.element(says).toBeVisible();
});

/** A plan of four calls, and its rules: who talked for half a minute is B. Then all but one have another level. */
const backTested = async () => {
  const id = await newPlan(studio, {
    ...openPlan,
    levelRules: [
      { level: 'B', name: '说了半分钟', when: [{ fact: 'talkMs', atLeast: 30_000 }] },
      ...openPlan.levelRules,
    ],
  });
  await correct(await talked(id, '13800000001', 42_000), 'B');
  await talked(id, '13800000002', 50_000);
  await talked(id, '13800000003', 6_000, 'C');
  await correct(await talked(id, '13800000004', 6_000), 'F');
  return id;
};

test('a back-test shows from what level to what, the calls of a cell, how right it is, and is accepted', async () => {
  const { screen } = await openPlanAt('?view=levels', await backTested());
  await screen.getByText('回测', { exact: true }).click();
  await expect.element(screen.getByText('还没回测过')).toBeVisible();
  await screen.getByRole('button', { name: '开始回测' }).click();
  await expect.element(screen.getByText(/4 通 · 3 通会变/)).toBeVisible();
  const matrix = screen.getByRole('table', { name: '从哪级到哪级' });
  await expect.element(matrix.getByRole('button', { name: 'F 到 B：2 通' })).toBeVisible();
  const changes = () => screen.getByRole('link', { name: /138/ }).elements().length;
  await expect.poll(changes).toBe(3);
  await matrix.getByRole('button', { name: 'F 到 B：2 通' }).click();
  await expect.poll(changes).toBe(2);
  await expect.element(screen.getByRole('button', { name: /只看 F → B/ })).toBeVisible();
  const right = screen.getByRole('table', { name: '和人工判断比' });
  await expect.element(right.getByRole('row', { name: /合计/ })).toHaveTextContent('合计1 / 2 对 · 50%2 / 2 对 · 100%');
  await expect.element(screen.getByText('草稿里就是这套规则')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const last = rules(screen).getByRole('textbox', { name: '规则名称' }).last();
  await last.fill('都不是');
  await screen.getByRole('button', { name: '采用这套规则' }).click();
  await expect.element(last).toHaveValue('其他');
});

test('who may not read calls tries rules on talks and tests, and sees what a back-test counted, not its calls', async () => {
  const id = await backTested();
  const { screen, layer } = await openAt(`/plan/${id}?view=levels`, { as: studio.editor });
  await expect.element(tester(screen).getByText('还没有测试对话')).toBeVisible();
  expect(tester(screen).getByText('通话', { exact: true }).query()).toBeNull();
  await screen.getByText('回测', { exact: true }).click();
  await screen.getByRole('button', { name: '开始回测' }).click();
  await expect.element(screen.getByText(/4 通 · 3 通会变/)).toBeVisible();
  await expect.element(screen.getByRole('table', { name: '从哪级到哪级' }).getByText('2')).toBeVisible();
  const { recent, backTestChanges } = endpoints.level;
  expect([recent, backTestChanges].map(layer.lastAsked)).toEqual([undefined, undefined]);
  expect(screen.getByRole('button', { name: '再试一次' }).query()).toBeNull();
});

test('nobody has called, and nothing answers: each says what to do', async () => {
  const none = await openPlanAt('?view=levels', await newPlan(studio));
  await expect.element(none.screen.getByText('还没有接通的电话')).toBeVisible();
  await tester(none.screen).getByText('测试对话', { exact: true }).click();
  await expect.element(none.screen.getByText('还没有测试对话')).toBeVisible();
  await tester(none.screen).getByText('试讲', { exact: true }).click();
  await expect.element(none.screen.getByText('试讲还没开始')).toBeVisible();

  const layer = openLayer();
  for (const endpoint of [endpoints.level.recent, endpoints.level.backTests]) layer.fails(endpoint);
  const { screen } = await openAt(`/plan/${plan}?view=levels`, { as: studio.analyst, layer });
  await expect.element(tester(screen).getByRole('button', { name: '再试一次' })).toBeVisible();
  layer.heals();
  await tester(screen).getByRole('button', { name: '再试一次' }).click();
  await expect.poll(() => verdict(screen)).toBe('现在的规则评为F其他');
});
