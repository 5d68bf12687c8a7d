import { expect, test } from 'vitest';
import { busyHome, newHome } from '../testing/fake-home.ts';
import { liveCallId } from '../testing/fake-server.ts';
import { answeredCall, busyCall, liveStory, pastCalls } from '../testing/fake-world.ts';
import { accessFaults, openPage } from '../testing/open-page.tsx';

test('O-031: home shows today beside yesterday, the hours, tasks at work, what is to be done and who wants something', async () => {
  const { screen, server } = await openPage('/home');
  await expect.element(screen.getByRole('heading', { name: '每小时呼出' })).toBeVisible();
  expect(server.asked.find(({ path }) => path === 'user/index')?.fields.days).toBe('7');
  const figures = screen.getByLabelText('今天的数字');
  for (const text of [
    '4,882',
    '较昨日 +6.1%',
    '44.2%',
    '较昨日 +1.8%',
    '00:47',
    '较昨日 −00:03',
    '460',
    'A 173 · B 287',
    '¥ 268.51',
  ])
    await expect.element(figures.getByText(text, { exact: true })).toBeVisible();
  await expect.element(figures.getByText('余额 ¥ 98.80，不够一天')).toBeVisible();
  const task = screen.getByRole('row', { name: /试听课回访 · 11 月第三批/ });
  for (const text of ['运行中', '13,420 / 20,000', '18 / 24', '43.6%', '312', '约 19:10 拨完'])
    await expect.poll(() => task.element().textContent).toContain(text);
  const side = screen.getByRole('complementary').filter({ hasText: '要处理的' });
  for (const text of [
    '线路 粤联通-02 中断',
    '16:21 起不通',
    '余额不多了',
    '老学员转介绍 已暂停',
    '导出通话记录 没有做完',
    '27 / 36',
    '1.9',
    '愿意周六试听',
  ])
    await expect.poll(() => side.element().textContent).toContain(text);
  await expect
    .element(side.getByRole('link', { name: '陈女士 138****2217 看这通电话' }))
    .toHaveAttribute('href', '/platform/call/103');
  expect(location.pathname).toBe('/home');
  expect(await accessFaults()).toEqual([]);
});

test('the first run: each step by its state, the next one with its button', async () => {
  const { screen } = await openPage('/', { calls: { calls: [], home: newHome } });
  await expect.element(screen.getByRole('heading', { name: '跑通第一个任务' })).toBeVisible();
  await expect.element(screen.getByText('2 / 5', { exact: true })).toBeVisible();
  const now = screen.getByRole('listitem').filter({ hasText: '建一个任务，把号码放进去' });
  await expect.element(now).toHaveAttribute('aria-current', 'step');
  await expect.element(now.getByRole('button', { name: '导入号码' })).toBeVisible();
  await expect.element(screen.getByText('没有要处理的')).toBeVisible();
  await expect.element(screen.getByText('没有进行中的任务')).toBeVisible();
  await expect.element(screen.getByText('还没有通话', { exact: true })).toBeVisible();
  expect(location.pathname).toBe('/home');
  expect(await accessFaults()).toEqual([]);
});

test('who may neither make nor start tasks sees how far the steps are, and is led to none of it', async () => {
  const { screen } = await openPage('/home', { calls: { calls: [], home: newHome, visitor: { btns: [] } } });
  await expect.element(screen.getByRole('heading', { name: '跑通第一个任务' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '导入号码' })).not.toBeInTheDocument();
});

test('what an import left out is one click away, and a first run that is done is gone', async () => {
  const { screen } = await openPage('/home');
  await expect.element(screen.getByText('1,186 个可拨，14 个被剔除')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: '查看剔除原因' })).toHaveAttribute('href', '/platform/task/7');
  const done = {
    ...busyHome,
    steps: { ...busyHome.steps!, testCall: '103', task: { id: '7', name: '任务', started: true } },
  };
  const other = await openPage('/home', { calls: { home: done } });
  await expect.element(other.screen.getByRole('heading', { name: '进行中的任务' })).toBeVisible();
  await expect.element(other.screen.getByRole('heading', { name: '跑通第一个任务' })).not.toBeInTheDocument();
});

test('home is read anew when calls, tasks or lines move, once for all that came meanwhile', async () => {
  const { screen, server } = await openPage('/home');
  await expect.element(screen.getByRole('heading', { name: '每小时呼出' })).toBeVisible();
  const reads = () => server.asked.filter(({ path }) => path === 'user/index').length;
  const before = reads();
  for (const n of [1, 2, 3]) server.ends({ ...pastCalls[0]!, id: String(900 + n) });
  server.taskGoes('7', { answered: 1 });
  await expect.poll(reads).toBeGreaterThan(before);
  expect(reads()).toBeLessThanOrEqual(before + 2);
});

