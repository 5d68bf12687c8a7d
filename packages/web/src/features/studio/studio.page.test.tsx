import { endpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Layer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../testing/show-page.tsx';
import {
  newPlan,
  newStudio,
  openPlan,
  opensWith,
  publish,
  type Studio,
  saveDraft,
  showPart,
  wholePlan,
} from '../../testing/studio-plan.ts';
import { newTask } from '../../testing/tasks.ts';
import { freshNode, nodeKinds } from './graph/node-kinds.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await newStudio();
});

/** A plan of its own, in which one branch leads nowhere yet. */
const openStudio = async (query = '', plan = openPlan) => {
  const id = await newPlan(studio, plan);
  return { ...(await openAt(`/plan/${id}${query}`, { as: studio.editor })), id };
};
const row = (screen: Screen, name: string) => screen.getByRole('treeitem', { name: new RegExp(`^${name}`) });
const card = (screen: Screen, name: string) => screen.getByRole('group', { name });
const sentence = (screen: Screen) => screen.getByRole('textbox', { name: '要说的话' });
const saves = ({ asked }: Layer) => asked.filter(({ path }) => path === endpoints.plan.saveDraft.path).length;

test('O-002: a plan opens at its first node in its own size, with outline, faults and what leaves every node', async () => {
  const { screen } = await openStudio();
  await expect.element(screen.getByRole('heading', { name: '试听课回访', level: 1 })).toBeVisible();
  await expect.element(screen.getByText('草稿，基于 v1')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '100%' })).toBeVisible();
  await expect.element(row(screen, '开场白')).toBeVisible();
  await expect.poll(() => card(screen, '说 介绍课程').element().textContent).toContain('小班每班不超过八人');
  await expect.poll(() => card(screen, '说 介绍课程').element().textContent).toContain('拒绝');
  await expect.element(screen.getByText('要先改的')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '改完 1 处再发布' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('a fault leads to its node, is mended in the form, and the plan saves itself, at the merchant’s time of day', async () => {
  const { screen, layer, id } = await openStudio();
  await screen.getByRole('button', { name: /「拒绝」没接去处/ }).click();
  await expect.element(sentence(screen)).toHaveValue('小班每班不超过八人，要不要来试听？');
  await screen.getByRole('combobox', { name: '拒绝 去哪里' }).selectOptions('结束语');
  await expect.element(screen.getByRole('button', { name: '发布', exact: true })).toBeVisible();
  await expect.element(screen.getByText('要先改的')).not.toBeInTheDocument();
  await expect.poll(() => saves(layer)).toBe(1);
  await expect.element(screen.getByText(/已自动保存/)).toBeVisible();
  const { savedAt } = await studio.owner.ask(endpoints.plan.draft, { id });
  const inShanghai = new Date(Date.parse(savedAt) + 8 * 3_600_000).toISOString().slice(11, 16);
  await expect.element(screen.getByText(`${inShanghai} 已自动保存`)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('what was just added lacks nothing before something is typed; a fault names its branch, and what the opening does not say', async () => {
  const { screen, layer } = await openStudio('', wholePlan);
  const add = async () => {
    await screen.getByRole('button', { name: '节点', exact: true }).click();
    await screen.getByRole('button', { name: /说一句话，再听客户回答/ }).click();
  };
  await add();
  await expect.element(screen.getByText('4 个节点')).toBeVisible();
  // Saved later than it is checked.
  await expect.poll(() => saves(layer)).toBe(1);
  await expect.element(screen.getByText(/已自动保存/)).toBeVisible();
  expect(screen.getByText('要先改的').query()).toBeNull();
  await sentence(screen).fill('您好');
  const faults = screen.getByRole('complementary', { name: '大纲' });
  await expect.element(faults.getByText(/「肯定」没接去处/)).toBeVisible();
  await expect.element(faults.getByText(/「默认」没接去处/)).toBeVisible();
  await row(screen, '开场白').click();
  await sentence(screen).fill('您好，我是启航教育的小启，通话会录音。');
  await expect.element(faults.getByText(/开场没有说明是机器人。/)).toBeVisible();
  expect(faults.getByText(/开场没有说明谁打来/).query()).toBeNull();
  await expect.element(screen.getByText(/听懂了，但没有对应的分支/)).toBeVisible();
});

test('what is typed is one step: taken back and done again by key, none of it while one types elsewhere', async () => {
  const { screen } = await openStudio();
  await row(screen, '开场白').click();
  await sentence(screen).fill('您好，请问现在方便吗？');
  await expect.poll(() => card(screen, '说 开场白').element().textContent).toContain('请问现在方便吗');
  await screen.getByRole('button', { name: '撤销：改句子' }).click();
  await expect.poll(() => card(screen, '说 开场白').element().textContent).toContain('智能语音助手');
  await userEvent.keyboard('{Control>}y{/Control}');
  await expect.poll(() => card(screen, '说 开场白').element().textContent).toContain('请问现在方便吗');
});

/** What React gave an element when it was rendered last; another object: it was rendered again. */
const renderedWith = (element: Element): unknown =>
  Object.entries(element).find(([key]) => key.startsWith('__reactProps'))?.[1];

test('a key in the sentence of one node renders nothing of the others, of the cords and of the outline', async () => {
  const { screen, layer } = await openStudio();
  await row(screen, '开场白').click();
  await sentence(screen).fill('您好');
  // All that came of the click and of the first key has been shown, the answer to its saving included.
  await expect.poll(() => saves(layer)).toBe(1);
  await expect.element(screen.getByText(/已自动保存/)).toBeVisible();
  const others =
    ':is(.react-flow__node:not([data-id="open"]), .react-flow__edge, [role="treeitem"], select[aria-label$="去哪里"])';
  const before = new Map([...document.querySelectorAll(`${others} *`)].map(each => [each, renderedWith(each)]));
  expect(before.size).toBeGreaterThan(30);
  expect([...before.values()]).not.toContain(undefined);
  await sentence(screen).fill('您好，请问现在方便吗？');
  await expect.poll(() => card(screen, '说 开场白').element().textContent).toContain('请问现在方便吗');
  const again = [...before].filter(([each, props]) => !each.isConnected || renderedWith(each) !== props);
  expect(again.map(([each]) => each.outerHTML)).toEqual([]);
});

test('a node is added where the marked one leads nowhere, removed by key, and comes back; arrows go along the cords', async () => {
  const { screen } = await openStudio();
  await row(screen, '介绍课程').click();
  await screen.getByRole('button', { name: '节点', exact: true }).click();
  await screen.getByRole('button', { name: /转人工 转给坐席/ }).click();
  await expect.element(row(screen, '转人工')).toHaveAttribute('aria-selected', 'true');
  await expect.element(screen.getByText('4 个节点')).toBeVisible();
  card(screen, '转人工 转人工').element().focus();
  await userEvent.keyboard('{Delete}');
  await expect.element(screen.getByText('3 个节点')).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(screen.getByText('4 个节点')).toBeVisible();
  await row(screen, '开场白').click();
  card(screen, '说 开场白').element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row(screen, '介绍课程')).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => document.activeElement?.getAttribute('data-id')).toBe('course');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(row(screen, '开场白')).toHaveAttribute('aria-selected', 'true');
});

test('after one click on a node the arrows, Esc and Delete are the canvas’s', async () => {
  const { screen } = await openStudio();
  const head = (node: string) =>
    page.elementLocator(document.querySelector(`.react-flow__node[data-id="${node}"] .canvas-node-head`)!);
  await expect.element(card(screen, '说 介绍课程')).toBeVisible();
  await head('course').click();
  await expect.element(row(screen, '介绍课程')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(row(screen, '开场白')).toHaveAttribute('aria-selected', 'true');
  await head('course').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText('没有选中节点')).toBeVisible();
  await head('course').click();
  await userEvent.keyboard('{Delete}');
  await expect.element(screen.getByText('2 个节点')).toBeVisible();
});

const isSeenWhole = (inner: Element, outer: Element): boolean => {
  const [one, other] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
  return one.left >= other.left && one.right <= other.right && one.top >= other.top && one.bottom <= other.bottom;
};
const isApart = (one: DOMRect, other: DOMRect): boolean =>
  one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;

test('nodes that are added one after the other lie on no other one, and each is seen', async () => {
  const { screen } = await openStudio();
  await expect.element(card(screen, '说 介绍课程')).toBeVisible();
  for (const count of [4, 5, 6]) {
    await row(screen, '介绍课程').click();
    await screen.getByRole('button', { name: '节点', exact: true }).click();
    await screen.getByRole('button', { name: /转人工 转给坐席/ }).click();
    await expect.element(screen.getByText(`${count} 个节点`)).toBeVisible();
    const added = () => document.querySelector('.react-flow__node.selected')!;
    const canvas = screen.getByRole('region', { name: '流程图' }).element();
    await expect.poll(() => isSeenWhole(added(), canvas)).toBe(true);
    const others = [...document.querySelectorAll('.react-flow__node:not(.selected)')];
    const place = added().getBoundingClientRect();
    expect(others.filter(each => !isApart(each.getBoundingClientRect(), place))).toEqual([]);
  }
});

/** So many nodes below each other. */
const longPlan = (count: number): Plan => ({
  ...wholePlan,
  flows: wholePlan.flows.map(flow => ({
    ...flow,
    nodes: Array.from({ length: count }, (_, at) => ({
      ...{ kind: 'speak', id: `n${at}`, name: `第 ${at + 1} 步`, at: { x: 0, y: at * 174 }, sentences: ['好吗？'] },
      interruption: { when: 'never' },
      routers: [{ on: 'other', to: `n${Math.min(at + 1, count - 1)}` }],
    })),
    rootNode: 'n0',
  })),
});

test('fifty-six nodes are seen whole, and the small map leads to where one points', async () => {
  const { screen } = await openStudio('', longPlan(56));
  const map = screen.getByRole('img', { name: '小地图' });
  await expect.element(map).toBeVisible();
  expect(card(screen, '说 第 56 步').query()).toBeNull();
  await map.click({ position: { x: 84, y: 112 } });
  await expect.element(card(screen, '说 第 56 步')).toBeVisible();
  await screen.getByRole('button', { name: '看全部' }).click();
  const canvas = screen.getByRole('region', { name: '流程图' }).element();
  const seen = () =>
    [...document.querySelectorAll('.react-flow__node')].filter(each => isSeenWhole(each, canvas)).length;
  await expect.poll(seen).toBe(56);
  // Nothing is left to lead to, and the last node does not lie below it.
  await expect.element(map).not.toBeInTheDocument();
  expect(await accessFaults()).toEqual([]);
});

test('at 1200 the form of every kind of node stays within its column', async () => {
  const each = nodeKinds.map((kind, at) => freshNode(kind, `一个 ${kind}`, { x: at * 300, y: 600 }, wholePlan));
  const flows = wholePlan.flows.map(flow => ({ ...flow, nodes: [...flow.nodes, ...each] }));
  const { screen } = await openStudio('', { ...wholePlan, flows });
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(1200, 900);
  const column = screen.getByRole('complementary', { name: '节点的内容' });
  for (const { name } of each) {
    await row(screen, name).click();
    await expect.element(column.getByRole('textbox', { name: '名称' })).toHaveValue(name);
    const { right } = column.element().getBoundingClientRect();
    const beyond = [...column.element().querySelectorAll('*')].filter(
      part => part.getBoundingClientRect().right > right,
    );
    expect(beyond.map(part => `${name}: ${part.outerHTML.slice(0, 120)}`)).toEqual([]);
  }
});

test('by mouse: a cord is led to a node, one let go over nothing asks for the node to come; nodes are moved, copied, pasted', async () => {
  const { screen } = await openStudio();
  await expect.element(card(screen, '说 介绍课程')).toBeVisible();
  const part = (node: string, selector: string) =>
    page.elementLocator(document.querySelector(`.react-flow__node[data-id="${node}"] ${selector}`)!);
  const empty = screen.getByRole('region', { name: '流程图' });
  await userEvent.dragAndDrop(part('course', '[data-handleid="routers.1"]'), part('bye', '.react-flow__handle-top'));
  await expect.element(screen.getByText('要先改的')).not.toBeInTheDocument();
  await userEvent.dragAndDrop(part('open', '[data-handleid="routers.1"]'), empty, {
    targetPosition: { x: 30, y: 300 },
  });
  const menu = screen.getByRole('dialog', { name: '接上一个新节点' });
  await menu.getByRole('button', { name: /转人工 转给坐席/ }).click();
  await expect.element(screen.getByText('4 个节点')).toBeVisible();
  await row(screen, '开场白').click();
  await expect.element(screen.getByRole('combobox', { name: '默认 去哪里' })).toHaveDisplayValue(/转人工/);
  const spot = () => card(screen, '说 介绍课程').element().getAttribute('style');
  const before = spot();
  await userEvent.dragAndDrop(part('course', '.canvas-node-head'), empty, { targetPosition: { x: 200, y: 420 } });
  await expect.poll(spot).not.toBe(before);
  const clipboardData = new DataTransfer();
  for (const kind of ['copy', 'paste'])
    document.dispatchEvent(new ClipboardEvent(kind, { clipboardData, cancelable: true }));
  await expect.element(screen.getByText('5 个节点')).toBeVisible();
});

test('who may not edit looks and searches, changes nothing, publishes nothing; a colleague’s version shows at once', async () => {
  const plan = await newPlan(studio, wholePlan);
  const onlooker = await studio.person({ rights: ['robot', 'plan'] });
  const { screen } = await openAt(`/plan/${plan}`, { as: onlooker });
  await expect.element(screen.getByText('只能看，没有编辑权限')).toBeVisible();
  expect(screen.getByRole('button', { name: '节点', exact: true }).query()).toBeNull();
  expect(screen.getByRole('button', { name: /发布$/ }).query()).toBeNull();
  await row(screen, '开场白').click();
  await expect.element(sentence(screen)).toBeDisabled();
  card(screen, '说 开场白').element().focus();
  await userEvent.keyboard('{Delete}');
  await expect.element(screen.getByText('3 个节点')).toBeVisible();
  await expect.element(screen.getByText('草稿，基于 v1')).toBeVisible();
  await saveDraft(studio.owner, plan, opensWith('您好。'));
  await publish(studio.owner, plan);
  await expect.element(screen.getByText('草稿，基于 v2')).toBeVisible();
  await userEvent.keyboard('{Control>}f{/Control}');
  const searched = screen.getByRole('searchbox', { name: '搜索句子、词、名称' });
  await searched.fill('不需要');
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: '搜索句子、词、名称' })).toHaveFocus();
  await userEvent.keyboard('{Control>}f{/Control}');
  await searched.fill('不需要');
  await screen.getByRole('button', { name: /意图 · 拒绝/ }).click();
  await expect.element(screen.getByRole('textbox', { name: '名称' })).toHaveValue('拒绝');
  await expect.element(screen.getByRole('textbox', { name: '名称' })).toBeDisabled();
  expect(await accessFaults()).toEqual([]);
});

