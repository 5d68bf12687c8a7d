import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { signIn } from '../../journeys/house/api.ts';
import { openBrowser } from '../../journeys/house/browser.ts';
import { type House, startHouse } from '../../journeys/house/house.ts';
import { openDirect } from '../prove/database.ts';
import { stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';
import { type Answer, changePages, tabOf, useParts, watchOn } from './pages-clicks.ts';
import { fillPages } from './pages-ground.ts';

/**
 * What the pages cost the browser: main-thread milliseconds of Chromium (all its tasks, by CDP) until a page rests, layout
 * shift, the slowest answer to what one does at a processor four times slower, and the heap with fifteen panes mounted.
 */
interface PagesFigure {
  readonly loginMs: number;
  readonly homeMs: number;
  readonly listMs: number;
  readonly backMs: number;
  readonly changeMs: number;
  readonly drawerMs: number;
  readonly addMs: number;
  readonly themeMs: number;
  readonly partMs: number;
  readonly homeShift: number;
  readonly heapMB: number;
  readonly stolenSeconds: number;
  /** All that was done, each with how long its answer took. */
  readonly answers: readonly Answer[];
}

const REST_MS = 1_500;
export const THROTTLE = 4;
const BACKS = 6;
const LIVE = 15;
const LIST = '/callLog';
/** With home and a task's board as many as stay mounted. */
const paths = [
  '/my-task /callLog /port /monitor /platform/connect-line /help /log/log-page /platform/security /platform/balance /my-staff',
  '/configured/configured-page /configured/audit-log /business-info/info-page',
].flatMap(line => line.split(' '));

/** Runs in the page before its scripts. */
const watchShift = (): void => {
  const seen = { shift: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) seen.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
};
const shiftOn = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift);

interface Opened {
  readonly page: Page;
  readonly session: CDPSession;
  /** Main-thread milliseconds so far. */
  readonly spent: () => Promise<number>;
}

const metric = async (session: CDPSession, wanted: string): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
};

/** A page of somebody signed in, or of nobody, that can be asked what it costs. */
export const openMeasured = async (browser: Browser, house: House, token: string | null): Promise<Opened> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  if (token !== null) await context.addCookies([{ name: 'token', value: token, url: house.url }]);
  const page = await context.newPage();
  await page.addInitScript(watchShift);
  await watchOn(page);
  const session = await context.newCDPSession(page);
  // Processor time of the thread: what others take of the machine is not counted.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, session, spent: async () => 1_000 * (await metric(session, 'TaskDuration')) };
};

/** A page that nobody has opened before: what it takes until it rests. */
const cold = async (browser: Browser, house: House, token: string | null, path: string) => {
  const { page, spent } = await openMeasured(browser, house, token);
  await page.goto(`${house.url}${path}`, { waitUntil: 'networkidle' });
  await delay(REST_MS);
  const [ms, shift] = [await spent(), await shiftOn(page)];
  await page.context().close();
  return { ms, shift };
};

/** To and fro between home and the list; the first time each is fetched, which is not counted. */
const goBack = async ({ page, spent }: Opened): Promise<number> => {
  for (const name of ['首页', '通话记录']) {
    await tabOf(page, name).click();
    await delay(REST_MS);
  }
  const before = await spent();
  for (let n = 0; n < BACKS; n += 1) {
    await tabOf(page, n % 2 === 0 ? '首页' : '通话记录').click();
    await delay(REST_MS / 2);
  }
  return ((await spent()) - before) / BACKS;
};

/** What one does, at a slower processor, with home just opened. */
const answer = async (browser: Browser, house: House, token: string) => {
  const { page, session } = await openMeasured(browser, house, token);
  await page.goto(`${house.url}/home`, { waitUntil: 'networkidle' });
  await delay(REST_MS);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  const all = [await changePages(page), await useParts(page)] as const;
  await page.context().close();
  return all;
};

const PANE_MS = 600;
const unshown = '.shell-pane .skeleton, .shell-pane .error-panel';

/** All tabs opened and each brought to the front once, so that every pane is mounted with what it shows. */
const heapOfTabs = async ({ page, session }: Opened, house: House, task: string): Promise<number> => {
  for (const path of [...paths, `/platform/task/${task}`])
    await page.goto(`${house.url}${path}`, { waitUntil: 'networkidle' });
  const tabs = page.locator('.tabs-row .tabs-row-tab');
  for (let n = 0; n < (await tabs.count()); n += 1) {
    await tabs.nth(n).click();
    await page.waitForLoadState('networkidle');
    await delay(PANE_MS);
  }
  const [panes, unready] = [await page.locator('.shell-pane').count(), await page.locator(unshown).count()];
  if (panes !== LIVE || unready > 0)
    throw new Error(`${panes} panes are mounted, ${unready} parts do not show anything`);
  await session.send('HeapProfiler.collectGarbage');
  return (await metric(session, 'JSHeapUsedSize')) / 1_000_000;
};

