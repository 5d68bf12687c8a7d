import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { type Api, signIn } from '../../journeys/house/api.ts';
import { openBrowser } from '../../journeys/house/browser.ts';
import { type House, startHouse } from '../../journeys/house/house.ts';
import { stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';

/**
 * What the pages cost the browser: main-thread milliseconds of Chromium (all its tasks, by CDP) until a page rests, layout
 * shift, the slowest answer to a click at a processor four times slower, and the heap of fifteen open tabs.
 */
export interface PagesFigure {
  readonly loginMs: number;
  readonly homeMs: number;
  readonly listMs: number;
  readonly backMs: number;
  readonly inpMs: number;
  readonly homeShift: number;
  readonly heapMB: number;
  readonly tabs: number;
  readonly stolenSeconds: number;
}

const REST_MS = 1_500;
const THROTTLE = 4;
const BACKS = 6;
const LIST = '/callLog';
const paths = [
  '/my-task /callLog /port /monitor /platform/connect-line /help /log/log-page /platform/security /platform/balance /my-staff',
  '/configured/configured-page /configured/audit-log /business-info/info-page /platform/task/1',
].flatMap(line => line.split(' '));

/** Runs in the page before its scripts: layout shifts, and how long clicks took. */
const watch = (): void => {
  const seen = { shift: 0, slowest: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) seen.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if ((entry as unknown as { interactionId: number }).interactionId > 0)
        seen.slowest = Math.max(seen.slowest, entry.duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
};
interface Seen {
  readonly shift: number;
  readonly slowest: number;
}
const seenOn = (page: Page): Promise<Seen> => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

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

const open = async (browser: Browser, house: House, token: string | null): Promise<Opened> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  if (token !== null) await context.addCookies([{ name: 'token', value: token, url: house.url }]);
  const page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  // Processor time of the thread: what others take of the machine is not counted.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, session, spent: async () => 1_000 * (await metric(session, 'TaskDuration')) };
};

/** A page that nobody has opened before: what it takes until it rests. */
const cold = async (browser: Browser, house: House, token: string | null, path: string) => {
  const { page, spent } = await open(browser, house, token);
  await page.goto(`${house.url}${path}`, { waitUntil: 'networkidle' });
  await delay(REST_MS);
  const [ms, { shift }] = [await spent(), await seenOn(page)];
  await page.context().close();
  return { ms, shift };
};

const tabOf = (page: Page, name: string) => page.locator('.tabs-row').getByText(name, { exact: true }).first();

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

const measureRound = async (browser: Browser, house: House, { token }: Api): Promise<PagesFigure> => {
  const stolen = stolenSeconds();
  const login = await cold(browser, house, null, '/login');
  const home = await cold(browser, house, token, '/home');
  const list = await cold(browser, house, token, LIST);
  const opened = await open(browser, house, token);
  const { page, session } = opened;
  for (const path of ['/home', LIST]) await page.goto(`${house.url}${path}`, { waitUntil: 'networkidle' });
  const backMs = await goBack(opened);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  for (let n = 0; n < BACKS; n += 1) {
    await tabOf(page, n % 2 === 0 ? '首页' : '通话记录').click();
    await delay(REST_MS);
  }
  const { slowest } = await seenOn(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  for (const path of paths) await page.goto(`${house.url}${path}`, { waitUntil: 'networkidle' });
  const tabs = page.locator('.tabs-row [role=tab], .tabs-row .tab');
  for (let n = 0; n < (await tabs.count()); n += 1) {
    await tabs.nth(n).click();
    await delay(REST_MS / 3);
  }
  const count = await tabs.count();
  await session.send('HeapProfiler.collectGarbage');
  const heapMB = (await metric(session, 'JSHeapUsedSize')) / 1_000_000;
  await page.context().close();
  return {
    loginMs: login.ms,
    homeMs: home.ms,
    listMs: list.ms,
    backMs,
    inpMs: slowest,
    homeShift: home.shift,
    heapMB,
    tabs: count,
    stolenSeconds: stolenSeconds() - stolen,
  };
};

export const measurePages = async (rounds: number): Promise<PagesFigure[]> => {
  const house = await startHouse({ PRACTICE: 'off', LOG_LEVEL: 'warn' });
  const browser = await openBrowser();
  try {
    const api = await signIn(house);
    await api.send('user/agreement', { accept: '1' });
    const all: PagesFigure[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const figure = await measureRound(browser, house, api);
      all.push(figure);
      const text = Object.entries(figure).map(([name, value]) => `${name} ${Number(value).toFixed(3)}`);
      process.stdout.write(`round ${round}: ${text.join(', ')}\n`);
    }
    return all;
  } finally {
    await browser.close();
    await house.stop();
  }
};

type Measure = Exclude<keyof PagesFigure, 'tabs' | 'stolenSeconds'>;
const words: readonly (readonly [Measure, zh: string, en: string, unit: string, digits: number])[] = [
  ['loginMs', '登录页，主线程（至多 120）', 'login, main thread (at most 120)', 'ms', 0],
  ['homeMs', '首页第一次打开，主线程', 'home, first opened, main thread', 'ms', 0],
  ['listMs', '列表页第一次打开，主线程（至多 450）', 'a list page, first opened, main thread (at most 450)', 'ms', 0],
  ['backMs', '回到开着的标签，主线程（至多 120）', 'back to an open tab, main thread (at most 120)', 'ms', 0],
  ['inpMs', '处理器慢 4 倍，最慢的一次点击（至多 200）', 'slowest click at 4× throttle (at most 200)', 'ms', 0],
  ['homeShift', '首页布局移动（小于 0.02）', 'layout shift of home (below 0.02)', '', 4],
  ['heapMB', '15 个标签的堆（至多 60）', 'heap of 15 tabs (at most 60)', 'MB', 1],
];

export const pagesSamples = (all: readonly PagesFigure[]): Sample[] =>
  words.map(([name, zh, en, unit, digits]) => ({ zh, en, unit, digits, values: all.map(figure => figure[name]) }));