test('who saves after somebody else overwrites nothing, sees who it was, and can take theirs', async () => {
  const saving = Promise.withResolvers<void>();
  const { screen, layer, id } = await openStudio();
  layer.holds(endpoints.plan.saveDraft, saving.promise);
  await row(screen, '开场白').click();
  await sentence(screen).fill('我的一句');
  await expect.poll(() => saves(layer)).toBe(1);
  await saveDraft(studio.owner, id, opensWith('这是别人写的。', openPlan));
  saving.resolve();
  await expect.element(screen.getByText('别人刚保存了这个话术')).toBeVisible();
  await expect.element(sentence(screen)).toHaveValue('我的一句');
  await screen.getByRole('button', { name: '看差别' }).click();
  await expect.element(screen.getByText('两边不同：开场白')).toBeVisible();
  await screen.getByRole('button', { name: '用对方的' }).click();
  await expect.element(screen.getByText('别人刚保存了这个话术')).not.toBeInTheDocument();
  await expect.poll(() => card(screen, '说 开场白').element().textContent).toContain('这是别人写的');
});

test('of two people who change different nodes both keep what they wrote, and take back their own alone', async () => {
  const saving = Promise.withResolvers<void>();
  const { screen, layer, id } = await openStudio('', wholePlan);
  layer.holds(endpoints.plan.saveDraft, saving.promise);
  await row(screen, '开场白').click();
  await sentence(screen).fill('您好，我是启航教育的智能语音助手，通话会录音。现在方便吗？');
  await expect.poll(() => saves(layer)).toBe(1);
  const theirs = wholePlan.flows.map(flow => ({
    ...flow,
    nodes: flow.nodes.map(node => (node.id === 'bye' ? { ...node, sentences: ['祝您愉快。'] } : node)),
  }));
  await saveDraft(studio.owner, id, { ...wholePlan, flows: theirs });
  saving.resolve();
  await expect.poll(() => card(screen, '结束 结束语').element().textContent).toContain('祝您愉快');
  await expect.element(screen.getByText(/已自动保存/)).toBeVisible();
  expect(screen.getByText('别人刚保存了这个话术').query()).toBeNull();
  const said = async () => JSON.stringify((await studio.owner.ask(endpoints.plan.draft, { id })).graph);
  await expect.poll(said).toContain('现在方便吗');
  expect(await said()).toContain('祝您愉快');
  await screen.getByRole('button', { name: '撤销：改句子' }).click();
  await expect.poll(said).not.toContain('现在方便吗');
  expect(await said()).toContain('祝您愉快');
});

