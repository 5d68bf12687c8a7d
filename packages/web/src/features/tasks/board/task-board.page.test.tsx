import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Merchant, newMerchant } from '../../../testing/house.ts';
import { busyEnding, endCall, giveCalls } from '../../../testing/house-calls.ts';
import { openLayer } from '../../../testing/layer.ts';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { toldCall } from '../../../testing/story.ts';
import { addNumbers, newTask, runningTask, taskGoes } from '../../../testing/tasks.ts';
import type { Board } from './board.ts';

let merchant: Merchant;
/** A task in the middle, whose calls nobody ends. */
let running: Awaited<ReturnType<typeof runningTask>>;
beforeAll(async () => {
  merchant = await newMerchant({ owner: '李敏' });
  const wish = { name: '试听课回访 · 11 月第三批', concurrency: 24 };
  running = await runningTask(merchant, { ...wish, concurrency: 18 });
  const { task } = running;
  await newTask(merchant.owner, { ...wish, id: task });
  await taskGoes(merchant, task, { pace: 'portsFull', endings });
});

/** 5,851 answered of 12,340 calls; 130 of them ended just now. */
const endings = [
  [60, 'answered', 'A', 118],
  [60, 'answered', 'B', 194],
  [60, 'answered', 'C', 406],
  [60, 'answered', 'D', 871],
  [60, 'answered', 'E', 1_320],
  [60, 'answered', 'F', 2_882],
  [3, 'answered', 'F', 60],
  [60, 'noAnswer', '', 3_772],
  [3, 'noAnswer', '', 70],
  [60, 'busy', '', 1_107],
  [60, 'unreachable', '', 769],
  [60, 'poweredOff', '', 412],
  [60, 'emptyNumber', '', 287],
  [60, 'lineFault', '', 72],
] as const;

const word = (call: string | undefined, speaker: 'robot' | 'callee', text: string) => ({
  type: 'taskWords',
  topic: `task:${running.task}`,
  calls: [{ call, state: 'talking', node: '约试听时间', speaker, text, level: speaker === 'robot' ? 'B' : null }],
});
const open = (task = running.task, query = '') => openAt(`/platform/task/${task}${query}`, { as: merchant.owner });
/** One of its own for who stops it or changes its settings. */
const startedTask = async (first = 13_812_341_000) => {
  const task = await newTask(merchant.owner, { name: '短任务' });
  await addNumbers(merchant, task, first, 3);
  await merchant.owner.ask(endpoints.task.start, { id: task });
  return task;
};

test('beside a drawer each channel cell stays in its figure, and who rings without room is counted', async () => {
  await open(running.task, '?panel=settings');
  await expect.poll(() => document.querySelectorAll('.kpi .jack-cells i').length).toBe(24);
  const box = document.querySelector('.kpi:has(.jack-cells)')?.getBoundingClientRect();
  for (const cell of document.querySelectorAll('.kpi .jack-cells i'))
    expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(box?.right ?? 0);
  const strip = document.querySelector('.board-ringing');
  const list = strip?.querySelector('ul');
  const shown = () => {
    const items = [...(list?.children ?? [])].map(item => item.getBoundingClientRect().top);
    return items.filter(top => top === items[0]).length;
  };
  await expect.poll(() => strip?.querySelector(':scope > .key')?.textContent).toBe(`+${6 - shown()}`);
});

test('channel cells stand in rows that are even, in a wide figure and beside a drawer', async () => {
  const layer = openLayer();
  layer.changes((path, data) =>
    path === endpoints.task.board.path ? { ...(data as Board), channels: { used: 3, limit: 15 } } : data,
  );
  const rows = () => {
    const cells = [...document.querySelectorAll('.kpi .jack-cells i')].map(cell => cell.getBoundingClientRect().top);
    return [...new Set(cells)].map(top => cells.filter(each => each === top).length);
  };
  onTestFinished(() => page.viewport(1_440, 900));
  for (const [query, widths] of [
    ['', [1_200, 1_440, 1_920]],
    // At 1200 the drawer leaves no room for the figure.
    ['?panel=settings', [1_440, 1_920]],
  ] as const) {
    await openAt(`/platform/task/${running.task}${query}`, { as: merchant.owner, layer });
    for (const width of widths) {
      await page.viewport(width, 900);
      await expect.poll(rows).toEqual([8, 7]);
    }
  }
});

