import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { endpoints } from '@lianxian/contract';
import type { Plan, PlanNode } from '@lianxian/core';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { type Api, signIn } from '../../journeys/house/api.ts';
import { openBrowser } from '../../journeys/house/browser.ts';
import { type House, startHouse } from '../../journeys/house/house.ts';
import type { Sample } from './figures.ts';
import { watchOn } from './pages-clicks.ts';

/**
 * What a plan of 300 nodes costs the browser: main-thread milliseconds of Chromium for each frame while the canvas is
 * dragged, and for each key typed into a sentence, as fast as it is and at a processor four times slower.
 */
interface StudioFigure {
  readonly panMs: number;
  readonly slowPanMs: number;
  /** At a quarter of the size, where most of the nodes are seen at once. */
  readonly farPanMs: number;
  /** With all that comes of it: what is drawn, checked and saved. */
  readonly keyMs: number;
  readonly slowKeyMs: number;
  /** The slowest answer to a key at the slower processor (Event Timing, as INP counts it). */
  readonly slowAnswerMs: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const NODES = 300;
const COLUMNS = 15;
const FRAMES = 100;
const STEP_PX = 6;
const THROTTLE = 4;
const REST_MS = 1_500;
/** As quick as one types. */
const KEY_MS = 120;
const SENTENCE = 'may we keep a place for you';
/** After the last key: until the plan is checked and saved. */
const SETTLED_MS = 3_000;
const BESIDE_PX = 274;
const BELOW_PX = 174;

const nodeAt = (n: number): PlanNode => ({
  kind: 'speak',
  id: `n${n}`,
  name: `节点 ${n}`,
  at: { x: (n % COLUMNS) * BESIDE_PX, y: Math.floor(n / COLUMNS) * BELOW_PX },
  sentences: [`这周报名体验，老师会送一份分级测评，要不要先留第 ${n} 个名额？`],
  interruption: { when: 'always' },
  routers: [
    { on: 'yes', to: `n${(n + COLUMNS) % NODES}` },
    { on: 'no', to: `n${(n + 1) % NODES}` },
    { on: 'other', to: `n${(n + COLUMNS + 1) % NODES}` },
  ],
});

/** A plan of so many nodes, each leading to three others. */
const bigPlan = async (api: Api): Promise<string> => {
  // Nothing stands over the page that is measured.
  await api.send('user/agreement', { accept: '1' });
  const { id } = await api.call(endpoints.plan.create, { name: '三百个节点' });
  const { graph, rev } = await api.call(endpoints.plan.draft, { id });
  const nodes = Array.from({ length: NODES }, (_, n) => nodeAt(n));
  const flow = { ...graph.flows[0]!, rootNode: 'n0', nodes };
  const plan: Plan = { ...graph, flows: [flow] };
  const packed = gzipSync(JSON.stringify(plan)).toString('base64url');
  await api.call(endpoints.plan.saveDraft, { id, rev, graph: packed });
  return id;
};

const spent = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
};

/** A spot low on the canvas with no node and no cord under it: from there the canvas is dragged, and nothing else. */
const emptySpot = ({ x, y, width, height }: Box): [number, number] => {
  for (let up = 8; up < height / 3; up += 4)
    for (let right = 0; right < width / 3; right += 4) {
      const spot: [number, number] = [x + width / 2 + right, y + height - up];
      if (document.elementFromPoint(...spot)?.classList.contains('react-flow__pane')) return spot;
    }
  throw new Error('no empty spot on the canvas');
};