const slowest = (answers: readonly Answer[]): number => Math.max(...answers.map(({ ms }) => ms));
/** What is done most, or was slowest once, has a figure of its own. */
const ownFigure = {
  drawerMs: ['drawer of a call', 'next call'],
  addMs: ['add an employee'],
  themeMs: ['深色', '浅色'],
};
const slowestOf = (answers: readonly Answer[], acts: readonly string[]): number =>
  slowest(answers.filter(({ what }) => acts.includes(what)));

const measureRound = async (browser: Browser, house: House, token: string, task: string): Promise<PagesFigure> => {
  const stolen = stolenSeconds();
  const login = await cold(browser, house, null, '/login');
  const home = await cold(browser, house, token, '/home');
  const list = await cold(browser, house, token, LIST);
  const opened = await openMeasured(browser, house, token);
  for (const path of ['/home', LIST]) await opened.page.goto(`${house.url}${path}`, { waitUntil: 'networkidle' });
  const backMs = await goBack(opened);
  const heapMB = await heapOfTabs(opened, house, task);
  await opened.page.context().close();
  const [changes, parts] = await answer(browser, house, token);
  return {
    loginMs: login.ms,
    homeMs: home.ms,
    listMs: list.ms,
    backMs,
    changeMs: slowest(changes),
    drawerMs: slowestOf(parts, ownFigure.drawerMs),
    addMs: slowestOf(parts, ownFigure.addMs),
    themeMs: slowestOf(parts, ownFigure.themeMs),
    partMs: slowest(parts.filter(({ what }) => !Object.values(ownFigure).flat().includes(what))),
    homeShift: home.shift,
    heapMB,
    stolenSeconds: stolenSeconds() - stolen,
    answers: [...changes, ...parts],
  };
};

export const measurePages = async (rounds: number): Promise<PagesFigure[]> => {
  const house = await startHouse({ PRACTICE: 'off', LOG_LEVEL: 'warn' });
  const browser = await openBrowser();
  const direct = await openDirect(house.dataDir);
  try {
    const api = await signIn(house);
    const task = await fillPages(api, direct);
    const all: PagesFigure[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const figure = await measureRound(browser, house, api.token, task);
      all.push(figure);
      const { answers, ...measures } = figure;
      const text = Object.entries(measures).map(([name, value]) => `${name} ${value.toFixed(3)}`);
      const slow = answers.toSorted((one, other) => other.ms - one.ms).slice(0, 5);
      process.stdout.write(
        `round ${round}: ${text.join(', ')}; slowest ${slow.map(({ what, ms }) => `${what} ${ms}`).join(', ')}\n`,
      );
    }
    return all;
  } finally {
    await direct.close();
    await browser.close();
    await house.stop();
  }
};

type Measure = Exclude<keyof PagesFigure, 'answers' | 'stolenSeconds'>;
const words: readonly (readonly [Measure, zh: string, en: string, unit: string, digits: number])[] = [
  ['loginMs', '登录页，主线程（至多 120）', 'login, main thread (at most 120)', 'ms', 0],
  ['homeMs', '首页第一次打开，主线程', 'home, first opened, main thread', 'ms', 0],
  ['listMs', '列表页第一次打开，主线程（至多 450）', 'a list page, first opened, main thread (at most 450)', 'ms', 0],
  ['backMs', '回到开着的标签，主线程（至多 120）', 'back to an open tab, main thread (at most 120)', 'ms', 0],
  [
    'changeMs',
    '处理器慢 4 倍，换页最慢的回应（菜单、标签，至多 200）',
    'slowest answer at 4× throttle, changing the page (menu, tabs; at most 200)',
    'ms',
    0,
  ],
  [
    'drawerMs',
    '处理器慢 4 倍，点一行打开抽屉（至多 200）',
    'at 4× throttle, from a row to its drawer (at most 200)',
    'ms',
    0,
  ],
  ['addMs', '处理器慢 4 倍，点「添加员工」（至多 200）', 'at 4× throttle, 添加员工 (at most 200)', 'ms', 0],
  ['themeMs', '处理器慢 4 倍，浅色换深色（至多 200）', 'at 4× throttle, from light to dark (at most 200)', 'ms', 0],
  [
    'partMs',
    '处理器慢 4 倍，页内其余最慢的回应（筛选、菜单、搜索，至多 200）',
    'slowest other answer at 4× throttle, within a page (filter, menus, search; at most 200)',
    'ms',
    0,
  ],
  ['homeShift', '首页布局移动（小于 0.02）', 'layout shift of home (below 0.02)', '', 4],
  ['heapMB', '15 个标签全部挂载的堆（至多 60）', 'heap with 15 tabs, all mounted (at most 60)', 'MB', 1],
];

export const pagesSamples = (all: readonly PagesFigure[]): Sample[] =>
  words.map(([name, zh, en, unit, digits]) => ({ zh, en, unit, digits, values: all.map(figure => figure[name]) }));
