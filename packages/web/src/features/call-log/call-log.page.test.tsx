import { endpoints, type OutputOf, refusals, type TableLook } from '@lianxian/contract';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { batchesOf, batchGoes } from '../../testing/batches.ts';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { busyEnding, type GivenCall, giveCalls } from '../../testing/house-calls.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../testing/show-page.tsx';
import { busyCall, toldCall } from '../../testing/story.ts';
import { addNumbers, newTask } from '../../testing/tasks.ts';

/** 120 calls of one task within a day: every second one answered, levels A to C in turn, the others busy. */
let busy: Merchant;
/** Three calls by hand, the told one the newest, and a task to add to. */
let small: Merchant;
let calls: { readonly told: string; readonly taken: string };
beforeAll(async () => {
  [busy, small] = await Promise.all([newMerchant(), newMerchant()]);
  const task = await newTask(busy.owner, { name: '试听课回访 · 第三批' });
  await addNumbers(busy, task, 13_812_341_000, 119);
  // The first number was called at the very beginning, and answers at the end.
  await giveCalls(
    busy,
    Array.from({ length: 120 }, (_, n) => ofTask(task, 119 - n)),
  );
  const unwanted: GivenCall = {
    row: { phone: '15400000003' },
    ending: { level: 'F', talkMs: 14_000, namesAuthority: true },
  };
  const [, taken = '', told = ''] = await giveCalls(small, [unwanted, busyCall, toldCall]);
  calls = { told, taken };
  await newTask(small.owner, { name: '试听课回访 · 第三批' });
});

/** `at`: how many calls came after it, each two minutes later. */
const ofTask = (taskId: string, at: number): GivenCall => {
  const placedAt = Date.UTC(2026, 10, 18, 8, 34) - at * 120_000;
  const [level = 'A', talkMs] = [(['A', 'B', 'C'] as const)[(at / 2) % 3], 64_000];
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    row: { taskId, phone: String(13_812_341_000 + (at % 119)), placedAt: iso(placedAt), cost: '0.12' },
    ending:
      at % 2 === 0
        ? { talkMs, turns: 11, level, answeredAt: iso(placedAt), endedAt: iso(placedAt + talkMs) }
        : { ...busyEnding, endedAt: iso(placedAt) },
  };
};

/** Somebody who sees all calls of the merchant, and may export them. */
const reader = (merchant: Merchant): Promise<Person> =>
  merchant.person({ rights: ['callLog'], buttons: ['callLog:export', 'phone:unmask'], scope: 'all' });
const open = (query = '', { owner }: Merchant = busy) => openAt(`/callLog${query}`, { as: owner });
const rowCount = (screen: Screen) => screen.getByRole('row').elements().length - 1;
/** Files that are saved on the page are not. */
const keepNoFiles = () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => click.mockRestore());
};

test('a call whose callee spoke of the police is marked in the list', async () => {
  const { screen } = await open('', small);
  const marked = screen.getByRole('row', { name: /15400000003/ }).getByRole('img', { name: /^客户说要报警/ });
  await expect.element(marked).toBeVisible();
  expect(screen.getByRole('img', { name: /^客户说要报警/ }).elements()).toHaveLength(1);
});

test('the newest 50 calls show with task, state and level; another page follows and the way back', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText('第 1–50 条，共 120 条，总时长 1 小时 4 分，花费 ¥ 14.40')).toBeVisible();
  expect(rowCount(screen)).toBe(50);
  // The list's own order: what ended last is first.
  await expect
    .element(screen.getByRole('columnheader', { name: '结束时间' }))
    .toHaveAttribute('aria-sort', 'descending');
  await expect.element(screen.getByRole('row', { name: /13812341000.*第三批.*第 2 次.*已接通.*A/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'A、B 类通话 40' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '下一页' }).click();
  await expect.element(screen.getByText('第 51–100 条，共 120 条，总时长 1 小时 4 分，花费 ¥ 14.40')).toBeVisible();
  await screen.getByRole('button', { name: '下一页' }).click();
  await expect.element(screen.getByText('第 101–120 条，共 120 条，总时长 1 小时 4 分，花费 ¥ 14.40')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '下一页' })).toBeDisabled();
  await screen.getByRole('button', { name: '上一页' }).click();
  await expect.element(screen.getByText('第 51–100 条，共 120 条，总时长 1 小时 4 分，花费 ¥ 14.40')).toBeVisible();
});