test('without the server one types on; it is said, and saved when it is back', async () => {
  const { screen, layer } = await openStudio();
  await row(screen, '开场白').click();
  layer.isAway(true);
  await sentence(screen).fill('断网时写的');
  await expect.element(screen.getByText('没连上，改动先留在这里')).toBeVisible();
  layer.isAway(false);
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => saves(layer)).toBeGreaterThan(0);
  await expect.element(screen.getByText(/已自动保存/)).toBeVisible();
});

/** Its own similar sentences say which common meaning an intent may want. */
const likeOthers = {
  ...openPlan,
  intents: openPlan.intents.map(each => (each.id === 'yes' ? { ...each, likes: ['可以的呀', '好的你说'] } : each)),
};

test('knowledge base, intents and settings are changed in their own parts', async () => {
  const { screen } = await openStudio('?view=knowledge', likeOthers);
  await expect.element(screen.getByRole('textbox', { name: '问题' })).toHaveValue('多少钱');
  await screen.getByRole('button', { name: '+ 转人工' }).click();
  await expect.element(screen.getByRole('button', { name: '知识库 2' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '更多' }).click();
  await screen.getByRole('menuitemradio', { name: '设置' }).click();
  await expect.element(screen.getByRole('textbox', { name: '变量名 name' })).toHaveValue('name');
  expect(await accessFaults()).toEqual([]);
  await showPart(screen, '意图 2');
  await expect.element(screen.getByRole('textbox', { name: '名称' })).toHaveValue('肯定');
  await expect.element(screen.getByText('2 处用到')).toBeVisible();
  await screen.getByText(/^肯定 · \d+ 句$/).click();
  await expect.element(screen.getByText('那你详细给我说说')).toBeVisible();
  await screen.getByRole('button', { name: '用上 肯定' }).click();
  await expect.element(screen.getByRole('button', { name: '去掉 肯定' })).toBeVisible();
  await screen.getByRole('combobox', { name: /挑上的意思/ }).selectOptions('体检报告');
  await expect.element(screen.getByText(/^体检 · 体检报告 · \d+ 句$/)).toBeVisible();
  await screen.getByRole('button', { name: '全话术打开' }).click();
  await expect.element(screen.getByText(/^写错了也听得懂，如.+ → .+/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('the parts of a plan stand beside its flows while there is room, else in the menu', async () => {
  const { screen } = await openStudio();
  const tabs = screen.getByRole('navigation', { name: '看什么' });
  const more = tabs.getByRole('button', { name: '更多' });
  const wide = ['知识库 1', '意图 2', '等级规则', '测试', '录音', '版本'];
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(1920, 900);
  for (const name of wide) await expect.element(tabs.getByRole('button', { name })).toBeVisible();
  await more.click();
  expect(screen.getByRole('menuitemradio').all()).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  await page.viewport(1200, 900);
  await expect.poll(() => tabs.getByRole('button', { name: '版本' }).query()).toBeNull();
  await more.click();
  await screen.getByRole('menuitemradio', { name: '版本' }).click();
  await expect.element(screen.getByText('最新', { exact: true })).toBeVisible();
});

/** Whom it leads where by what a list says. */
const withCondition: Plan = {
  ...wholePlan,
  flows: wholePlan.flows.map(flow => ({
    ...flow,
    nodes: [
      ...flow.nodes,
      {
        ...{ kind: 'condition', id: 'which', name: '看名单', at: { x: 400, y: 348 }, otherwise: 'bye' },
        branches: [{ when: { variable: 'name', is: 'filled' }, to: 'bye' }],
      },
    ],
  })),
};

test('a condition looks at a column of the latest list, which is a variable of the plan from then on', async () => {
  const id = await newPlan(studio, withCondition);
  const task = await newTask(studio.owner, { name: '会员回访' });
  await studio.owner.ask(endpoints.task.import, {
    id: task,
    text: '电话,会员等级\n15400000001,金卡\n',
    header: '1',
    columns: [
      { index: 0, use: 'phone' },
      { index: 1, use: 'kept', variable: '会员等级' },
    ],
  });
  const { screen, layer } = await openAt(`/plan/${id}`, { as: studio.editor });
  await row(screen, '看名单').click();
  const variable = screen.getByRole('combobox', { name: '变量', exact: true });
  await variable.selectOptions('名单的列：会员等级');
  await expect.element(variable).toHaveValue('会员等级');
  await expect.poll(() => saves(layer)).toBeGreaterThan(0);
  await expect.element(screen.getByText(/已自动保存/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});