test('what has ended has neither channels nor a pace, and says of how many calls its rate is', async () => {
  const task = await newTask(merchant.owner, { name: '打完了' });
  await addNumbers(merchant, task, 15_400_006_000, 4);
  const counts = { fresh: 0, retrying: 0, settled: 4, answered: 3 };
  const endings = [
    [90, 'answered', 'A', 3],
    [90, 'busy', '', 2],
  ] as const;
  await taskGoes(merchant, task, { state: 'finished', counts, endings });
  const { screen } = await open(task, '?tab=live');
  await expect.element(screen.getByText('共 5 通')).toBeVisible();
  for (const text of ['接通 3 通', '未接通 2 通']) await expect.element(screen.getByText(text)).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: '没接通的原因 2 通' })).toBeVisible();
  for (const text of ['占用通道', '节奏', '还剩号码'])
    expect(screen.getByText(text, { exact: true }).elements()).toEqual([]);
  expect(await accessFaults()).toEqual([]);
});

test('what a task cost stands beside its calls, and who controls it raises what it may cost', async () => {
  const task = await newTask(merchant.owner, { name: '有预算', budget: '50', dayBudget: '' });
  const { screen, layer } = await open(task, '?tab=live');
  await expect.element(screen.getByText('/ 预算 50.00 元')).toBeVisible();
  await screen.getByRole('button', { name: '改预算' }).click();
  const dialog = screen.getByRole('dialog', { name: '改预算' });
  await dialog.getByLabelText('任务预算（元）').fill('0.123');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.element(dialog.getByText(/金额/).last()).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByLabelText('任务预算（元）').fill('80');
  await dialog.getByLabelText('每天预算（元）').fill('20.5');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('/ 预算 80.00 元')).toBeVisible();
  await expect.element(screen.getByText('/ 预算 20.50 元')).toBeVisible();
  expect(layer.lastAsked(endpoints.taskMoney.budget)).toMatchObject({ id: task, budget: '80', dayBudget: '20.5' });
});

test('the board shows the figures of a task and its live calls with what is said', async () => {
  const { screen, layer } = await open();
  await expect.element(screen.getByRole('heading', { name: '试听课回访 · 11 月第三批' })).toBeVisible();
  for (const text of ['6,580', /\d\d:\d\d 拨完/, '47.4%', '312', '语音网关通道已满', '李敏 修改了设置'])
    await expect.element(screen.getByText(text, { exact: false }).first()).toBeVisible();
  await expect.element(screen.getByText('振铃 6')).toBeVisible();
  // Times below the minutes are ten apart, the last below the last bar.
  const minutesOf = (mark: Element) => {
    const [hour = 0, minute = 0] = (mark.textContent ?? '').split(':').map(Number);
    return hour * 60 + minute;
  };
  const marks = [...document.querySelectorAll('.minute-axis span')].map(minutesOf);
  expect(marks.slice(1).map((mark, at) => (mark - marks[at]! + 1_440) % 1_440)).toEqual([10, 10]);
  layer.pushes(word(running.calls[0], 'callee', '周六上午可以'));
  layer.pushes(word(running.calls[1], 'robot', '您好，我是课程顾问'));
  await expect.element(screen.getByText('周六上午可以')).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: '约试听时间' }).first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);

  await screen.getByText('客户在说').click();
  await expect.poll(() => screen.getByRole('row').elements().length).toBe(2);
  await screen.getByRole('radiogroup').getByText('A、B 类').click();
  await expect.element(screen.getByText('您好，我是课程顾问')).toBeVisible();
  await expect.poll(() => screen.getByRole('row').elements().length).toBe(2);
});

test('of three hundred live calls those in view are drawn, and keys and wheel reach all of them', async () => {
  const layer = openLayer();
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
  const live = Array.from({ length: 300 }, (_, n) => ({
    ...{ id: `${900_000 + n}`, phone: `139${String(n).padStart(8, '0')}`, name: '', stage: 'talking' as const },
    ...{ placedAt: at(n), answeredAt: at(n) },
  }));
  layer.changes((path, data) => (path === endpoints.task.board.path ? { ...(data as Board), live } : data));
  const { screen } = await openAt(`/platform/task/${running.task}`, { as: merchant.owner, layer });
  const rows = screen.getByRole('table', { name: '通话中' });
  const phone = (n: number) => rows.getByText(live[n]!.phone, { exact: true });
  await expect.element(phone(0)).toBeVisible();
  const table = rows.element();
  expect(table.querySelectorAll('tr[data-key]').length).toBeLessThan(80);
  const inFocus = () => (document.activeElement as HTMLElement).dataset.key;
  table.querySelector<HTMLElement>('tr[data-key]')?.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(inFocus()).toBe(live[1]!.id);
  await userEvent.keyboard('{End}');
  await expect.poll(inFocus).toBe(live[299]!.id);
  await expect.element(phone(299)).toBeVisible();
  await userEvent.keyboard('{ArrowUp}');
  expect(inFocus()).toBe(live[298]!.id);
  await userEvent.keyboard('{Home}');
  await expect.poll(inFocus).toBe(live[0]!.id);
  const scroller = table.parentElement!;
  scroller.scrollTop = scroller.scrollHeight / 2;
  await expect.element(phone(150)).toBeVisible();
  expect(table.querySelectorAll('tr[data-key]').length).toBeLessThan(80);
});