test('a call that ends joins the first page by itself; on a later page a bar says how many there are', async () => {
  const merchant = await newMerchant();
  const ended = (phone: number): GivenCall => ({ row: { phone: String(phone) } });
  await giveCalls(
    merchant,
    Array.from({ length: 60 }, (_, n) => ended(13_812_341_000 + n)),
  );
  const { screen, ready } = await open('', merchant);
  await ready;
  await expect.poll(() => rowCount(screen)).toBe(50);
  await giveCalls(merchant, [ended(13_900_000_001)]);
  await expect.element(screen.getByRole('row', { name: /13900000001/ })).toBeVisible();
  await screen.getByRole('button', { name: '下一页' }).click();
  await expect.poll(() => rowCount(screen)).toBe(11);
  await giveCalls(merchant, [ended(13_900_000_002), ended(13_900_000_003)]);
  await expect.element(screen.getByText('有 2 条新记录')).toBeVisible();
  await screen.getByRole('button', { name: '回到最新' }).click();
  await expect.element(screen.getByRole('row', { name: /13900000003/ })).toBeVisible();
  await expect.element(screen.getByText('有 2 条新记录')).not.toBeInTheDocument();
});

test('conditions stand as chips and in the address, and the back button undoes them', async () => {
  const { screen, layer } = await open();
  await screen.getByRole('button', { name: '加条件' }).click();
  await screen.getByRole('button', { name: '状态', exact: true }).click();
  await screen.getByRole('checkbox', { name: '用户正忙' }).click();
  await expect.element(screen.getByText(/^第 1–50 条，共 60 条/)).toBeVisible();
  await screen.getByRole('checkbox', { name: '已接通' }).click();
  await expect.poll(() => location.search).toBe('?state=answered%2Cbusy');
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: '状态 已接通、用户正忙' })).toBeVisible();

  await screen.getByRole('searchbox', { name: '号码、后四位或姓名' }).fill('+86 138-1234-1005');
  await expect.poll(() => rowCount(screen)).toBe(1);
  await expect.poll(() => location.search).toContain('phone=13812341005');
  history.back();
  await expect.poll(() => location.search).toBe('?state=answered%2Cbusy');
  await expect.element(screen.getByRole('searchbox', { name: '号码、后四位或姓名' })).toHaveValue('');
  await screen.getByRole('button', { name: '清空' }).click();
  await expect.poll(() => location.search).toBe('');
  const { path } = endpoints.call.list;
  expect(layer.asked.some(each => each.path === path && each.fields.phone === '13812341005')).toBe(true);
});

test('a link brings its conditions, whole days of the merchant among them', async () => {
  const { screen, layer } = await open('?time=2026-11-18~2026-11-18&level=A,B');
  await expect.element(screen.getByRole('button', { name: '时间 2026-11-18 至 2026-11-18' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '等级 A、B' })).toBeVisible();
  await expect.poll(() => rowCount(screen)).toBe(40);
  expect(layer.asked.some(({ fields }) => fields.to === '2026-11-19T00:00:00+08:00')).toBe(true);
});

test.each([
  ['without', []],
  ['with', ['search_more']],
])('O-304: %s search_more plan and talk time are offered or not (A-41)', async (_what, buttons) => {
  const { screen } = await openAt('/callLog', { as: await busy.person({ rights: ['callLog'], buttons }) });
  await screen.getByRole('button', { name: '加条件' }).click();
  await expect.element(screen.getByRole('button', { name: '等级', exact: true })).toBeVisible();
  await expect.poll(() => screen.getByText('更多条件').elements().length).toBe(buttons.length);
});

