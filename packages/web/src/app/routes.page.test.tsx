import { type Endpoint, endpoints } from '@lianxian/contract';
import { accessKeys } from '@lianxian/core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { goTo } from '../testing/go-to.ts';
import { type Merchant, newMerchant } from '../testing/house.ts';
import { openLayer } from '../testing/layer.ts';
import { openMarket } from '../testing/market.ts';
import { openAt } from '../testing/open-at.tsx';
import type { Screen } from '../testing/show-page.tsx';
import { appearance } from '../ui/theme/appearance.ts';

let merchant: Merchant;
/** One plan on the market’s shelf. */
let shelf: string;
beforeAll(async () => {
  merchant = await newMerchant();
  const market = await openMarket();
  shelf = (await market.product({ title: '每个页面都打开' })).id;
});

const entries = (screen: Screen) =>
  screen
    .getByRole('navigation', { name: '主菜单' })
    .getByRole('link')
    .elements()
    .map(each => each.textContent);
const inFront = (screen: Screen) =>
  screen
    .getByRole('navigation', { name: '打开的页面' })
    .element()
    .querySelector('[aria-current=page]')
    ?.getAttribute('href');
const at = (path: string) => expect.poll(() => location.pathname).toBe(path);
const heading = (screen: Screen, name: string) => expect.element(screen.getByRole('heading', { name })).toBeVisible();
const withRights = async (...rights: string[]) => ({ as: await merchant.person({ rights }) });
const unauthorized = '401 · 没有这个页面的权限';
const missing = '404 · 没有这个页面';

/** Keys of pages that exist: rows of the original, key, path, word of the entry. */
const here = [
  ['O-032, O-308', 'myTask', '/my-task', '我的任务'],
  ['O-033, O-309', 'callLog', '/callLog', '通话记录'],
  ['O-034, O-085, O-310', 'messageTem', '/message-tem', '短信模板'],
  ['O-035, O-086, O-312', 'planQuality', '/planQuality', '话术质量'],
  ['O-036, O-087, O-313', 'levelStatistics', '/levelStatistics', '通话质量'],
  ['O-037, O-088, O-314', 'collection', '/collection', '信息采集'],
  ['O-038, O-089, O-315', 'portStat', '/portStat', '端口统计'],
  ['O-039, O-317', 'plan', '/plan', '我的话术'],
  ['O-040, O-318', 'library', '/library', '录音库'],
  ['O-041, O-319', 'myKeyword', '/my-keyword', '公共词库'],
  ['O-042, O-320', 'port', '/port', '语音网关'],
  ['O-043, O-321', 'monitor', '/monitor', '网关监控'],
  ['O-044, O-095, O-323', 'number', '/number', '号码库'],
  ['O-045, O-324', 'myStaff', '/my-staff', '我的员工'],
  ['O-046, O-097, O-325', 'seat', '/agent', '人工坐席'],
] as const;

const table = new Map<string, Endpoint>(
  Object.values(endpoints).flatMap(room => Object.values(room).map(each => [each.path, each as Endpoint])),
);
/** Whether the server answers who holds this key and no button. */
const isLet = (key: string, path: string): boolean => {
  const right = table.get(path)!.right;
  if (right.needs === 'page') return right.page === key;
  if (right.needs === 'any') return right.pages.some(page => page === key);
  return right.needs === 'token' || right.needs === 'nothing';
};

test.each(here)(
  '%s: with %s alone %s opens from its entry; without it there is none, and 401',
  async (_id, key, path, word) => {
    const { screen, layer } = await openAt('/home', await withRights(key));
    await expect.poll(() => entries(screen)).toEqual(['首页', word]);
    await screen.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: word }).click();
    await at(path);
    await heading(screen, word);
    expect(layer.asked.map(each => each.path).filter(asked => !isLet(key, asked))).toEqual([]);
    const other = here.find(each => each[1] !== key)![2];
    goTo(other);
    await at('/401');
    await heading(screen, unauthorized);

    const without = await openAt(path, await withRights(...accessKeys.filter(each => each !== key)));
    await at('/401');
    await heading(without.screen, unauthorized);
    const words = here.map(each => each[3]);
    expect(entries(without.screen).filter(each => words.some(one => one === each))).toEqual(
      words.filter(each => each !== word),
    );
  },
);

test.each([
  ['O-307', 'market'],
  ['O-311', 'statist'],
  ['O-316', 'robot'],
  ['O-322', 'CRM'],
])('%s: the group key %s alone shows no group', async (_id, key) => {
  const { screen } = await openAt('/home', await withRights(key));
  await expect.poll(() => entries(screen)).toEqual(['首页']);
  await expect.element(screen.getByRole('button', { expanded: true })).not.toBeInTheDocument();
});

test('O-082: who comes for the first time finds the four groups of the menu open', async () => {
  const { screen } = await openAt('/home', { as: merchant.owner });
  const menu = screen.getByRole('navigation', { name: '主菜单' });
  await expect
    .poll(() =>
      menu
        .getByRole('button', { expanded: true })
        .elements()
        .map(each => each.textContent?.trim()),
    )
    .toEqual(['营销中心', '数据统计', '机器人', '客户管理']);
});

test('O-326: home, help, sound, the market and the update log need no key', async () => {
  const { screen } = await openAt('/home', await withRights());
  const open = '/help /audio /PlanMarket /PlanMarketList /PlanMarketDetail /log/log-page /home';
  for (const path of open.split(' ')) {
    goTo(path);
    await expect.poll(() => inFront(screen)).toBe(path);
    await expect.element(screen.getByRole('heading', { name: missing })).not.toBeInTheDocument();
  }
});

