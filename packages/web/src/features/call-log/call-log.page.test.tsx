import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { finishedImport, runningExport, taskCalls } from '../../testing/fake-calls.ts';
import { answeredCall, pastCalls } from '../../testing/fake-world.ts';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

const rowCount = (screen: Awaited<ReturnType<typeof openPage>>['screen']) =>
  screen.getByRole('row').elements().length - 1;
const asked = (server: Awaited<ReturnType<typeof openPage>>['server'], path: string) =>
  server.asked.filter(each => each.path === path).map(each => each.fields);

test('the newest 50 calls show with task, state and level; another page follows and the way back', async () => {
  const { screen } = await openPage('/callLog', { calls: { calls: taskCalls(120) } });
  await expect.element(screen.getByText('第 1–50 条，共 120 条，总时长 1 小时 4 分，花费 ¥ 14.40')).toBeVisible();
  expect(rowCount(screen)).toBe(50);
  // The list's own order: what ended last is first.
  await expect
    .element(screen.getByRole('columnheader', { name: '结束时间' }))
    .toHaveAttribute('aria-sort', 'descending');
  await expect.element(screen.getByRole('row', { name: /13812341000.*第三批.*第 2 次.*已接通.*A/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '待跟进 A、B 类 40' })).toBeVisible();
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
  const calls = taskCalls(60);
  const { screen, server } = await openPage('/callLog', { calls: { calls } });
  await expect.poll(() => rowCount(screen)).toBe(50);
  server.ends({ ...calls[0]!, id: '20001', phone: '13900000001' });
  await expect.element(screen.getByRole('row', { name: /13900000001/ })).toBeVisible();
  await screen.getByRole('button', { name: '下一页' }).click();
  await expect.poll(() => rowCount(screen)).toBe(11);
  // Long ones, placed before all that are shown.
  server.ends({ ...calls[0]!, id: '902', phone: '13900000002' });
  server.ends({ ...calls[0]!, id: '903', phone: '13900000003' });
  await expect.element(screen.getByText('有 2 条新记录')).toBeVisible();
  await screen.getByRole('button', { name: '回到最新' }).click();
  await expect.element(screen.getByRole('row', { name: /13900000003/ })).toBeVisible();
  await expect.element(screen.getByText('有 2 条新记录')).not.toBeInTheDocument();
});

test('conditions stand as chips and in the address, and the back button undoes them', async () => {
  const { screen, server } = await openPage('/callLog', { calls: { calls: taskCalls(30) } });
  await screen.getByRole('button', { name: '加条件' }).click();
  await screen.getByRole('button', { name: '状态', exact: true }).click();
  await screen.getByRole('checkbox', { name: '用户正忙' }).click();
  await expect.poll(() => rowCount(screen)).toBe(15);
  await screen.getByRole('checkbox', { name: '已接通' }).click();
  await expect.poll(() => location.search).toBe('?state=answered%2Cbusy');
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: '状态 已接通、用户正忙' })).toBeVisible();

  await screen.getByRole('searchbox', { name: '号码开头几位' }).fill('+86 138-1234-1005');
  await expect.poll(() => rowCount(screen)).toBe(1);
  await expect.poll(() => location.search).toContain('phone=13812341005');
  history.back();
  await expect.poll(() => location.search).toBe('?state=answered%2Cbusy');
  await expect.element(screen.getByRole('searchbox', { name: '号码开头几位' })).toHaveValue('');
  await screen.getByRole('button', { name: '清空' }).click();
  await expect.poll(() => location.search).toBe('');
  expect(asked(server, 'call/list').some(each => each.phone === '13812341005')).toBe(true);
});

test('a link brings its conditions, whole days of the merchant among them', async () => {
  const { screen, server } = await openPage('/callLog?time=2026-11-18~2026-11-18&level=A,B', {
    calls: { calls: taskCalls(30) },
  });
  await expect.element(screen.getByRole('button', { name: '时间 2026-11-18 至 2026-11-18' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '等级 A、B' })).toBeVisible();
  await expect.poll(() => rowCount(screen)).toBe(10);
  expect(asked(server, 'call/list').some(each => each.to === '2026-11-19T00:00:00+08:00')).toBe(true);
});

test.each([
  ['without', []],
  ['with', ['search_more']],
])('O-304: %s search_more plan and talk time are offered or not (A-41)', async (_what, btns) => {
  const { screen } = await openPage('/callLog', { calls: { visitor: { btns } } });
  await screen.getByRole('button', { name: '加条件' }).click();
  await expect.element(screen.getByRole('button', { name: '等级', exact: true })).toBeVisible();
  await expect.poll(() => screen.getByText('更多条件').elements().length).toBe(btns.length);
});