test.each([
  ['without', []],
  ['with', ['callLog:export']],
])('O-305: %s callLog:export the calls can be exported or not (A-40)', async (_what, buttons) => {
  const { screen } = await openAt('/callLog', { as: await busy.person({ rights: ['callLog'], buttons }) });
  await expect.element(screen.getByRole('button', { name: '加条件' })).toBeVisible();
  await expect
    .poll(() => screen.getByRole('button', { name: '导出', exact: true }).elements().length)
    .toBe(buttons.length);
});

test('a call opens beside the list, arrows walk it there, and it closes where it came from', async () => {
  const { screen } = await open('', small);
  const first = screen.getByRole('row', { name: /15400000001/ });
  await expect.element(first).toBeVisible();
  (first.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const drawer = screen.getByRole('complementary', { name: /15400000001/ });
  await expect.element(drawer.getByText('约到试听时间，通话 30 秒以上')).toBeVisible();
  expect(location.search).toBe(`?open=${calls.told}`);
  await expect.element(screen.getByRole('columnheader', { name: '话术' })).not.toBeInTheDocument();
  await drawer.getByRole('button', { name: /那一节课大概多少钱呢/ }).click();
  await expect.element(drawer.getByRole('slider')).toHaveAttribute('aria-valuenow', '23');
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(screen.getByRole('complementary', { name: '15400000004' }).getByText('对方忙')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => location.search).toBe('');
  await expect.poll(() => document.activeElement?.textContent).toContain('15400000004');
});

test('a link opens the call at its second', async () => {
  const { screen } = await open(`?open=${calls.told}&t=42`, small);
  await expect.element(screen.getByRole('slider')).toHaveAttribute('aria-valuenow', '42');
});

test('beside an open call in a small window the tools are still there', async () => {
  await page.viewport(1200, 800);
  try {
    const { screen } = await open(`?open=${calls.told}`, small);
    await expect.element(screen.getByRole('complementary', { name: /15400000001/ })).toBeVisible();
    await screen.getByRole('main').getByRole('button', { name: '批量任务' }).click();
    await expect.element(screen.getByText('今天还没有批量任务')).toBeVisible();
    await screen.getByRole('button', { name: '导出', exact: true }).click();
    await expect.element(screen.getByText('把当前条件下的 3 条通话导出成表格？')).toBeVisible();
    expect(await accessFaults()).toEqual([]);
  } finally {
    await page.viewport(1440, 900);
  }
});

test('an export says how many rows, shows how far it is and offers its file', async () => {
  keepNoFiles();
  const person = await reader(busy);
  const layer = openLayer();
  let isHalfDone = true;
  layer.changes((path, data) => {
    if (!isHalfDone || path !== endpoints.batch.list.path) return data;
    const { list, total } = data as OutputOf<typeof endpoints.batch.list>;
    return { list: list.map(batch => ({ ...batch, state: 0, of: 40, done: 5, fileId: null })), total };
  });
  const { screen } = await openAt('/callLog?level=A,B', { as: person, layer });
  await expect.poll(() => rowCount(screen)).toBe(40);
  await screen.getByRole('button', { name: '导出', exact: true }).click();
  await expect.element(screen.getByText('把当前条件下的 40 条通话导出成表格？')).toBeVisible();
  await screen.getByRole('button', { name: '开始导出' }).click();
  await expect.element(screen.getByText('5 / 40 行')).toBeVisible();
  expect(JSON.parse(layer.lastAsked(endpoints.call.export)?.levels ?? '')).toEqual(['A', 'B']);
  expect(await accessFaults()).toEqual([]);
  const made = async () => (await person.ask(endpoints.batch.list, {})).list[0];
  await expect.poll(async () => (await made())?.state).toBe(1);
  isHalfDone = false;
  const { id = '', fileId } = (await made()) ?? {};
  layer.pushes({ type: 'batchChanged', topic: 'batches', id });
  await screen.getByRole('button', { name: '下载', exact: true }).click();
  await expect.poll(() => layer.lastAsked(endpoints.file.ticket)?.fileId).toBe(fileId);
});

test('batch tasks of today: how many run, the rows left out as a file, a running one cancelled', async () => {
  const person = await reader(small);
  const remark = '导入 9,980 个，20 行没导入';
  const imports = Array.from(
    { length: 12 },
    (_, n) => ({ title: `导入号码 ${n}`, type: 0, remark, hasFile: true }) as const,
  );
  const ids = await batchesOf(small, person, [...imports, { title: '导出通话记录', state: 'running' }]);
  const { screen, layer } = await openAt('/callLog', { as: person });
  await screen.getByRole('button', { name: '批量任务，1 个进行中' }).click();
  await expect.element(screen.getByText(remark).first()).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '没导入的行' }).first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('combobox', { name: '每页多少个' }).selectOptions('50');
  await expect.poll(() => layer.lastAsked(endpoints.batch.list)?.limit).toBe('50');
  await screen.getByRole('button', { name: '取消', exact: true }).click();
  const [running = ''] = ids.slice(-1);
  await expect.poll(() => layer.lastAsked(endpoints.batch.cancel)?.id).toBe(running);
  await batchGoes(small, running, { state: 'cancelled' });
  await expect.element(screen.getByText('已取消')).toBeVisible();
});