/** Drags the canvas to and fro, one step a frame; answers main-thread ms a frame. */
const pan = async (page: Page, session: CDPSession, way: 1 | -1): Promise<number> => {
  const box = await page.locator('.canvas').boundingBox();
  if (!box) throw new Error('no canvas is shown');
  const [x, y] = await page.evaluate(emptySpot, box);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const before = await spent(session);
  for (let frame = 1; frame <= FRAMES; frame += 1) {
    await page.mouse.move(x - frame * 2 * way, y - frame * STEP_PX * way);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const after = await spent(session);
  await page.mouse.up();
  return (after - before) / FRAMES;
};

const openPlan = async (browser: Browser, house: House, token: string, plan: string) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  await context.addCookies([{ name: 'token', value: token, url: house.url }]);
  const page = await context.newPage();
  await watchOn(page);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${house.url}/plan/${plan}`, { waitUntil: 'networkidle' });
  await page.locator('.react-flow__node').first().waitFor();
  await delay(REST_MS);
  return { context, page, session };
};

const measurePans = async (browser: Browser, house: House, token: string, plan: string) => {
  const { context, page, session } = await openPlan(browser, house, token, plan);
  const panMs = await pan(page, session, 1);
  await delay(REST_MS);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  const slowPanMs = await pan(page, session, 1);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  for (let n = 0; n < 6; n += 1) await page.getByRole('button', { name: '缩小', exact: true }).click();
  await delay(REST_MS);
  const farPanMs = await pan(page, session, -1);
  await context.close();
  return { panMs, slowPanMs, farPanMs };
};

/** Types a sentence into the marked node and waits until it is saved; answers main-thread ms a key. */
const typeSentence = async (page: Page, session: CDPSession): Promise<number> => {
  await page.getByRole('textbox', { name: '要说的话' }).first().click();
  const before = await spent(session);
  await page.keyboard.type(SENTENCE, { delay: KEY_MS });
  await delay(SETTLED_MS);
  return ((await spent(session)) - before) / SENTENCE.length;
};

const slowestAnswer = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { answers: { slowest: number } }).answers.slowest);

const measureKeys = async (browser: Browser, house: House, token: string, plan: string) => {
  const { context, page, session } = await openPlan(browser, house, token, plan);
  await page.getByRole('treeitem').nth(1).click();
  await page.getByRole('textbox', { name: '要说的话' }).first().waitFor();
  await delay(REST_MS);
  const keyMs = await typeSentence(page, session);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await page.evaluate(() => {
    (globalThis as unknown as { answers: { slowest: number } }).answers.slowest = 0;
  });
  const slowKeyMs = await typeSentence(page, session);
  const slowAnswerMs = await slowestAnswer(page);
  await context.close();
  return { keyMs, slowKeyMs, slowAnswerMs };
};

export const measureStudio = async (rounds: number): Promise<StudioFigure[]> => {
  const house = await startHouse({ PRACTICE: 'off', LOG_LEVEL: 'warn' });
  const browser = await openBrowser();
  try {
    const api = await signIn(house);
    const plan = await bigPlan(api);
    const all: StudioFigure[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const pans = await measurePans(browser, house, api.token, plan);
      const figure = { ...pans, ...(await measureKeys(browser, house, api.token, plan)) };
      all.push(figure);
      const text = Object.entries(figure).map(([name, value]) => `${name} ${value.toFixed(2)}`);
      process.stdout.write(`round ${round}: ${text.join(', ')}\n`);
    }
    return all;
  } finally {
    await browser.close();
    await house.stop();
  }
};

const words: readonly (readonly [keyof StudioFigure, zh: string, en: string])[] = [
  [
    'panMs',
    '话术编辑器，300 个节点，移动画布每帧主线程（至多 8）',
    'plan editor, 300 nodes, main thread a frame while panning (at most 8)',
  ],
  ['slowPanMs', '同上，处理器慢 4 倍（至多 20）', 'the same at 4× throttle (at most 20)'],
  ['farPanMs', '同上，缩小到四分之一', 'the same at a quarter of the size'],
  [
    'keyMs',
    '话术编辑器，300 个节点，在句子里打一个字的主线程（至多 50）',
    'plan editor, 300 nodes, main thread a key typed into a sentence (at most 50)',
  ],
  ['slowKeyMs', '同上，处理器慢 4 倍', 'the same at 4× throttle'],
  [
    'slowAnswerMs',
    '同上，处理器慢 4 倍，打一个字最慢多久看到（至多 200）',
    'the same at 4× throttle, the slowest answer to a key (at most 200)',
  ],
];

export const studioSamples = (all: readonly StudioFigure[]): Sample[] =>
  words.map(([name, zh, en]) => ({ zh, en, unit: 'ms', digits: 1, values: all.map(figure => figure[name]) }));