test.each([
  ['without', []],
  ['with', ['callLog:export']],
])('O-305: %s callLog:export the calls can be exported or not (A-40)', async (_what, btns) => {
  const { screen } = await openPage('/callLog', { calls: { visitor: { btns } } });
  await expect.element(screen.getByRole('button', { name: '加条件' })).toBeVisible();
  await expect
    .poll(() => screen.getByRole('button', { name: '导出', exact: true }).elements().length)
    .toBe(btns.length);
});

test('a call opens beside the list, arrows walk it there, and it closes where it came from', async () => {
  const { screen } = await openPage('/callLog', { calls: { calls: pastCalls } });
  const first = screen.getByRole('row', { name: /15400000001/ });
  await expect.element(first).toBeVisible();
  (first.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const drawer = screen.getByRole('complementary', { name: /15400000001/ });
  await expect.element(drawer.getByText('约到试听时间，通话 30 秒以上')).toBeVisible();
  expect(location.search).toBe('?open=103');
  await expect.element(screen.getByRole('columnheader', { name: '话术' })).not.toBeInTheDocument();
  await drawer.getByRole('button', { name: /那一节课大概多少钱呢/ }).click();
  await expect.element(drawer.getByRole('slider')).toHaveAttribute('aria-valuenow', '23');
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{ArrowDown}');
  await expect
    .element(screen.getByRole('complementary', { name: '15400000004' }).getByText('对方正在通话'))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => location.search).toBe('');
  await expect.poll(() => document.activeElement?.textContent).toContain('15400000004');
});

test('a link opens the call at its second', async () => {
  const { screen } = await openPage('/callLog?open=103&t=42');
  await expect.element(screen.getByRole('slider')).toHaveAttribute('aria-valuenow', '42');
});

test('beside an open call in a small window the tools are still there', async () => {
  await page.viewport(1200, 800);
  try {
    const { screen } = await openPage('/callLog?open=103', { calls: { calls: pastCalls } });
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
  const { screen, server } = await openPage('/callLog?level=A,B', { calls: { calls: taskCalls(30) } });
  await expect.poll(() => rowCount(screen)).toBe(10);
  await screen.getByRole('button', { name: '导出', exact: true }).click();
  await expect.element(screen.getByText('把当前条件下的 10 条通话导出成表格？')).toBeVisible();
  await screen.getByRole('button', { name: '开始导出' }).click();
  expect(JSON.parse(asked(server, 'call/export')[0]!.levels!)).toEqual(['A', 'B']);
  server.batchGoes('500', { of: 10, done: 5 });
  await expect.element(screen.getByText('5 / 10 行')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  server.batchGoes('500', { state: 1, done: 10, fileId: '902' });
  await screen.getByRole('button', { name: '下载', exact: true }).click();
  expect(asked(server, 'file/ticket')[0]).toMatchObject({ fileId: '902' });
});

test('batch tasks of today: how many run, the rows left out as a file, a running one cancelled', async () => {
  const imports = Array.from({ length: 12 }, (_, at) => ({ ...finishedImport, id: String(400 + at) }));
  const { screen, server } = await openPage('/callLog', { calls: { batches: [runningExport, ...imports] } });
  await screen.getByRole('button', { name: '批量任务，1 个进行中' }).click();
  await expect.element(screen.getByText('导入 9,980 个，20 行没导入').first()).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '没导入的行' }).first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('combobox', { name: '每页多少个' }).selectOptions('50');
  await expect.poll(() => asked(server, 'batch/list').at(-1)?.limit).toBe('50');
  await screen.getByRole('button', { name: '取消', exact: true }).click();
  await expect.element(screen.getByText('已取消')).toBeVisible();
});