test('with no calls yet the page says where they come from', async () => {
  const { screen } = await open('', await newMerchant());
  await expect.element(screen.getByText('还没有通话记录')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: '去建任务' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('nothing that matches, and a house that is away: each says so and keeps what was chosen', async () => {
  const { screen, layer } = await open('?level=C', small);
  await expect.element(screen.getByText('没有符合条件的通话')).toBeVisible();
  layer.isAway(true);
  await screen.getByRole('button', { name: /没接通，可重拨/ }).click();
  await expect.element(screen.getByText('通话记录加载失败')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^状态 / })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  layer.isAway(false);
  // The push socket comes back too, and with it the list by itself: whichever is first.
  await expect
    .poll(() => {
      (screen.getByRole('button', { name: '再试一次' }).query() as HTMLElement | null)?.click();
      return screen.getByRole('row', { name: /15400000004/ }).query();
    })
    .not.toBeNull();
});

test('cut off, a further page leaves the rows that are there, is said once, and comes by itself when the line is back', async () => {
  const { screen, layer } = await open();
  await expect.element(screen.getByText(/^第 1–50 条，共 120 条/)).toBeVisible();
  layer.isAway(true);
  await screen.getByRole('button', { name: '下一页' }).click();
  await expect.element(screen.getByRole('alert').getByText('通话记录加载失败')).toBeVisible();
  await expect.element(screen.getByText('服务内部错误')).toBeVisible();
  expect([rowCount(screen), screen.getByText('服务内部错误').elements().length]).toEqual([50, 1]);
  await expect.element(screen.getByText(/^第 1–50 条，共 120 条/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  layer.isAway(false);
  await expect.element(screen.getByText(/^第 51–100 条，共 120 条/)).toBeVisible();
  await expect.element(screen.getByText('通话记录加载失败')).not.toBeInTheDocument();
});

test('a list that is refused says the sentence of the server, over the rows of before or in their place', async () => {
  const { screen, layer } = await open();
  await expect.poll(() => rowCount(screen)).toBe(50);
  // The toast of the test before has gone.
  await expect.element(screen.getByText('服务内部错误')).not.toBeInTheDocument();
  layer.fails(endpoints.call.list);
  await screen.getByRole('button', { name: /A、B 类通话/ }).click();
  const bar = screen.getByRole('alert');
  await expect.element(bar.getByText(refusals.serverBusy['zh-CN'])).toBeVisible();
  expect([rowCount(screen), screen.getByText('服务内部错误').elements().length]).toEqual([50, 0]);
  expect(await accessFaults()).toEqual([]);
  layer.heals();
  await bar.getByRole('button', { name: '再试一次' }).click();
  await expect.poll(() => rowCount(screen)).toBe(40);
});

test('a line that is back at its first try has what came meanwhile read', async () => {
  const { layer, ready } = await open();
  await ready;
  const { path } = endpoints.call.list;
  const asked = () => layer.asked.filter(each => each.path === path && each.fields.limit === '50').length;
  await expect.poll(asked).toBe(1);
  layer.closes(1006);
  await expect.poll(() => layer.opened.length).toBe(2);
  await expect.poll(asked).toBe(2);
});

test('trials count apart: in no sum of the list, and none is to be followed up', async () => {
  const { screen } = await open('', small);
  await expect.element(screen.getByText(/共 3 条，总时长 0 秒，花费 ¥ 0.*，另有试呼 3 条，不计在内/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'A、B 类通话 0' })).toBeVisible();
  await screen.getByRole('button', { name: '试呼 3' }).click();
  await expect.element(screen.getByText(/共 3 条，总时长 1 分/)).toBeVisible();
  await expect.element(screen.getByText(/另有试呼/)).not.toBeInTheDocument();
});

test('rows are chosen with space: their numbers go into a task, the calls alone into a sheet', async () => {
  keepNoFiles();
  const { screen, layer } = await open('', small);
  const first = screen.getByRole('row', { name: /15400000001/ });
  await expect.element(first).toBeVisible();
  (first.element() as HTMLElement).focus();
  await userEvent.keyboard(' {ArrowDown} ');
  await expect.element(screen.getByText('已选 2 条')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '导出选中的' }).click();
  await expect.element(screen.getByText('把选中的 2 条通话导出成表格？')).toBeVisible();
  await screen.getByRole('button', { name: '开始导出' }).click();
  await expect
    .poll(() => JSON.parse(layer.lastAsked(endpoints.call.export)?.ids ?? '[]'))
    .toEqual([calls.told, calls.taken]);
  await screen.getByRole('button', { name: '加入任务' }).click();
  const dialog = screen.getByRole('dialog', { name: '把 2 人（2 通）加入任务' });
  await dialog.getByRole('button', { name: /第三批 · / }).click();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '加入任务' }).click();
  await expect.element(screen.getByText('正在把 2 人加入任务，结果看批量任务')).toBeVisible();
  expect(JSON.parse(layer.lastAsked(endpoints.call.append)?.ids ?? '')).toEqual([calls.told, calls.taken]);
  await expect.element(screen.getByText('已选 2 条')).not.toBeInTheDocument();
});

