import { endpoints } from '@lianxian/contract';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { busyHome, cockpit, overview } from '../testing/home-answers.ts';
import { type Merchant, newMerchant, type Person } from '../testing/house.ts';
import { giveCall } from '../testing/house-calls.ts';
import { openLayer } from '../testing/layer.ts';
import { openAt } from '../testing/open-at.tsx';
import { accessFaults } from '../testing/show-page.tsx';
import { newTask } from '../testing/tasks.ts';

/** A new merchant: nothing was called, nothing made. Whoever calls or makes something has one of his own. */
let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

afterEach(() => page.viewport(1440, 900));

/** Home as it is where thousands of calls are made a day. */
const openBusy = (as: Person = merchant.owner) => {
  const layer = openLayer();
  layer.answers(endpoints.home.index, busyHome);
  return openAt('/home', { as, layer });
};

test('O-031: home shows today beside yesterday, the hours, tasks at work, what is to be done and who wants something', async () => {
  const { screen, layer } = await openBusy();
  await expect.element(screen.getByRole('heading', { name: '每小时呼出' })).toBeVisible();
  expect(layer.lastAsked(endpoints.home.index)?.days).toBe('7');
  const figures = screen.getByLabelText('今天的数字');
  for (const text of [
    '4,882',
    '较昨日 +6.1% · 另有试呼 3',
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

test('the first run begins with the test call of the README, its button above the fold of a small screen', async () => {
  await page.viewport(1366, 768);
  const { screen } = await openAt('/', { as: merchant.owner });
  await expect.element(screen.getByRole('heading', { name: '跑通第一个任务' })).toBeVisible();
  await expect.element(screen.getByText('2 / 5', { exact: true })).toBeVisible();
  const first = screen.getByRole('listitem').filter({ hasText: '试呼一通' });
  await expect.element(first).toHaveAttribute('aria-current', 'step');
  const button = first.getByRole('button', { name: '试呼' });
  await expect.element(button).toBeVisible();
  expect(button.element().getBoundingClientRect().bottom).toBeLessThan(768);
  await expect.element(screen.getByText('没有要处理的')).toBeVisible();
  await expect.element(screen.getByText('没有进行中的任务')).toBeVisible();
  await expect.element(screen.getByText('还没有通话', { exact: true })).toBeVisible();
  expect(location.pathname).toBe('/home');
  expect(await accessFaults()).toEqual([]);
});

test('who may neither make nor start tasks sees how far the steps are, and is led to none of it', async () => {
  const { screen } = await openAt('/home', { as: await merchant.person({ rights: ['market', 'myTask'] }) });
  await expect.element(screen.getByRole('heading', { name: '跑通第一个任务' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '导入号码' })).not.toBeInTheDocument();
});

/** A merchant with a task, whose import left one of three numbers out. */
const withNumbers = async (): Promise<Merchant & { readonly task: string }> => {
  const own = await newMerchant();
  const { ask } = own.owner;
  const task = await newTask(own.owner, { name: '试听课回访 · 11 月第三批' });
  const columns = [{ index: 0, use: 'phone' as const }];
  await ask(endpoints.task.import, { id: task, text: '15400000001\n15400000002\n123', header: '0', columns });
  await expect.poll(async () => (await ask(endpoints.batch.list, {})).list[0]?.state, { timeout: 60_000 }).toBe(1);
  return { ...own, task };
};

test('what an import left out is one click away, and a first run that is done is gone', async () => {
  const { owner, task } = await withNumbers();
  const { screen } = await openAt('/home', { as: owner });
  await expect.element(screen.getByText('2 个可拨，1 个被剔除')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: '查看剔除原因' }))
    .toHaveAttribute('href', `/platform/task/${task}`);
  const done = await withNumbers();
  await giveCall(done, { phone: '15400000001' });
  await done.owner.ask(endpoints.task.start, { id: done.task });
  const other = await openAt('/home', { as: done.owner });
  await expect.element(other.screen.getByRole('heading', { name: '进行中的任务' })).toBeVisible();
  await expect.element(other.screen.getByRole('heading', { name: '跑通第一个任务' })).not.toBeInTheDocument();
});

test('home is read anew when calls, tasks or lines move, once for all that came meanwhile', async () => {
  const own = await newMerchant();
  const { screen, layer } = await openAt('/home', { as: own.owner });
  await expect.element(screen.getByRole('heading', { name: '每小时呼出' })).toBeVisible();
  const reads = () => layer.asked.filter(({ path }) => path === endpoints.home.index.path).length;
  const first = reads();
  await giveCall(own, { phone: '15400000001' });
  await expect.poll(reads).toBeGreaterThan(first);
  const before = reads();
  for (const id of ['901', '902', '903']) layer.pushes({ type: 'callFiled', topic: 'calls', id });
  layer.pushes({ type: 'taskChanged', topic: 'tasks', id: '7' });
  await expect.poll(reads).toBeGreaterThan(before);
  expect(reads()).toBeLessThanOrEqual(before + 2);
});

test('O-303: an employee sees what his rights let him see, and dials with call_out alone', async () => {
  const rights = ['market', 'callLog'];
  const { screen } = await openAt('/home', { as: await merchant.person({ rights }) });
  await expect.element(screen.getByRole('heading', { name: '最近的通话' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: '进行中的任务' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: '试呼' })).not.toBeInTheDocument();
  const caller = await openAt('/home', { as: await merchant.person({ rights, buttons: ['call_out'] }) });
  await expect.element(caller.screen.getByRole('button', { name: '试呼' })).toBeVisible();
  const nobody = await merchant.person({});
  const other = await openAt('/home', { as: nobody });
  await expect.element(other.screen.getByRole('heading', { name: `欢迎，${nobody.name}` })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('the platform’s people see all merchants together and nobody’s calls', async () => {
  const layer = openLayer();
  layer.answers(endpoints.platform.overview, overview);
  layer.answers(endpoints.platform.cockpit, cockpit);
  const { owner } = await newMerchant({ kind: 'platform' });
  const { screen } = await openAt('/home', { as: owner, layer });
  await expect.element(screen.getByRole('heading', { name: '平台概况' })).toBeVisible();
  for (const text of ['128', '停用 3 · 代理商 9', '88,300', '43.7%', '¥ 120,345.50'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  const lines = screen.getByRole('region', { name: '中断的线路' });
  await expect
    .element(lines.getByRole('link', { name: '启航教育 · 粤电信-01' }))
    .toHaveAttribute('href', '/platform/merchants?q=100268&open=7&tab=lines');
  await expect
    .element(screen.getByRole('region', { name: '余额不足' }).getByRole('link', { name: '远望教育 100269' }))
    .toHaveAttribute('href', '/platform/resellers?q=100269&open=8&tab=ledger');
  await expect
    .element(screen.getByRole('region', { name: '余额不足' }).getByText('剩 ¥ 0.50，近一天花了 ¥ 12.00'))
    .toBeVisible();
  await expect.element(screen.getByRole('region', { name: '失败偏多的任务' }).getByText('没有')).toBeVisible();
  await expect.element(screen.getByText('没有回应、0 / 200 通，版本 0.0.9、旧版本')).toBeVisible();
  const doors = screen.getByRole('region', { name: '常用入口' });
  await expect.element(doors.getByRole('link', { name: '公告' })).toHaveAttribute('href', '/platform/notices');
  expect(layer.lastAsked(endpoints.home.index)).toBeUndefined();
  expect(await accessFaults()).toEqual([]);
});

test('a reseller sees its merchants together above its own calls', async () => {
  const reseller = await newMerchant({ kind: 'reseller' });
  await newMerchant({ reseller });
  const { id } = await newMerchant({ reseller });
  await reseller.owner.ask(endpoints.merchant.setActive, { id, active: '0' });
  const { screen } = await openAt('/home', { as: reseller.owner });
  await expect.element(screen.getByRole('heading', { name: '我的商户' })).toBeVisible();
  await expect.element(screen.getByText('停用 1', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: '每小时呼出' })).toBeVisible();
});

test('home that cannot be read says so, and is read again by its button', async () => {
  const layer = openLayer();
  layer.fails(endpoints.home.index);
  const { screen } = await openAt('/home', { as: merchant.owner, layer });
  await expect.element(screen.getByText('首页加载失败')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  layer.heals();
  await screen.getByRole('button', { name: '再试一次' }).click();
  await expect.element(screen.getByRole('heading', { name: '每小时呼出' })).toBeVisible();
});

test('push messages are shown as the original has them', async () => {
  const person = await merchant.person({ rights: ['market', 'callLog'], buttons: ['phone:unmask'] });
  const { screen, layer } = await openAt('/home', { as: person });
  await expect.element(screen.getByRole('heading', { name: '最近的通话' })).toBeVisible();
  layer.pushes({ type: 2, msg: '已保存' });
  await expect.element(screen.getByText('已保存')).toBeVisible();
  layer.pushes({ type: 7, num: 460 });
  await expect.element(screen.getByText('已处理460条记录')).toBeVisible();
  await person.gets([{ type: 4, phone: '13812345678' }]);
  await expect.element(screen.getByText('[13812345678]准备拨打，请接听')).toBeVisible();
});

test('O-055, O-405, O-407: an address that is none answers 404, a page without its right 401', async () => {
  const person = await merchant.person({ rights: ['market', 'callLog'] });
  const { screen } = await openAt('/PlanMarkt', { as: person });
  await expect.element(screen.getByRole('heading', { name: '404 · 没有这个页面' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const other = await openAt('/my-staff', { as: person });
  await expect.element(other.screen.getByRole('heading', { name: '401 · 没有这个页面的权限' })).toBeVisible();
  expect(location.pathname).toBe('/401');
});

test('the checklist put away stays away, and the page keeps its heading', async () => {
  const { screen } = await openAt('/home', { as: merchant.owner });
  await screen.getByRole('button', { name: '以后再说' }).click();
  await expect.element(screen.getByRole('heading', { name: '跑通第一个任务' })).not.toBeInTheDocument();
  expect(await accessFaults()).toEqual([]);
});

test('of many calls the newest eight show; the others are in the call log', async () => {
  const own = await newMerchant();
  for (let n = 0; n < 10; n += 1) await giveCall(own, { phone: `1540000000${n}` });
  const { screen } = await openAt('/home', { as: own.owner });
  const rows = screen.getByRole('table').last().getByRole('row');
  await expect.poll(() => rows.elements().length).toBe(1 + 8);
  await expect.element(screen.getByRole('link', { name: '全部通话记录' })).toHaveAttribute('href', '/callLog');
});

test('A-53: a call of no task says where it comes from: tried out, called in, or a seat’s', async () => {
  const own = await newMerchant();
  await giveCall(own, { phone: '15400000001' });
  await giveCall(own, { phone: '15400000002', direction: 'in' });
  await giveCall(own, { phone: '15400000003', origin: 'seat' });
  const { screen } = await openAt('/home', { as: own.owner });
  for (const [phone, source] of [
    ['15400000001', '试呼'],
    ['15400000002', '呼入'],
    ['15400000003', '人工坐席'],
  ] as const) {
    const row = screen.getByRole('row').filter({ hasText: phone });
    await expect.element(row.getByRole('cell', { name: source, exact: true })).toBeVisible();
  }
});

test('without a line and without a plan the page says what comes first', async () => {
  const { owner } = await newMerchant({ provisioned: false });
  const { screen } = await openAt('/home', { as: owner });
  await expect.element(screen.getByText('练习线路没有启动')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '接入我的线路' })).toBeVisible();
  await screen.getByRole('button', { name: '试呼' }).click();
  await expect.element(screen.getByText('还没有线路，先添加一条')).toBeVisible();
  await expect.element(screen.getByRole('combobox', { name: '话术' })).toHaveDisplayValue('还没有可以拨打的话术');
  await expect.element(screen.getByRole('button', { name: '呼出' })).toBeDisabled();
  expect(await accessFaults()).toEqual([]);
});

test('a machine that wakes to limits long past asks once more before it says that the service does not answer', async () => {
  const layer = openLayer();
  const woke = Promise.withResolvers<void>();
  layer.holds(endpoints.home.index, woke.promise);
  const limits: AbortController[] = [];
  const limiting = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  });
  onTestFinished(() => limiting.mockRestore());
  const { screen } = await openAt('/home', { as: merchant.owner, layer });
  const asked = () => layer.asked.filter(({ path }) => path === endpoints.home.index.path).length;
  await expect.poll(asked).toBe(1);
  limiting.mockRestore();
  for (const limit of limits) limit.abort(new DOMException('', 'TimeoutError'));
  woke.resolve();
  await expect.element(screen.getByRole('heading', { name: '最近的通话' })).toBeVisible();
  expect(asked()).toBe(2);
});
