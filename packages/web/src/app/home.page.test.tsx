import { expect, test } from 'vitest';
import { liveCallId } from '../testing/fake-server.ts';
import { answeredCall, busyCall, liveStory, pastCalls } from '../testing/fake-world.ts';
import { accessFaults, openPage } from '../testing/open-page.tsx';

test('with no calls yet the next step is the test call', async () => {
  const { screen } = await openPage('/', { calls: { calls: [] } });
  await expect.element(screen.getByRole('heading', { name: '跑通第一个任务' })).toBeVisible();
  await expect.element(screen.getByText('还没有通话', { exact: true })).toBeVisible();
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: '试呼一通' }))
    .toHaveAttribute('aria-current', 'step');
  await expect.element(screen.getByRole('listitem').filter({ hasText: '建一个任务' })).toBeVisible();
  await expect.element(screen.getByText('可用余额 ¥ 98.80，通话中占用 ¥ 1.20')).toBeVisible();
  expect(location.pathname).toBe('/home');
  expect(await accessFaults()).toEqual([]);
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
  await expect.element(screen.getByText('请输入地址')).toBeVisible();
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

test('a page whose module does not exist answers 404, one without the right 401', async () => {
  const { screen } = await openPage('/plan');
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

test('of many calls the newest 20 show, older ones when asked for, until there are no more', async () => {
  const calls = Array.from({ length: 45 }, (_, n) => ({ ...pastCalls[0]!, id: String(1_045 - n) }));
  const { screen } = await openPage('/home', { calls: { calls } });
  const rows = screen.getByRole('row');
  await expect.poll(() => rows.elements().length).toBe(1 + 20);
  await screen.getByRole('button', { name: '加载更多' }).click();
  await expect.poll(() => rows.elements().length).toBe(1 + 40);
  await screen.getByRole('button', { name: '加载更多' }).click();
  await expect.poll(() => rows.elements().length).toBe(1 + 45);
  await expect.element(screen.getByRole('button', { name: '加载更多' })).not.toBeInTheDocument();
});

test('without a line and without a plan the page says what comes first', async () => {
  const { screen } = await openPage('/home', { calls: { calls: [], empty: true } });
  await expect.element(screen.getByText('练习线路没有启动')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '接入我的线路' })).toBeVisible();
  await screen.getByRole('button', { name: '试呼' }).click();
  await expect.element(screen.getByText('还没有线路，先添加一条')).toBeVisible();
  await expect.element(screen.getByText('还没有可以拨打的话术')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '呼出' })).toBeDisabled();
  expect(await accessFaults()).toEqual([]);
});