test('O-303: an employee sees what his rights let him see, and dials with call_out alone', async () => {
  const only = { ...busyHome, tasks: null, steps: null, todo: [], balance: null };
  const staff = { roleCode: 'employee' as const, rights: ['callLog'], btns: [] };
  const { screen } = await openPage('/home', { calls: { home: only, visitor: staff } });
  await expect.element(screen.getByRole('heading', { name: '最近的通话' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: '进行中的任务' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: '试呼' })).not.toBeInTheDocument();
  const caller = await openPage('/home', { calls: { home: only, visitor: { ...staff, btns: ['call_out'] } } });
  await expect.element(caller.screen.getByRole('button', { name: '试呼' })).toBeVisible();
  const nothing = { ...only, calls: null, live: null, intents: null };
  const other = await openPage('/home', { calls: { home: nothing, visitor: { ...staff, rights: [] } } });
  await expect.element(other.screen.getByRole('heading', { name: '欢迎，王晓雯' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('the platform’s people see all merchants together and nobody’s calls', async () => {
  const admin = { roleCode: 'admin' as const, rights: [], btns: [] };
  const { screen, server } = await openPage('/home', { calls: { visitor: admin } });
  await expect.element(screen.getByRole('heading', { name: '平台概况' })).toBeVisible();
  for (const text of ['128', '停用 3 · 代理商 9', '88,300', '43.7%', '¥ 120,345.50'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  const doors = screen.getByRole('region', { name: '常用入口' });
  await expect.element(doors.getByRole('link', { name: '公告' })).toHaveAttribute('href', '/platform/notices');
  expect(server.asked.some(({ path }) => path === 'user/index')).toBe(false);
  expect(await accessFaults()).toEqual([]);
});

test('a reseller sees its merchants together above its own calls', async () => {
  const agent = { roleCode: 'agent' as const };
  const { screen } = await openPage('/home', { calls: { visitor: agent } });
  await expect.element(screen.getByRole('heading', { name: '我的商户' })).toBeVisible();
  await expect.element(screen.getByText('停用 3', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: '每小时呼出' })).toBeVisible();
});

test('home that cannot be read says so, and is read again by its button', async () => {
  const { screen, server } = await openPage('/home', { calls: { home: newHome, failing: ['user/index'] } });
  await expect.element(screen.getByText('首页没读出来')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  server.heals();
  await screen.getByRole('button', { name: '再试一次' }).click();
  await expect.element(screen.getByRole('heading', { name: '每小时呼出' })).toBeVisible();
});

test('a test call: chosen, placed, followed word by word, and its record opens when it is filed', async () => {
  const { screen, server } = await openPage('/home');
  await screen.getByRole('button', { name: '试呼' }).first().click();
  await screen.getByText('爽快的家长').click();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '呼出' }).click();

  const drawer = screen.getByRole('complementary', { name: '15400000001' });
  await expect.element(drawer.getByText('振铃')).toBeVisible();
  expect(location.search).toBe(`?call=${liveCallId}`);
  for (const event of liveStory.slice(3)) server.happens(event);
  await expect.element(drawer.getByText('通话中')).toBeVisible();
  await expect.element(drawer.getByText('是的，您说。')).toBeVisible();
  await expect.element(drawer.getByText('核对年级')).toBeVisible();
  await expect.element(drawer.getByText('三年级，九月份刚')).toBeVisible();
  await expect.element(drawer.getByRole('definition')).toHaveTextContent('三年级');
  await expect.element(screen.getByRole('row', { name: /进行中/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);

  server.files(answeredCall);
  await expect.element(screen.getByRole('heading', { name: '逐字记录' })).toBeVisible();
  expect(location.pathname).toBe(`/platform/call/${liveCallId}`);
});

test('what the plan says of the callee can be filled in, and stays while the callee is switched', async () => {
  const { screen, server } = await openPage('/home?call=new');
  await screen.getByText('爽快的家长').click();
  const name = screen.getByLabelText('称呼');
  await expect.element(name).toHaveAttribute('placeholder', '家长');
  await name.fill(' 陈女士 ');
  await screen.getByText('先问价的家长').click();
  await screen.getByRole('button', { name: '呼出' }).click();
  await expect.element(screen.getByRole('button', { name: '挂断' })).toBeVisible();
  const { phone, variables } = server.asked.find(each => each.path === 'call/place')!.fields;
  expect([phone, JSON.parse(variables!)]).toEqual(['15400000002', { name: '陈女士' }]);
});

test('the sound of a live call plays from its ticket and stops by the same button', async () => {
  const { screen, server } = await openPage('/home?call=new');
  await screen.getByText('爽快的家长').click();
  await screen.getByRole('button', { name: '呼出' }).click();
  await screen.getByRole('button', { name: '听', exact: true }).click();
  const stop = screen.getByRole('button', { name: '停止收听' });
  await expect.element(stop).toBeVisible();
  expect(server.asked.at(-1)?.path).toBe('call/listenTicket');
  await stop.click();
  await expect.element(screen.getByRole('button', { name: '听', exact: true })).toBeVisible();
});

test('a call that did not come through says why and what to do', async () => {
  const { screen, server } = await openPage('/home?call=new');
  await screen.getByText('占线的号码').click();
  await screen.getByRole('button', { name: '呼出' }).click();
  await expect.element(screen.getByRole('button', { name: '挂断' })).toBeVisible();
  server.files(busyCall);
  await expect.element(screen.getByText('没有打通')).toBeVisible();
  await expect.element(screen.getByText('对方正在通话')).toBeVisible();
  await expect.element(screen.getByText(/用户正忙 · 10 分钟后再拨/)).toBeVisible();
  expect(location.pathname).toBe('/home');
});

test('an ordinary line is added and asks for a phone of 8 to 12 digits', async () => {
  const { screen, server } = await openPage('/home?call=new');
  await screen.getByRole('button', { name: '添加线路' }).click();
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByLabelText(/地址/)).toHaveAccessibleDescription('必填');
  await screen.getByLabelText(/名称/).fill('粤电信-01');
  await screen.getByLabelText(/地址/).fill('192.0.2.10:5060');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('添加成功')).toBeVisible();

  const phone = screen.getByLabelText('号码', { exact: true });
  await phone.fill('138');
  await screen.getByRole('button', { name: '呼出' }).click();
  await expect.element(screen.getByText('请输入8-12位')).toBeVisible();
  await phone.fill('+86 138-1234-5678');
  await screen.getByRole('button', { name: '呼出' }).click();
  await expect.element(screen.getByRole('button', { name: '挂断' })).toBeVisible();
  expect(server.asked.find(each => each.path === 'call/place')?.fields).toMatchObject({
    lineId: '22',
    planId: '11',
    phone: '13812345678',
  });
});

test('push messages are shown as the original has them', async () => {
  const { screen, server } = await openPage('/home');
  await expect.element(screen.getByRole('heading', { name: '最近的通话' })).toBeVisible();
  server.push({ type: 2, msg: '已保存' });
  await expect.element(screen.getByText('已保存')).toBeVisible();
  server.push({ type: 7, num: 460 });
  await expect.element(screen.getByText('已处理460条记录')).toBeVisible();
  server.push({ type: 4, phone: '13812345678' });
  await expect.element(screen.getByText('[13812345678]准备拨打，请接听')).toBeVisible();
});

test('O-055, O-405, O-407: an address that is none answers 404, a page without its right 401', async () => {
  const { screen } = await openPage('/PlanMarkt');
  await expect.element(screen.getByRole('heading', { name: '404 · 没有这个页面' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const other = await openPage('/my-staff');
  await expect.element(other.screen.getByRole('heading', { name: '401 · 没有这个页面的权限' })).toBeVisible();
  expect(location.pathname).toBe('/401');
});

test('the checklist put away stays away, and the page keeps its heading', async () => {
  const { screen } = await openPage('/home');
  await screen.getByRole('button', { name: '以后再说' }).click();
  await expect.element(screen.getByRole('heading', { name: '跑通第一个任务' })).not.toBeInTheDocument();
  expect(await accessFaults()).toEqual([]);
});

test('of many calls the newest eight show; the others are in the call log', async () => {
  const calls = Array.from({ length: 45 }, (_, n) => ({ ...pastCalls[0]!, id: String(1_045 - n) }));
  const { screen } = await openPage('/home', { calls: { calls } });
  const rows = screen.getByRole('table').last().getByRole('row');
  await expect.poll(() => rows.elements().length).toBe(1 + 8);
  await expect.element(screen.getByRole('link', { name: '全部通话记录' })).toHaveAttribute('href', '/callLog');
});

test('without a line and without a plan the page says what comes first', async () => {
  const { screen } = await openPage('/home', { calls: { calls: [], empty: true } });
  await expect.element(screen.getByText('练习线路没有启动')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '接入我的线路' })).toBeVisible();
  await screen.getByRole('button', { name: '试呼' }).click();
  await expect.element(screen.getByText('还没有线路，先添加一条')).toBeVisible();
  await expect.element(screen.getByRole('combobox', { name: '话术' })).toHaveDisplayValue('还没有可以拨打的话术');
  await expect.element(screen.getByRole('button', { name: '呼出' })).toBeDisabled();
  expect(await accessFaults()).toEqual([]);
});
