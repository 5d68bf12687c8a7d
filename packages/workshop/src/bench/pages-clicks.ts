import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** How long what one did took until the next picture (Event Timing, as INP counts it), in steps of 8 ms. */
export interface Answer {
  readonly what: string;
  readonly ms: number;
}

const REST_MS = 1_200;
/** Below this the browser notes nothing. */
const LEAST_MS = 16;

/** Runs in the page before its scripts: the slowest answer since it was last asked. */
const watchAnswers = (leastMs: number): void => {
  const answers = { slowest: 0 };
  Object.assign(globalThis, { answers });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if ((entry as unknown as { interactionId: number }).interactionId > 0)
        answers.slowest = Math.max(answers.slowest, entry.duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: leastMs } as PerformanceObserverInit);
};

/** What a page is opened with so that it can be asked. */
export const watchOn = (page: Page): Promise<unknown> => page.addInitScript(watchAnswers, LEAST_MS);

const slowestSince = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { answers } = globalThis as unknown as { answers: { slowest: number } };
    const { slowest } = answers;
    answers.slowest = 0;
    return slowest;
  });

type Act = readonly [what: string, act: () => Promise<unknown>];

/** Does one after the other. */
export const answersTo = async (page: Page, acts: readonly Act[]): Promise<Answer[]> => {
  const all: Answer[] = [];
  for (const [what, act] of acts) {
    await slowestSince(page);
    await act();
    await delay(REST_MS);
    all.push({ what, ms: await slowestSince(page) });
  }
  return all;
};

const entries = ['我的任务', '通话记录', '语音网关', '网关监控', '我的员工'];

export const tabOf = (page: Page, name: string) => page.locator('.tabs-row').getByText(name, { exact: true }).first();

const menuEntry = (page: Page, name: string) => page.locator('.shell-sider').getByText(name, { exact: true }).first();

/** Opens each page from the menu for the first time, then goes to and fro by menu and by tab, and closes one. */
export const changePages = (page: Page): Promise<Answer[]> => {
  const entry = (name: string) => menuEntry(page, name);
  const back = ['首页', ...entries];
  return answersTo(page, [
    ...entries.map((name): Act => [`menu ${name}, first`, () => entry(name).click()]),
    ...back.map((name): Act => [`menu ${name}, again`, () => entry(name).click()]),
    ...back.map((name): Act => [`tab ${name}`, () => tabOf(page, name).click()]),
    ['close a tab', () => page.locator('.tabs-row .tabs-row-tab.is-open button').click()],
  ]);
};

/** Opens and leaves what opens within a page and around it, and types. */
export const useParts = (page: Page): Promise<Answer[]> => {
  const shown = page.locator('.shell-pane:visible');
  const leave = (what: string): Act => [`leave ${what}`, () => page.keyboard.press('Escape')];
  const rail = page.locator('.rail button');
  const type = (text: string) => () => page.keyboard.type(text, { delay: 200 });
  return answersTo(page, [
    ['tab 通话记录', () => tabOf(page, '通话记录').click()],
    ['drawer of a call', () => shown.locator('tr[data-key]').first().click()],
    ['next call', () => shown.locator('tr[data-key]').nth(1).click()],
    leave('the drawer'),
    ['into the filter', () => shown.locator('.search-field input').click()],
    ['type into the filter', type('1380')],
    ['choose a row', () => shown.locator('tr[data-key] input[type=checkbox]').first().click()],
    ['user menu', () => page.locator('button.shell-user').click()],
    leave('the user menu'),
    ['palette', () => page.locator('.shell-search').click()],
    ['type into the palette', type('138')],
    leave('the palette'),
    ['batch tasks', () => rail.first().click()],
    leave('the batch tasks'),
    ['help', () => rail.nth(1).click()],
    leave('the help'),
    ['tab 首页', () => tabOf(page, '首页').click()],
    ['test call', () => shown.getByRole('button', { name: '试呼' }).first().click()],
    leave('the test call'),
    ['menu 我的员工', () => menuEntry(page, '我的员工').click()],
    ['add an employee', () => shown.getByRole('button', { name: '添加员工' }).click()],
    leave('the new employee'),
    ...['深色', '浅色'].flatMap((name): Act[] => [
      [`user menu, for ${name}`, () => page.locator('button.shell-user').click()],
      [name, () => page.getByRole('menuitemradio', { name, exact: true }).click()],
    ]),
    ['fold the menu', () => page.locator('.shell-header .icon-button').first().click()],
  ]);
};
