import { endpoints, MOST_LIVE_CALLS, type OutputOf } from '@lianxian/contract';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { giveCalls, happensIn } from '../../testing/house-calls.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { addNumbers, newTask, taskGoes } from '../../testing/tasks.ts';

type LiveCalls = OutputOf<typeof endpoints.live.calls>;

const now = () => new Date().toISOString();
const ago = (s: number) => new Date(Date.now() - s * 1_000).toISOString();
const said = (text: string, wants?: 'person' | 'complaint') =>
  ({
    note: {
      ...({ type: 'callee.said', line: 1, text, node: 'n1' } as const),
      ...{ understood: null, missed: false, whileRobotSpoke: false },
      ...(wants && { wants }),
    },
  }) as const;

let merchant: Merchant;
/** Sees all calls, listens and hangs up, and sees no number whole. */
let floor: Person;
/** By number: 138 1234 1000 and so on. */
let calls: readonly string[];
let [first, second] = ['', ''];
beforeAll(async () => {
  merchant = await newMerchant({ owner: '李敏' });
  const buttons = ['seat:monitor', 'call_out'];
  floor = await merchant.person({ rights: ['myTask', 'callLog'], buttons, scope: 'all' });
  first = await newTask(merchant.owner, { name: '十一月钢琴试听课回访，老学员与新家长一起' });
  await addNumbers(merchant, first, 13_812_341_000, 50);
  await merchant.owner.ask(endpoints.task.start, { id: first });
  await taskGoes(merchant, first, { pace: 'portsFull' });
  second = await newTask(merchant.owner, { name: '续费提醒' });
  await addNumbers(merchant, second, 13_812_342_000, 50);
  await merchant.owner.ask(endpoints.task.start, { id: second });
  const row = (taskId: string, phone: number, answeredAt: string) => ({
    row: { taskId, phone: String(phone), answeredAt, calleeName: '陈女士' },
    ending: null,
  });
  calls = await giveCalls(merchant, [
    row(first, 13_812_341_000, now()),
    row(first, 13_812_341_001, now()),
    row(first, 13_812_341_002, ago(75)),
    row(second, 13_812_342_000, now()),
  ]);
});

const open = (query = '', as = floor, layer = openLayer()) => openAt(`/platform/live${query}`, { as, layer });
const shownPhones = () =>
  [...document.querySelectorAll('.live-page tr[data-key]')].map(row => /\d{3}\*{4}\d{4}/.exec(row.textContent)?.[0]);

test('who asks for a person stands first, then who complains, then long silence, each with what is said now', async () => {
  const { screen, ready } = await open();
  await ready;
  await expect.element(screen.getByText('十一月钢琴试听课回访，老学员与新家长一起').first()).toBeVisible();
  for (const call of calls) await happensIn(call, { to: 'talking' });
  await happensIn(calls[0]!, said('我要投诉你们', 'complaint'));
  await happensIn(calls[3]!, said('帮我转人工', 'person'));
  await expect.element(screen.getByRole('row', { name: /帮我转人工/ })).toBeVisible();
  await expect
    .poll(shownPhones, { timeout: 10_000 })
    .toEqual(['138****2000', '138****1000', '138****1002', '138****1001']);
  for (const [phone, why] of [
    ['138****2000', '要人工'],
    ['138****1000', '投诉'],
    ['138****1002', '久未说话'],
  ])
    await expect.element(screen.getByRole('row', { name: new RegExp(`${why}.*${phone?.slice(-4)}`) })).toBeVisible();
  for (const tab of ['全部 4', '要人工 1', '投诉 1', '久未说话 1', 'A、B 类 0'])
    await expect.element(screen.getByRole('button', { name: tab })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '要人工 1' }).click();
  await expect.poll(shownPhones).toEqual(['138****2000']);
  expect(location.search).toBe('?only=person');
  await screen.getByRole('button', { name: 'A、B 类 0' }).click();
  await expect.element(screen.getByText('没有这样的通话')).toBeVisible();
});

test('each task says what limits it, and narrows the calls to its own', async () => {
  const { screen } = await open();
  const tasks = screen.getByRole('complementary', { name: '任务' });
  await expect.element(tasks.getByText('语音网关通道已满')).toBeVisible();
  await expect.element(tasks.getByText('没有限制，正常拨打')).toBeVisible();
  await tasks.getByRole('button', { name: '续费提醒', exact: true }).click();
  await expect.poll(shownPhones).toEqual(['138****2000']);
  await screen.getByRole('searchbox').fill('没有这个人');
  await expect.element(screen.getByText('没有这样的通话')).toBeVisible();
  await screen
    .getByRole('region')
    .or(screen.getByRole('button', { name: '清空' }))
    .last()
    .click();
  await expect.poll(() => shownPhones().length).toBe(4);
  // The longest name leaves room for it.
  const board = tasks.getByRole('link', { name: /十一月.*的看板/ });
  expect(board.element().getBoundingClientRect().right).toBeLessThanOrEqual(
    tasks.element().getBoundingClientRect().right,
  );
  await board.click();
  await expect.poll(() => location.pathname).toBe(`/platform/task/${first}`);
});

