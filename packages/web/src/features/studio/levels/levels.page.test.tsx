import { expect, test } from 'vitest';
import { accessFaults, openPage } from '../../../testing/open-page.tsx';

type Screen = Awaited<ReturnType<typeof openPage>>['screen'];
const levels = '/plan/7?view=levels';
const rules = (screen: Screen) => screen.getByRole('region', { name: '等级规则' });
const tester = (screen: Screen) => screen.getByRole('region', { name: '试一通' });
const verdict = (screen: Screen) => tester(screen).element().querySelector('.levels-verdict')?.textContent;

test('a rule is built, and tried at once on a call, on a kept test and on the open test talk', async () => {
  const { screen } = await openPage('/plan/7');
  const talk = screen.getByRole('region', { name: '试讲' });
  const begin = talk.getByRole('button', { name: '开始试讲' });
  // The editor's first opening in a run is made ready meanwhile.
  await expect.element(begin, { timeout: 30_000 }).toBeVisible();
  await begin.click();
  await expect.element(talk.getByText('您好，我是启航教育的智能语音助手，通话会录音。')).toBeVisible();
  await screen.getByRole('button', { name: '更多' }).click();
  await screen.getByRole('menuitemradio', { name: '等级规则' }).click();
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
  await tester(screen).getByRole('combobox', { name: '选一通电话' }).selectOptions('902');
  await expect.element(tester(screen).getByText('这通电话的文字已过保留期，不能再试等级规则')).toBeVisible();
});

test('a rule names the exit by which a node is left; once that is gone it is a fault with its sentence', async () => {
  const { screen } = await openPage(levels);
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
  const says = screen.getByText('等级规则里，离开节点的出口已经没有了。换一个或去掉这个条件。');
  await expect.element(screen.getByText('有分支没接去处。拖一条线到下一个节点。').first()).toBeVisible();
  await expect.element(says).not.toBeInTheDocument();
  await screen.getByRole('treeitem', { name: /^介绍课程/ }).click();
  await screen.getByRole('button', { name: '去掉 拒绝' }).click();
  await expect.element(says).toBeVisible();
});

test('a back-test shows from what level to what, the calls of a cell, how right it is, and is accepted', async () => {
  const { screen } = await openPage(levels);
  await screen.getByText('回测', { exact: true }).click();
  await expect.element(screen.getByText('还没回测过')).toBeVisible();
  await screen.getByRole('button', { name: '开始回测' }).click();
  await expect.element(screen.getByText(/120 通 · 30 通会变/)).toBeVisible();
  const matrix = screen.getByRole('table', { name: '从哪级到哪级' });
  await expect.element(matrix.getByRole('button', { name: 'F 到 B：28 通' })).toBeVisible();
  const changes = () => screen.getByRole('link', { name: /138|139/ }).elements().length;
  await expect.poll(changes).toBe(2);
  await matrix.getByRole('button', { name: 'F 到 B：28 通' }).click();
  await expect.poll(changes).toBe(1);
  await expect.element(screen.getByRole('button', { name: /只看 F → B/ })).toBeVisible();
  const right = screen.getByRole('table', { name: '和人工判断比' });
  await expect.element(right.getByRole('row', { name: /合计/ })).toHaveTextContent('合计1 / 4 对 · 25%4 / 4 对 · 100%');
  await expect.element(screen.getByText('草稿里就是这套规则')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await rules(screen).getByRole('textbox', { name: '规则名称' }).fill('都不是');
  await screen.getByRole('button', { name: '采用这套规则' }).click();
  await expect.element(rules(screen).getByRole('textbox', { name: '规则名称' })).toHaveValue('其他');
});

test('nobody has called, and nothing answers: each says what to do', async () => {
  const none = await openPage(levels, { calls: { empty: true } });
  await expect.element(none.screen.getByText('还没有接通的电话')).toBeVisible();
  await tester(none.screen).getByText('测试对话', { exact: true }).click();
  await expect.element(none.screen.getByText('还没有测试对话')).toBeVisible();
  await tester(none.screen).getByText('试讲', { exact: true }).click();
  await expect.element(none.screen.getByText('试讲还没开始')).toBeVisible();

  const failing = ['level/recent', 'level/backTests'];
  const { screen, server } = await openPage(levels, { calls: { failing } });
  await expect.element(tester(screen).getByRole('button', { name: '再试一次' })).toBeVisible();
  server.heals();
  await tester(screen).getByRole('button', { name: '再试一次' }).click();
  await expect.poll(() => verdict(screen)).toBe('现在的规则评为F其他');
});
