import { endpoints } from '@lianxian/contract';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { giveCall } from '../../testing/house-calls.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../testing/show-page.tsx';
import { newTask } from '../../testing/tasks.ts';

const rights = ['market', 'myTask', 'callLog', 'port'];
let merchant: Merchant;
let seller: Person;
beforeAll(async () => {
  merchant = await newMerchant();
  seller = await merchant.person({ rights, buttons: ['task:create', 'phone:unmask'], scope: 'all' });
});

const open = (path: string, kept: Readonly<Record<string, string>> = {}) => openAt(path, { as: seller, kept });

afterEach(() => page.viewport(1440, 900));

const menu = (screen: Screen) => screen.getByRole('navigation', { name: '主菜单' });
const tabs = (screen: Screen) => screen.getByRole('navigation', { name: '打开的页面' });
const entry = (screen: Screen, name: string) => menu(screen).getByRole('link', { name, exact: true });
const tab = (screen: Screen, name: string) => tabs(screen).getByRole('link', { name, exact: true });
const titles = (screen: Screen) =>
  tabs(screen)
    .getByRole('link')
    .elements()
    .map(each => each.textContent);
const search = (screen: Screen) => screen.getByRole('searchbox', { name: '号码、后四位或姓名' });
/** What scrolls on the page in front: the pane itself, or the part of it that holds the content. */
const scroller = () =>
  [...document.querySelectorAll<HTMLElement>('.shell-pane, .shell-pane *')].find(
    each =>
      each.checkVisibility() &&
      each.scrollHeight > each.clientHeight + 90 &&
      /auto|scroll/.test(getComputedStyle(each).overflowY),
  )!;

/** What a browser tab keeps over a reload. */
const kept = (...hrefs: string[]) => ({
  [`lx.tabs.${merchant.number}/${seller.account}`]: JSON.stringify(hrefs.map(href => [href, null])),
});

const openThree = async (screen: Screen) => {
  await expect.element(entry(screen, '我的任务')).toBeVisible();
  for (const name of ['我的任务', '通话记录', '语音网关']) {
    await entry(screen, name).click();
    await expect.element(tab(screen, name)).toHaveAttribute('aria-current', 'page');
  }
};

test('O-022, O-098: three opened pages are three tabs and home, the one in front is marked', async () => {
  const { screen } = await open('/home');
  await openThree(screen);
  expect(titles(screen)).toEqual(['首页', '我的任务', '通话记录', '语音网关']);
  await tab(screen, '我的任务').click();
  await expect.element(tab(screen, '我的任务')).toHaveAttribute('aria-current', 'page');
  await expect.element(tab(screen, '语音网关')).not.toHaveAttribute('aria-current');
  expect(location.pathname).toBe('/my-task');
  expect(await accessFaults()).toEqual([]);
});

test('what is typed, filtered and open in a tab is there when one comes back', async () => {
  const { screen } = await open('/callLog');
  await search(screen).fill('138');
  await expect.poll(() => location.search).toContain('138');
  await entry(screen, '首页').click();
  await expect.poll(() => location.pathname).toBe('/home');
  await tab(screen, '通话记录').click();
  await expect.element(search(screen)).toHaveValue('138');
  expect(location.pathname + location.search).toMatch(/^\/callLog\?.*138/);
});

test('a task that is being written stays as it was typed', async () => {
  const { screen } = await open('/my-task?edit=new');
  const name = screen.getByLabelText('任务名称');
  await name.fill('周末回访');
  await entry(screen, '语音网关').click();
  await expect.poll(() => location.pathname).toBe('/port');
  await entry(screen, '我的任务').click();
  await expect.element(name).toHaveValue('周末回访');
  await expect.poll(() => location.search).toContain('edit=');
});

test('a hidden page asks for nothing and its address is not the one in front', async () => {
  const { screen, layer } = await open('/callLog?state=busy');
  await expect.element(search(screen)).toBeVisible();
  await entry(screen, '语音网关').click();
  await expect.poll(() => location.pathname + location.search).toBe('/port');
  await expect.element(search(screen)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('row').first()).toBeVisible();
  // The page of calls; how many each view holds is counted beside it, at a pace of its own.
  const asked = () =>
    layer.asked.filter(({ path, fields }) => path === endpoints.call.list.path && fields.limit !== '1').length;
  const before = asked();
  layer.pushes({ type: 'callFiled', topic: 'calls', id: '999' });
  await tab(screen, '通话记录').click();
  await expect.poll(() => location.pathname + location.search).toBe('/callLog?state=busy');
  await expect.poll(asked).toBe(before + 1);
});

test('O-060, A-58: a new location begins at its top, a tab one comes back to where one left it', async () => {
  await page.viewport(1200, 420);
  const { screen } = await open('/home');
  await expect.poll(scroller).toBeDefined();
  const home = scroller();
  // What is not in front yet does not scroll.
  const top = () => (home.checkVisibility() ? home.scrollTop : null);
  const scroll = () =>
    expect
      .poll(() => {
        home.scrollTop = 90;
        return top();
      })
      .toBe(90);
  await scroll();
  await entry(screen, '语音网关').click();
  await expect.poll(() => location.pathname).toBe('/port');
  await tab(screen, '首页').click();
  await expect.poll(() => location.pathname).toBe('/home');
  await expect.poll(top).toBe(90);

  await tab(screen, '语音网关').click();
  await expect.poll(() => location.pathname).toBe('/port');
  await entry(screen, '首页').click();
  await expect.poll(() => location.pathname).toBe('/home');
  await expect.poll(top).toBe(0);

  await scroll();
  await entry(screen, '首页').click();
  await expect.poll(top).toBe(0);
});