test('a call is watched beside the list: what is said in it, a note of it; it stays when it is over', async () => {
  const { screen } = await open(`?open=${calls[1]}`);
  const drawer = screen.getByRole('complementary', { name: '138****1001' });
  await happensIn(calls[1]!, { to: 'talking' }, said('周六上午可以'));
  await expect.element(drawer.getByText('周六上午可以')).toBeVisible();
  await drawer.getByLabelText('我的备注').fill('周六回电');
  await drawer.getByLabelText('我的备注').element().blur();
  await expect
    .poll(async () =>
      (await merchant.owner.ask(endpoints.call.detail, { id: calls[1]! })).notes.map(({ text }) => text),
    )
    .toEqual(['周六回电']);
  expect(await accessFaults()).toEqual([]);
});

test('chosen calls are hung up together after a question that says how many; who may not call out chooses none', async () => {
  const { screen, layer } = await open();
  await screen.getByRole('checkbox', { name: '选中 138****1000' }).click();
  await screen.getByRole('checkbox', { name: '选中 138****1002' }).click();
  await screen.getByRole('region', { name: '已选 2 条' }).getByRole('button', { name: '挂断' }).click();
  const dialog = screen.getByRole('dialog', { name: '挂断 2 通电话' });
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '取消' }).click();
  expect(layer.lastAsked(endpoints.live.hangUp)).toBeUndefined();
  await screen.getByRole('region', { name: '已选 2 条' }).getByRole('button', { name: '挂断' }).click();
  await dialog.getByRole('button', { name: '挂断' }).click();
  await expect.element(screen.getByText('已挂断 2 通')).toBeVisible();
  const asked = JSON.parse(layer.lastAsked(endpoints.live.hangUp)?.ids ?? '[]') as string[];
  expect(asked.toSorted()).toEqual([calls[0], calls[2]].toSorted());
  const watcher = await merchant.person({ rights: ['myTask'], buttons: ['seat:monitor'], scope: 'all' });
  const other = await open('', watcher);
  await expect.element(other.screen.getByRole('button', { name: '监听 138****1000' })).toBeVisible();
  expect(other.screen.getByRole('checkbox').elements()).toEqual([]);
});

test('nothing runs, nothing could be read, the connection is gone: each is said, with what to do', async () => {
  const other = await newMerchant();
  const { screen } = await open('', other.owner);
  await expect.element(screen.getByText('现在没有通话')).toBeVisible();
  await expect.element(screen.getByText('没有在跑的任务')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const layer = openLayer();
  layer.fails(endpoints.live.calls);
  layer.fails(endpoints.live.tasks);
  const failing = await open('', floor, layer);
  await expect.element(failing.screen.getByText('实时通话加载失败')).toBeVisible();
  await expect.element(failing.screen.getByText('任务加载失败')).toBeVisible();
  expect(failing.screen.getByRole('button', { name: '再试一次' }).elements()).toHaveLength(2);
  // Well again, it reads them without being asked.
  layer.heals();
  await expect.element(failing.screen.getByRole('row', { name: /138\*{4}2000/ }), { timeout: 60_000 }).toBeVisible();
  layer.isAway(true);
  await expect
    .element(failing.screen.getByText('连接断了，正在重连，内容可能是旧的'), { timeout: 10_000 })
    .toBeVisible();
  layer.isAway(false);
});

test('of five hundred calls those in view are drawn, keys reach all, and that there are more is said', async () => {
  const layer = openLayer();
  const at = (n: number) => new Date(Date.now() - 600_000 + n * 1_000).toISOString();
  const many = Array.from({ length: MOST_LIVE_CALLS }, (_, n) => ({
    ...{ id: `${900_000 + n}`, phone: `139${String(n).padStart(8, '0')}`, name: '', direction: 'out', task: null },
    ...{ planName: '回访', lineName: '线路', stage: 'talking', placedAt: at(n), answeredAt: at(n) },
  }));
  layer.changes((path, data) =>
    path === endpoints.live.calls.path ? { ...(data as LiveCalls), calls: many, total: 612 } : data,
  );
  onTestFinished(() => page.viewport(1_440, 900));
  const { screen } = await open('', floor, layer);
  const rows = screen.getByRole('table', { name: '实时通话' });
  await expect.element(rows.getByText(many[0]!.phone, { exact: true })).toBeVisible();
  await expect.element(screen.getByText('共 612 通，这里是 500 通；点一个任务只看它的。')).toBeVisible();
  const table = rows.element();
  expect(table.querySelectorAll('tr[data-key]').length).toBeLessThan(80);
  const inFocus = () => (document.activeElement as HTMLElement).dataset.key;
  table.querySelector<HTMLElement>('tr[data-key]')?.focus();
  await userEvent.keyboard('{End}');
  await expect.poll(inFocus).toBe(many.at(-1)?.id);
  await userEvent.keyboard('{ArrowUp}');
  expect(inFocus()).toBe(many.at(-2)?.id);
  await page.viewport(1_200, 900);
  await expect.element(rows.getByText(many.at(-1)!.phone, { exact: true })).toBeVisible();
});