/** The original’s routes that stand in the frame, with the way there as it is said above them. */
const framed = [
  ['/home', '首页'],
  ['/my-task', '营销中心›我的任务'],
  ['/callLog', '营销中心›通话记录'],
  ['/message-tem', '营销中心›短信模板'],
  ['/planQuality', '数据统计›话术质量'],
  ['/levelStatistics', '数据统计›通话质量'],
  ['/collection', '数据统计›信息采集'],
  ['/portStat', '数据统计›端口统计'],
  ['/plan', '机器人›我的话术'],
  ['/library', '机器人›录音库'],
  ['/my-keyword', '机器人›公共词库'],
  ['/port', '机器人›语音网关'],
  ['/monitor', '机器人›网关监控'],
  ['/number', '客户管理›号码库'],
  ['/my-staff', '客户管理›我的员工'],
  ['/agent', '客户管理›人工坐席'],
  ['/help', '帮助中心'],
  ['/configured/configured-page', '设置›系统配置'],
  ['/audio', '配音'],
  ['/log/log-page', '更新日志'],
  ['/business-info/info-page', '设置›商户信息'],
  ['/PlanMarket', '话术市场'],
  ['/PlanMarketList', '话术市场'],
  ['/PlanMarketDetail', '话术市场'],
] as const;
/** Those without a frame, and what each shows to who is signed in. */
const bare = [
  ['/mpbind', '.mpbind'],
  ['/openPlan', '.studio-open'],
  ['/openSip', '.sip-page'],
] as const;

const isWaiting = () =>
  [...document.querySelectorAll('.shell-pane .skeleton, .shell-pane [aria-busy=true]')].some(each =>
    each.checkVisibility(),
  );
const seen = (selector: string) =>
  [...document.querySelectorAll(selector)].filter(each => each.checkVisibility()).map(each => each.textContent);

afterEach(async () => {
  appearance.choose('auto');
  await page.viewport(1440, 900);
});

test.each([
  [1200, 'light'],
  [1440, 'dark'],
  [1200, 'dark'],
  [1440, 'light'],
] as const)(
  'O-058, O-326: at %i px, %s, each of the 33 routes opens for who holds its key, in its group, and fits',
  async (width, mode) => {
    await page.viewport(width, 900);
    appearance.choose(mode);
    const { screen } = await openAt('/', { as: merchant.owner });
    await at('/home');
    for (const [path, way] of framed) {
      goTo(path === '/PlanMarketDetail' ? `${path}?id=${shelf}` : path);
      await expect.poll(() => [location.pathname, inFront(screen)?.split('?')[0]]).toEqual([path, path]);
      await expect.poll(() => seen('.shell-crumbs').map(text => text?.replaceAll(/\s/g, ''))).toEqual([way]);
      await expect.poll(isWaiting).toBe(false);
      expect([path, ...seen('.error-panel, .error-page')]).toEqual([path]);
      expect([path, document.documentElement.scrollWidth]).toEqual([path, width]);
    }
    for (const [path, title] of [
      ['/401', unauthorized],
      ['/500', '500 · 服务出错了'],
      ['/no/such/page', missing],
    ] as const) {
      goTo(path);
      await heading(screen, title);
    }
    for (const path of ['/login', '/Login']) {
      goTo(path);
      await at('/home');
    }
    for (const [path, shows] of bare) {
      await openAt(path, { as: merchant.owner });
      await expect.poll(() => [location.pathname, seen(shows).length]).toEqual([path, 1]);
    }
  },
);

test('O-030, O-059: the bare address leads home, and no address has a #', async () => {
  const { screen } = await openAt('/', { as: merchant.owner });
  await at('/home');
  await screen.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '通话记录' }).click();
  await at('/callLog');
  expect(location.href).not.toContain('#');
});

/** The original's routes that need somebody, error pages, and what is no route at all. */
const closed = `/ /home /my-task /callLog /message-tem /planQuality /levelStatistics /collection /portStat /plan /library
  /my-keyword /port /monitor /number /my-staff /agent /help /configured/configured-page /audio /log/log-page
  /business-info/info-page /PlanMarket /PlanMarketList /PlanMarketDetail /401 /500 /no/such/page`;

test.each([
  ['/login', 1],
  ['/Login', 2],
])('O-067: without a token every page, those of errors too, leads to %s', async (login, loginTheme) => {
  const layer = openLayer();
  const branding = await merchant.owner.ask(endpoints.user.pageInfo, {});
  layer.answers(endpoints.user.pageInfo, { ...branding, loginTheme });
  const { screen } = await openAt(login, { layer });
  for (const path of closed.split(/\s+/)) {
    goTo(path);
    expect(location.pathname).toBe(path);
    await at(login);
    await heading(screen, '登录');
  }
});

test.each(['/login', '/Login'])('O-068: whoever is signed in and goes to %s is led home', async path => {
  const { screen } = await openAt(path, { as: merchant.owner });
  await at('/home');
  await expect.element(screen.getByRole('navigation', { name: '主菜单' })).toBeVisible();
});

test.each([
  ['O-055, O-405', '/401', unauthorized],
  ['O-056, O-406', '/500', '500 · 服务出错了'],
  ['O-057, O-407', '/no/such/page', missing],
])('%s: %s says what is the matter and leads home', async (_id, path, title) => {
  const { screen } = await openAt(path, { as: merchant.owner });
  await heading(screen, title);
  expect(location.pathname).toBe(path);
  await screen.getByRole('button', { name: '回首页' }).click();
  await at('/home');
});