test('with no calls yet the page says where they come from', async () => {
  const { screen } = await openPage('/callLog', { calls: { calls: [] } });
  await expect.element(screen.getByText('还没有通话记录')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: '去建任务' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('nothing that matches, and a house that is away: each says so and keeps what was chosen', async () => {
  const { screen, server } = await openPage('/callLog?level=C', { calls: { calls: pastCalls } });
  await expect.element(screen.getByText('没有符合条件的通话')).toBeVisible();
  server.isAway(true);
  await screen.getByRole('button', { name: /待跟进/ }).click();
  await expect.element(screen.getByText('通话记录没读出来')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '等级 A、B' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  server.isAway(false);
  // The push socket comes back too, and with it the list by itself: whichever is first.
  await expect
    .poll(() => {
      (screen.getByRole('button', { name: '再试一次' }).query() as HTMLElement | null)?.click();
      return screen.getByRole('row', { name: /15400000001/ }).query();
    })
    .not.toBeNull();
});

test('rows are chosen with space: their numbers go into a task, the calls alone into a sheet', async () => {
  const { screen, server } = await openPage('/callLog', { calls: { calls: [answeredCall, ...pastCalls.slice(1)] } });
  const first = screen.getByRole('row', { name: /15400000001/ });
  await expect.element(first).toBeVisible();
  (first.element() as HTMLElement).focus();
  await userEvent.keyboard(' {ArrowDown} ');
  await expect.element(screen.getByText('已选 2 条')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '导出选中的' }).click();
  await expect.element(screen.getByText('把选中的 2 条通话导出成表格？')).toBeVisible();
  await screen.getByRole('button', { name: '开始导出' }).click();
  await expect.poll(() => JSON.parse(asked(server, 'call/export')[0]?.ids ?? '[]')).toHaveLength(2);
  await screen.getByRole('button', { name: '加入任务' }).click();
  await screen
    .getByRole('dialog')
    .getByRole('button', { name: /第三批/ })
    .click();
  await expect.element(screen.getByText('正在加入任务，结果看批量任务')).toBeVisible();
  expect(asked(server, 'task/import')[0]?.text?.split('\n')).toHaveLength(2);
  await expect.element(screen.getByText('已选 2 条')).not.toBeInTheDocument();
});

test('filter and columns are kept under a name, which can be changed and goes again', async () => {
  const { screen, server } = await openPage('/callLog?level=A,B', { calls: { calls: taskCalls(30) } });
  await screen.getByRole('button', { name: '列', exact: true }).click();
  await expect.element(screen.getByRole('columnheader', { name: '费用' })).toBeVisible();
  await screen.getByRole('checkbox', { name: '费用' }).click();
  await expect.element(screen.getByRole('columnheader', { name: '费用' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '「等级」往前' }).click();
  await expect
    .poll(() => JSON.parse(asked(server, 'table/saveLook').at(-1)?.look ?? '{}').order?.slice(0, 4))
    .toEqual(['phone', 'callee', 'task', 'level']);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: '视图', exact: true }).click();
  await screen.getByRole('textbox', { name: '视图名称' }).fill('要跟进的');
  await screen.getByRole('button', { name: '存为视图' }).click();
  const mine = screen.getByRole('button', { name: '要跟进的', exact: true });
  await expect.element(mine.first()).toBeVisible();
  expect(asked(server, 'table/saveView')[0]).toMatchObject({ table: 'callLog', query: 'level=A%2CB', isDefault: '0' });
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '打开页面先用「要跟进的」' }).click();
  await expect.poll(() => asked(server, 'table/saveView')[1]?.isDefault).toBe('1');
  await screen.getByRole('button', { name: '删除「要跟进的」' }).click();
  await screen.getByRole('button', { name: '确定' }).click();
  await expect.element(screen.getByText('还没有视图')).toBeVisible();
});

test('a page that is opened bare begins with the view one chose, as it was saved on another machine', async () => {
  const look = { hidden: ['cost'], order: ['level', 'phone'], dense: true };
  const view = { id: '7', name: '要跟进的', query: 'level=A,B', look, isDefault: true };
  const { screen } = await openPage('/callLog', {
    calls: { calls: taskCalls(30), tables: { callLog: { look, views: [view] } } },
  });
  await expect.element(screen.getByRole('button', { name: '等级 A、B' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '要跟进的', exact: true })).toBeVisible();
  await expect.poll(() => screen.getByRole('columnheader').elements()[1]?.textContent).toBe('等级');
  await screen.getByRole('button', { name: '清空' }).click();
  await expect.poll(() => location.search).toBe('');
  await expect.element(screen.getByRole('button', { name: '视图', exact: true })).toBeVisible();
});

test('columns put away while the house cannot say what was chosen stay so; its views are there once it answers', async () => {
  const look = { hidden: [], order: [], dense: false };
  const view = { id: '7', name: '要跟进的', query: 'level=A,B', look, isDefault: false };
  const { screen, server } = await openPage('/callLog', {
    calls: { calls: taskCalls(30), tables: { callLog: { look, views: [view] } }, failing: ['table/settings'] },
  });
  const cost = screen.getByRole('columnheader', { name: '费用' });
  await expect.element(cost).toBeVisible();
  await screen.getByRole('button', { name: '列', exact: true }).click();
  server.heals();
  await screen.getByRole('checkbox', { name: '费用' }).click();
  await expect.element(cost).not.toBeInTheDocument();
  await expect.poll(() => asked(server, 'table/settings').length).toBeGreaterThan(1);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: '视图', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: '要跟进的', exact: true })).toBeVisible();
  await expect.element(cost).not.toBeInTheDocument();
});