test('the box of the head takes the page, then all that match: they go into a new task by their filter', async () => {
  const { screen, layer } = await open('?level=A,B');
  await expect.poll(() => rowCount(screen)).toBe(40);
  await screen.getByRole('combobox', { name: '每页多少条' }).selectOptions('20');
  await expect.poll(() => rowCount(screen)).toBe(20);
  await screen.getByRole('checkbox', { name: '选中本页' }).click();
  await expect.element(screen.getByText('已选 20 条')).toBeVisible();
  await screen.getByRole('button', { name: '选中全部 40 条' }).click();
  await expect.element(screen.getByText('已选 40 条')).toBeVisible();
  await screen.getByRole('button', { name: '加入任务' }).click();
  const dialog = screen.getByRole('dialog', { name: /人（40 通）加入任务/ });
  await dialog.getByText('新建任务').click();
  await dialog.getByRole('textbox', { name: '新任务的名称' }).fill('第四批');
  await dialog.getByRole('button', { name: /第三批/ }).click();
  await dialog.getByRole('button', { name: '加入任务' }).click();
  await expect.element(screen.getByText(/正在把 \d+ 人加入任务/)).toBeVisible();
  await expect.poll(() => layer.lastAsked(endpoints.call.append)).toBeDefined();
  const asked = layer.lastAsked(endpoints.call.append);
  expect([JSON.parse(asked?.levels ?? ''), asked?.ids]).toEqual([['A', 'B'], undefined]);
  expect(asked?.name).toBe('第四批');
  await expect.poll(async () => (await busy.owner.ask(endpoints.task.list, { q: '第四批' })).list.length).toBe(1);
});