test('what ended just now, what comes and a line that is dead are on the board', async () => {
  const [call = ''] = await giveCalls(merchant, [toldCall]);
  const layer = openLayer();
  layer.changes((path, data) => {
    if (path !== endpoints.task.board.path) return data;
    const ended = { id: call, phone: '15400000001', name: '陈女士', level: 'A', says: '试听时间 周六上午' };
    const at = new Date(Date.now() + 600_000).toISOString();
    return {
      ...(data as Board),
      ended: [{ ...ended, endedAt: new Date().toISOString(), talkMs: 83_000 }],
      coming: [
        { because: 'retry', at, numbers: 3 },
        { because: 'west', at, numbers: 15 },
      ],
      deadLines: [
        { name: '粤电信-01', until: at },
        { name: '粤联通-02', until: null },
      ],
    };
  });
  const { screen } = await openAt(`/platform/task/${running.task}`, { as: merchant.owner, layer });
  for (const text of ['试听时间 周六上午', '到时间 3', '新疆 15', '线路 粤电信-01 不通', /连续拒绝，\d\d:\d\d 再试/])
    await expect.element(screen.getByText(text)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const hear = screen.getByRole('button', { name: '听 15400000001 的通话' });
  await hear.click();
  await expect.element(hear).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => layer.lastAsked(endpoints.file.ticket)?.fileId).toBeTruthy();
  await hear.click();
  await expect.element(hear).toHaveAttribute('aria-pressed', 'false');
});

test('one call is heard in place, another in its stead, and hung up after a question', async () => {
  const buttons = ['seat:monitor', 'call_out'];
  const listener = await merchant.person({ rights: ['myTask'], buttons, scope: 'all' });
  const { screen, layer } = await openAt(`/platform/task/${running.task}`, { as: listener });
  await screen.getByRole('button', { name: '监听 154****2217' }).click();
  await expect.element(screen.getByText('停止监听')).toBeVisible();
  await screen.getByRole('button', { name: '监听 154****2218' }).click();
  await expect.poll(() => screen.getByText('停止监听').elements().length).toBe(1);
  const tickets = layer.asked.filter(({ path }) => path === endpoints.call.listenTicket.path);
  expect(tickets.map(({ fields }) => fields.id)).toEqual(running.calls.slice(0, 2));
  await screen.getByRole('button', { name: '挂断 154****2218' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: '挂断' }).click();
  await expect.poll(() => layer.lastAsked(endpoints.call.hangUp)?.id).toBe(running.calls[1]);
});

test('a task is paused on its board, and goes on', async () => {
  const { screen } = await open(await startedTask());
  await screen.getByRole('button', { name: '暂停' }).click();
  await expect.element(screen.getByText('已暂停', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: '继续' }).click();
  await expect.element(screen.getByText('运行中')).toBeVisible();
});

test('the numbers of a task say how each came out, and lead to its record', async () => {
  const task = await startedTask();
  const [, busy] = await giveCalls(merchant, [
    { row: { taskId: task, phone: '13812341000' } },
    { row: { taskId: task, phone: '13812341001' }, ending: busyEnding },
  ]);
  const { screen } = await open(task, '?tab=numbers');
  await expect
    .element(
      screen
        .getByRole('row', { name: /13812341000/ })
        .getByText('已接通')
        .first(),
    )
    .toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('combobox', { name: '进度' }).selectOptions('retry');
  await expect.poll(() => screen.getByRole('row').elements().length).toBe(2);
  await screen.getByRole('link', { name: '看记录 13812341001' }).click();
  await expect.poll(() => location.pathname).toBe(`/platform/call/${busy}`);
});

