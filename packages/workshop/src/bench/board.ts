import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../journeys/house/browser.ts';
import { stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';
import { type LiveGround, longestTask, onLiveGround, watchTasks } from './live-ground.ts';
import { openMeasured, THROTTLE } from './pages.ts';
import { type Answer, answersTo } from './pages-clicks.ts';

/**
 * A board with as many live calls as it shows, in Chromium: words come three times a second in each. How long the longest
 * of its tasks was, without throttle; how long the slowest answer at a processor four times slower; and what it takes of a
 * core.
 */
interface BoardFigure {
  readonly mainThread: number;
  readonly longestTaskMs: number;
  readonly inpMs: number;
  readonly stolenSeconds: number;
  readonly answers: readonly Answer[];
}

const LIVE = 300;
const SAY_EVERY_MS = 300;
const SETTLE_MS = 5_000;
const WATCH_MS = 20_000;

const acts = (page: Page): (readonly [string, () => Promise<unknown>])[] => {
  const shown = page.locator('.shell-pane:visible');
  const row = shown.locator('tr[data-key]').nth(2);
  return [
    ['客户在说', () => shown.getByText('客户在说', { exact: true }).click()],
    ['A、B 类', () => shown.getByRole('radiogroup').getByText('A、B 类').click()],
    ['全部', () => shown.getByRole('radiogroup').getByText('全部', { exact: true }).click()],
    ['号码', () => shown.locator('.board-tab').nth(1).click()],
    ['通话中', () => shown.locator('.board-tab').first().click()],
    ['walk the rows', () => row.focus().then(() => page.keyboard.press('ArrowDown'))],
    ['the last row', () => page.keyboard.press('End')],
    ['ask to hang up', () => row.getByRole('button').last().click()],
    ['leave it', () => page.keyboard.press('Escape')],
  ];
};

const measureRound = async ({ house, api, tasks: [task = ''], keepTalking }: LiveGround): Promise<BoardFigure> => {
  const stop = await keepTalking({
    everyMs: SAY_EVERY_MS,
    tell: ({ publishTask }, merchantId, words) => publishTask(merchantId, task, words),
  });
  const browser = await openBrowser();
  try {
    const stolen = stolenSeconds();
    const { page, session, spent } = await openMeasured(browser, house, api.token);
    await page.goto(`${house.url}/platform/task/${task}`);
    await page.locator('tr[data-key]').first().waitFor();
    await delay(SETTLE_MS);
    await page.evaluate(watchTasks);
    const [before, since] = [await spent(), performance.now()];
    await delay(WATCH_MS);
    const mainThread = ((await spent()) - before) / (performance.now() - since);
    const longestTaskMs = await longestTask(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    const answers = await answersTo(page, acts(page));
    const inpMs = Math.max(...answers.map(({ ms }) => ms));
    return { mainThread, longestTaskMs, inpMs, stolenSeconds: stolenSeconds() - stolen, answers };
  } finally {
    await browser.close();
    await stop();
  }
};

export const measureBoards = (rounds: number): Promise<BoardFigure[]> =>
  onLiveGround({ live: LIVE, tasks: 1 }, async ground => {
    const all: BoardFigure[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const figure = await measureRound(ground);
      all.push(figure);
      process.stdout.write(
        `round ${round}, a board of ${LIVE} live calls: ${(100 * figure.mainThread).toFixed(1)} % of a core, longest task ${figure.longestTaskMs.toFixed(0)} ms, stolen ${figure.stolenSeconds.toFixed(2)} s; at ${THROTTLE}× ${figure.answers.map(({ what, ms }) => `${what} ${ms}`).join(', ')}\n`,
      );
    }
    return all;
  });

export const boardSamples = (all: readonly BoardFigure[]): Sample[] => [
  {
    zh: `任务看板，${LIVE} 通进行中：浏览器主线程占一个核`,
    en: `a task's board with ${LIVE} live calls: main thread of the browser, of a core`,
    unit: '%',
    digits: 1,
    values: all.map(({ mainThread }) => 100 * mainThread),
  },
  {
    zh: `任务看板，${LIVE} 通：主线程最长的一个任务（50 ms 以下记 0）`,
    en: `a board with ${LIVE} live calls: longest task of the main thread (0: none over 50 ms)`,
    unit: 'ms',
    digits: 0,
    values: all.map(({ longestTaskMs }) => longestTaskMs),
  },
  {
    zh: `任务看板，${LIVE} 通，处理器慢 4 倍：最慢的回应（至多 200）`,
    en: `a board with ${LIVE} live calls, at 4× throttle: slowest answer (at most 200)`,
    unit: 'ms',
    digits: 0,
    values: all.map(({ inpMs }) => inpMs),
  },
];
