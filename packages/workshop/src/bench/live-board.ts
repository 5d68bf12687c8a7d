import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from '../../journeys/house/api.ts';
import { openBrowser } from '../../journeys/house/browser.ts';
import type { House } from '../../journeys/house/house.ts';

/** What a page with live calls costs the browser's main thread. */
export interface PageFigure {
  /** Share of one core, of all its tasks. */
  readonly mainThread: number;
  /** Longest time between two frames, and how many gaps of more than 50 ms there were. */
  readonly longestGapMs: number;
  readonly gaps: number;
  readonly seconds: number;
}

const SETTLE_MS = 3_000;
const GAP_MS = 50;

/** Runs in the page: notes the time between frames. */
const watchFrames = (gapMs: number): void => {
  const seen = { longest: 0, gaps: 0 };
  Object.assign(globalThis, { frames: seen });
  let last = performance.now();
  const next = (): void => {
    const now = performance.now();
    seen.longest = Math.max(seen.longest, now - last);
    if (now - last > gapMs) seen.gaps += 1;
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
};

export const measureBoard = async (house: House, api: Api, task: string, seconds: number): Promise<PageFigure> => {
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
    await context.addCookies([{ name: 'token', value: api.token, url: house.url }]);
    const page = await context.newPage();
    await page.goto(`${house.url}/platform/task/${task}`, { waitUntil: 'networkidle' });
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await delay(SETTLE_MS);
    const taskSeconds = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    };
    const [before, since] = [await taskSeconds(), performance.now()];
    await page.evaluate(watchFrames, GAP_MS);
    await delay(seconds * 1_000);
    const elapsed = (performance.now() - since) / 1_000;
    const frames = await page.evaluate(
      () => (globalThis as unknown as { frames: { longest: number; gaps: number } }).frames,
    );
    return {
      mainThread: ((await taskSeconds()) - before) / elapsed,
      longestGapMs: frames.longest,
      gaps: frames.gaps,
      seconds: elapsed,
    };
  } finally {
    await browser.close();
  }
};