test('O-099, O-100, O-101: home cannot be closed; one, the others and all can', async () => {
  const { screen } = await open('/home');
  await openThree(screen);
  await expect.element(tabs(screen).getByRole('button', { name: '关闭 首页' })).not.toBeInTheDocument();
  await tabs(screen).getByRole('button', { name: '关闭 语音网关' }).click();
  await expect.poll(() => location.pathname).toBe('/callLog');
  await expect.poll(() => titles(screen)).toEqual(['首页', '我的任务', '通话记录']);

  await screen.getByRole('button', { name: '标签操作' }).click();
  await screen.getByRole('menuitem', { name: '关闭其他' }).click();
  await expect.poll(() => titles(screen)).toEqual(['首页', '通话记录']);
  expect(location.pathname).toBe('/callLog');

  await entry(screen, '语音网关').click();
  await expect.poll(() => titles(screen)).toEqual(['首页', '通话记录', '语音网关']);
  await screen.getByRole('button', { name: '标签操作' }).click();
  await screen.getByRole('menuitem', { name: '全部关闭' }).click();
  await expect.poll(() => titles(screen)).toEqual(['首页']);
  expect(location.pathname).toBe('/home');
});

test('O-102, O-429: the scroll buttons move the tabs by 240 px', async () => {
  const calls = Array.from({ length: 20 }, (_, at) => `/platform/call/${at + 200}`);
  const { screen } = await open('/home', kept(...calls));
  await expect.poll(() => titles(screen).length).toBe(21);
  const row = tabs(screen).getByRole('list').element();
  await screen.getByRole('button', { name: '标签向右移' }).click();
  await expect.poll(() => row.scrollLeft).toBe(240);
  await screen.getByRole('button', { name: '标签向右移' }).click();
  await expect.poll(() => row.scrollLeft).toBe(480);
  await screen.getByRole('button', { name: '标签向左移' }).click();
  await expect.poll(() => row.scrollLeft).toBe(240);
});

test('a task’s board and a call are tabs of their own, called by their name and their phone', async () => {
  const task = await newTask(merchant.owner, { name: '试听课回访 · 11 月第三批' });
  const phone = '13812345678';
  const filed = await giveCall(merchant, { phone });
  const { screen } = await open(`/platform/task/${task}`);
  await expect.element(tab(screen, '试听课回访 · 11 月第三批')).toBeVisible();
  await expect.element(entry(screen, '我的任务')).toHaveAttribute('aria-current', 'page');
  await entry(screen, '我的任务').click();
  await expect.poll(() => titles(screen)).toEqual(['首页', '试听课回访 · 11 月第三批', '我的任务']);
  const call = await open(`/platform/call/${filed}`);
  await expect.poll(() => titles(call.screen)).toEqual(['首页', phone]);
});

test('tabs outlive a reload, with their filters; those one may not open and foreign ones do not', async () => {
  const { screen } = await open(
    '/port',
    kept('/callLog?state=busy', '/my-staff', '/nope', '//evil.example/x', 'javascript:alert(1)', '/port'),
  );
  await expect.poll(() => titles(screen)).toEqual(['首页', '通话记录', '语音网关']);
  await tab(screen, '通话记录').click();
  await expect.poll(() => location.pathname + location.search).toBe('/callLog?state=busy');
});

test('another account does not find the tabs of this one', async () => {
  const { screen } = await openAt('/home', { as: await merchant.person({ rights }), kept: kept('/callLog') });
  await expect.poll(() => titles(screen)).toEqual(['首页']);
});

test('the 31st tab closes the one unused for longest and says so', async () => {
  const calls = Array.from({ length: 29 }, (_, at) => `/platform/call/${at + 200}`);
  const { screen } = await open('/home', kept(...calls));
  await expect.poll(() => titles(screen).length).toBe(30);
  await entry(screen, '语音网关').click();
  await expect.element(screen.getByText('最多打开 30 个页面，最久没用的那个已关闭。')).toBeVisible();
  await expect.poll(() => titles(screen).length).toBe(30);
});

test('the keyboard closes a tab, and a middle click does', async () => {
  const { screen } = await open('/home');
  await openThree(screen);
  tab(screen, '语音网关').element().focus();
  await userEvent.keyboard('{Delete}');
  await expect.poll(() => titles(screen)).toEqual(['首页', '我的任务', '通话记录']);
  await tab(screen, '我的任务').click({ button: 'middle' });
  await expect.poll(() => titles(screen)).toEqual(['首页', '通话记录']);
});

test('coming back to a tab shows what was there, with the network away as well', async () => {
  const { screen, layer } = await open('/home');
  await openThree(screen);
  await tab(screen, '通话记录').click();
  await expect.element(search(screen)).toBeVisible();
  const field = search(screen).element();
  await tab(screen, '首页').click();
  await expect.poll(() => field.checkVisibility()).toBe(false);
  layer.isAway(true);
  await tab(screen, '通话记录').click();
  await expect.poll(() => field.checkVisibility()).toBe(true);
  expect(field.isConnected).toBe(true);
});
