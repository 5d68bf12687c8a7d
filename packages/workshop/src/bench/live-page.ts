import { setTimeout as delay } from 'node:timers/promises';
import { openBrowser } from '../../journeys/house/browser.ts';
import { stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';
import { type LiveGround, longestTask, onLiveGround, watchTasks } from './live-ground.ts';
import { openMeasured } from './pages.ts';

/**
 * The page of all live calls in Chromium, with as many as it shows: each has something new with every message of *calls*,
 * once a second, and the order of all is looked at every two seconds. What it takes of a core, and its longest task.
 */
interface LivePageFigure {
  readonly mainThread: number;
  readonly longestTaskMs: number;
  readonly stolenSeconds: number;
}

const LIVE = 500;
const TASKS = 10;
const SAY_EVERY_MS = 1_000;
const SETTLE_MS = 6_000;
const WATCH_MS = 20_000;
/** At most so much of a core, and no task over the 50 ms from which on the browser tells them. */
const MOST_OF_CORE = 0.1;

const measureRound = async ({ house, api, keepTalking }: LiveGround): Promise<LivePageFigure> => {
  const stop = await keepTalking({
    everyMs: SAY_EVERY_MS,
    tell: ({ publishMerchant }, merchantId, words) =>
      publishMerchant(
        merchantId,
        words.map(word => ({ owner: null, word })),
      ),
  });
  const browser = await openBrowser();
  try {
    const stolen = stolenSeconds();
    const { page, spent } = await openMeasured(browser, house, api.token);
    await page.goto(`${house.url}/platform/live`);
    await page.locator('tr[data-key]').first().waitFor();
    await delay(SETTLE_MS);
    await page.evaluate(watchTasks);
    const [before, since] = [await spent(), performance.now()];
    await delay(WATCH_MS);
    const mainThread = ((await spent()) - before) / (performance.now() - since);
    return { mainThread, longestTaskMs: await longestTask(page), stolenSeconds: stolenSeconds() - stolen };
  } finally {
    await browser.close();
    await stop();
  }
};

export const measureLivePage = (rounds: number): Promise<LivePageFigure[]> =>
  onLiveGround({ live: LIVE, tasks: TASKS }, async ground => {
    const all: LivePageFigure[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const figure = await measureRound(ground);
      all.push(figure);
      process.stdout.write(
        `round ${round}, a page of ${LIVE} live calls: ${(100 * figure.mainThread).toFixed(1)} % of a core, longest task ${figure.longestTaskMs.toFixed(0)} ms, stolen ${figure.stolenSeconds.toFixed(2)} s\n`,
      );
    }
    return all;
  });

export const livePageTooDear = (all: readonly LivePageFigure[]): string[] =>
  all.flatMap(({ mainThread, longestTaskMs }) => [
    ...(mainThread > MOST_OF_CORE ? [`the live page takes ${(100 * mainThread).toFixed(1)} % of a core`] : []),
    ...(longestTaskMs > 0 ? [`a task of the live page takes ${longestTaskMs.toFixed(0)} ms`] : []),
  ]);

export const livePageSamples = (all: readonly LivePageFigure[]): Sample[] => [
  {
    zh: `实时通话页，${LIVE} 通进行中：浏览器主线程占一个核（至多 10）`,
    en: `the page of live calls with ${LIVE} of them: main thread of the browser, of a core (at most 10)`,
    unit: '%',
    digits: 1,
    values: all.map(({ mainThread }) => 100 * mainThread),
  },
  {
    zh: `实时通话页，${LIVE} 通：主线程最长的一个任务（50 ms 以下记 0）`,
    en: `the page of live calls with ${LIVE} of them: longest task of the main thread (0: none over 50 ms)`,
    unit: 'ms',
    digits: 0,
    values: all.map(({ longestTaskMs }) => longestTaskMs),
  },
];