test('filter and columns are kept under a name, which can be changed and goes again', async () => {
  const { screen, layer } = await openAt('/callLog?level=A,B', { as: await reader(busy) });
  await screen.getByRole('button', { name: '列', exact: true }).click();
  await expect.element(screen.getByRole('columnheader', { name: '费用' })).toBeVisible();
  await screen.getByRole('checkbox', { name: '费用' }).click();
  await expect.element(screen.getByRole('columnheader', { name: '费用' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '「等级」往前' }).click();
  await expect
    .poll(() => JSON.parse(layer.lastAsked(endpoints.table.saveLook)?.look ?? '{}').order?.slice(0, 4))
    .toEqual(['phone', 'callee', 'task', 'level']);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: '视图', exact: true }).click();
  await screen.getByRole('textbox', { name: '视图名称' }).fill('要跟进的');
  await screen.getByRole('button', { name: '存为视图' }).click();
  const mine = screen.getByRole('button', { name: '要跟进的', exact: true });
  await expect.element(mine.first()).toBeVisible();
  expect(layer.lastAsked(endpoints.table.saveView)).toMatchObject({
    ...{ table: 'callLog', query: 'level=A%2CB', isDefault: '0' },
  });
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '打开页面先用「要跟进的」' }).click();
  await expect.poll(() => layer.lastAsked(endpoints.table.saveView)?.isDefault).toBe('1');
  await screen.getByRole('button', { name: '删除「要跟进的」' }).click();
  await screen.getByRole('button', { name: '确定' }).click();
  await expect.element(screen.getByText('还没有视图')).toBeVisible();
});

/** Somebody who chose this look and saved a view with it. */
const withView = async (look: TableLook, isDefault: boolean): Promise<Person> => {
  const person = await reader(busy);
  await person.ask(endpoints.table.saveLook, { table: 'callLog', look });
  const view = { table: 'callLog', name: '要跟进的', query: 'level=A,B', look } as const;
  await person.ask(endpoints.table.saveView, { ...view, isDefault: isDefault ? '1' : '0' });
  return person;
};

test('a page that is opened bare begins with the view one chose, as it was saved on another machine', async () => {
  const look = { hidden: ['cost'], order: ['level', 'phone'], dense: true };
  const person = await withView(look, true);
  const { screen } = await openAt('/callLog', { as: person });
  await expect.element(screen.getByRole('button', { name: '等级 A、B' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '要跟进的', exact: true })).toBeVisible();
  await expect.poll(() => screen.getByRole('columnheader').elements()[1]?.textContent).toBe('等级');
  await screen.getByRole('button', { name: '清空' }).click();
  await expect.poll(() => location.search).toBe('');
  await expect.element(screen.getByRole('button', { name: '视图', exact: true })).toBeVisible();
});

test('columns put away while the house cannot say what was chosen stay so; its views are there once it answers', async () => {
  const look = { hidden: [], order: [], dense: false };
  const layer = openLayer();
  layer.fails(endpoints.table.settings);
  const { screen } = await openAt('/callLog', { as: await withView(look, false), layer });
  const cost = screen.getByRole('columnheader', { name: '费用' });
  await expect.element(cost).toBeVisible();
  await screen.getByRole('button', { name: '列', exact: true }).click();
  layer.heals();
  await screen.getByRole('checkbox', { name: '费用' }).click();
  await expect.element(cost).not.toBeInTheDocument();
  const { path } = endpoints.table.settings;
  await expect.poll(() => layer.asked.filter(each => each.path === path).length).toBeGreaterThan(1);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: '视图', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: '要跟进的', exact: true })).toBeVisible();
  await expect.element(cost).not.toBeInTheDocument();
});
