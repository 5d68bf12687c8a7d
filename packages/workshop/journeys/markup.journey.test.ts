import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../web/src/app/routes.ts';
import { type Api, apiWith } from './house/api.ts';
import { chromiumIsThere, openBrowser } from './house/browser.ts';
import { type House, startHouse } from './house/house.ts';
import { markup, type Written, writeMarkup } from './house/markup.ts';

/**
 * Markup in every text that the product takes, written through the real server by each level of people, and then every
 * page opened that may show it: nothing of it runs, and the browser has no violation of the pages' policy to report.
 */
const people = {
  merchant: ['100268', 'demo'],
  reseller: ['100100', 'agent'],
  platform: ['100000', 'admin'],
} as const;
type Level = keyof typeof people;

let house: House;
let browser: Browser;
const signedIn = new Map<Level, Api>();
const written = new Map<Level, readonly Written[]>();

const signIn = async (level: Level): Promise<Api> => {
  const [cid, account] = people[level];
  const answer = await apiWith(house, '').send('user/login', { cid, account, password: 'lianxian' });
  if (answer.errorCode !== 0) throw new Error(`${level}: ${answer.errorCode} ${answer.errorMsg}`);
  return apiWith(house, (answer.data as { token: string }).token);
};

beforeAll(async () => {
  house = await startHouse({ PRACTICE: 'off' });
  if (chromiumIsThere) browser = await openBrowser();
  for (const level of Object.keys(people) as Level[]) {
    const api = await signIn(level);
    await api.send('user/agreement', { accept: '1' });
    signedIn.set(level, api);
    written.set(level, await writeMarkup(api));
  }
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await house?.stop();
});

test('texts with markup are taken as texts: enough of them for the pages to show', () => {
  const taken = (level: Level) => (written.get(level) ?? []).filter(({ code }) => code === 0).map(({ path }) => path);
  expect(taken('merchant')).toEqual(
    expect.arrayContaining(
      'line/save port/save task/save blacklist/add config/save role/save oa/saveEmployee merchant/saveContact'.split(
        ' ',
      ),
    ),
  );
  expect(taken('reseller')).toEqual(expect.arrayContaining('merchant/save branding/save'.split(' ')));
  expect(taken('platform')).toEqual(
    expect.arrayContaining('reseller/save notice/save help/save updateLog/save text/save'.split(' ')),
  );
  // An address that is a script is taken nowhere, and no text, whatever it is, is a fault of ours.
  const scripts = [...written.values()]
    .flat()
    .filter(({ field, code }) => /url|host|icon|img|logo/i.test(field) && code === 0);
  expect(scripts).toEqual([]);
  expect([...written.values()].flat().filter(({ code }) => code === 109)).toEqual([]);
});

/** What the browser says against a page; told by scripts that run before any of the page's own. */
const watch = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  await page.exposeBinding('tellViolation', (_, what: string) => found.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      const { tellViolation } = globalThis as unknown as { tellViolation: (what: string) => void };
      tellViolation(`${location.pathname} ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  page.on('dialog', dialog => {
    found.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', error => found.push(`error ${String(error)}`));
  return found;
};

const pathsOf = (frame: 'shell' | 'bare') =>
  routes.filter(row => row.frame === frame && row.page !== null && !row.path.includes(':')).map(row => row.path);

/** What is being read shows as busy; a page that asks for ever is looked at as it is. */
const SETTLE_MS = 3_000;
const settled = (page: Page) =>
  page
    .waitForFunction(
      () => document.querySelector('main, form, h1') && !document.querySelector('[aria-busy="true"]'),
      null,
      {
        timeout: SETTLE_MS,
      },
    )
    .catch(() => undefined);

/** Opens a page, and its first row where it has one. */
const look = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${house.url}${path}`);
  await settled(page);
  const row = page.locator('tbody tr[data-key]').first();
  if ((await row.count()) === 0) return;
  await row.press('Enter');
  await settled(page);
};

const ranIn = (page: Page) => page.evaluate(() => (globalThis as { markupRan?: unknown }).markupRan ?? null);
const scriptLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[href], [src], [action]')]
      .flatMap(each => ['href', 'src', 'action'].map(name => each.getAttribute(name) ?? ''))
      .filter(address => /^\s*(javascript|vbscript|data:text)/i.test(address)),
  );

for (const level of Object.keys(people) as Level[])
  test.runIf(chromiumIsThere)(`nothing of it runs on any page of the ${level}`, async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
    await context.addCookies([{ name: 'token', value: signedIn.get(level)?.token ?? '', url: house.url }]);
    const page = await context.newPage();
    const found = await watch(page);
    for (const path of pathsOf('shell')) {
      await look(page, path);
      expect([path, await ranIn(page), await scriptLinks(page)]).toEqual([path, null, []]);
    }
    expect(found).toEqual([]);
    await context.close();
  });

test.runIf(chromiumIsThere)('nothing of an address runs on a page that needs no token', async () => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  const found = await watch(page);
  for (const path of pathsOf('bare')) {
    await look(
      page,
      `${path}?token=${encodeURIComponent(markup[0])}&code=${encodeURIComponent(markup[1])}#${markup[2]}`,
    );
    expect([path, await ranIn(page), await scriptLinks(page)]).toEqual([path, null, []]);
  }
  expect(found).toEqual([]);
  await context.close();
});