test('its numbers follow while one reads them, and say what they wait for', async () => {
  const task = await startedTask(15_400_004_000);
  const [call] = await giveCalls(merchant, [{ row: { taskId: task, phone: '15400004000' }, ending: null }]);
  const { screen, ready } = await open(task, '?tab=numbers');
  await ready;
  const row = screen.getByRole('row', { name: /15400004000/ });
  await expect.element(row.getByText('拨打中')).toBeVisible();
  await endCall(call!, busyEnding);
  await taskGoes(merchant, task, {});
  await expect.element(row.getByText(/用户正忙 · .*再拨/)).toBeVisible();
  await merchant.owner.ask(endpoints.task.stop, { id: task });
  await expect.element(row.getByText('任务已停止，不再拨')).toBeVisible();
});

test('settings of a running task are changed beside its board', async () => {
  const { screen, layer } = await open(await startedTask());
  await screen.getByRole('button', { name: '并发与时段' }).click();
  await screen.getByLabelText('并发').fill('40');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => layer.lastAsked(endpoints.task.save)?.concurrency).toBe('40');
  await expect.element(screen.getByLabelText('并发')).not.toBeInTheDocument();
});

test('a number is taken off the list, and an import taken back as a whole', async () => {
  const task = await newTask(merchant.owner, { name: '导错的名单' });
  await addNumbers(merchant, task, 13_812_349_000, 2);
  const columns = [{ index: 0, use: 'phone' as const }];
  await merchant.owner.ask(endpoints.task.import, { id: task, text: '15400009001\n15400009002', header: '0', columns });
  await expect.poll(async () => (await merchant.owner.ask(endpoints.task.detail, { id: task })).counts.total).toBe(4);
  const { screen, layer } = await open(task, '?tab=numbers');
  await expect.element(screen.getByRole('row', { name: /15400009002/ })).toBeVisible();
  // What one does with a row stands whole in it.
  const acts = screen.getByRole('button', { name: '移出 13812349000' }).element().closest('td')!;
  expect(acts.scrollWidth).toBeLessThanOrEqual(acts.clientWidth);
  await screen.getByRole('button', { name: '移出 13812349000' }).click();
  await expect.element(screen.getByText('移出后这个任务不再拨它，名单里也没有它了。')).toBeVisible();
  await screen.getByRole('dialog').getByRole('button', { name: '移出' }).click();
  await expect.element(screen.getByText('已移出', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /13812349000/ })).not.toBeInTheDocument();

  await screen.getByRole('button', { name: '导入记录' }).click();
  await expect.element(screen.getByText('导入 2 · 未导入 0')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '收回 粘贴的号码' }).click();
  await screen
    .getByRole('dialog', { name: /收回「/ })
    .getByRole('button', { name: '收回' })
    .click();
  await expect.element(screen.getByText(/收回：移出 2 个，拨过的 0 个保留结果/)).toBeVisible();
  expect(layer.lastAsked(endpoints.taskNumbers.takeBackImport)?.id).toBe(task);
  const { counts } = await merchant.owner.ask(endpoints.task.detail, { id: task });
  expect(counts).toMatchObject({ total: 1, fresh: 1 });
});

test('many numbers that left the list are put back, from the message at once or from the list of a day', async () => {
  const task = await newTask(merchant.owner, { name: '移错了' });
  await addNumbers(merchant, task, 15_400_008_000, 3);
  const { batchId } = await merchant.owner.ask(endpoints.taskNumbers.takeOutMany, { id: task, by: 'filter' });
  const total = async () => (await merchant.owner.ask(endpoints.task.detail, { id: task })).counts.total;
  await expect.poll(total, { timeout: 20_000 }).toBe(0);
  const { screen, layer } = await open(task, '?tab=numbers');
  await screen.getByRole('button', { name: '导入记录' }).click();
  const outs = screen.getByRole('region', { name: '最近一天移出的号码' });
  await expect.element(outs.getByText('移出 3 个号码')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await outs.getByRole('button', { name: /^放回/ }).click();
  await expect.element(screen.getByText('已开始放回，进度在批量任务里')).toBeVisible();
  expect(layer.lastAsked(endpoints.taskNumbers.putBack)).toMatchObject({ id: task, takeOutId: batchId });
  await expect.element(outs.getByText('已放回'), { timeout: 20_000 }).toBeVisible();
  expect(await total()).toBe(3);
});
