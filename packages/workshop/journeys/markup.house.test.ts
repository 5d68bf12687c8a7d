import type { RoleCode } from '@lianxian/core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mayOpen } from '../../web/src/app/guard.ts';
import { routes } from '../../web/src/app/routes.ts';
import { type Api, apiWith } from './house/api.ts';
import { chromiumIsThere, openBrowser } from './house/browser.ts';
import { demoPasswordOf, type House, startHouse } from './house/house.ts';
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
  const answer = await apiWith(house, '').send('user/login', { cid, account, password: await demoPasswordOf(house) });
  if (answer.errorCode !== 0) throw new Error(`${level}: ${answer.errorCode} ${answer.errorMsg}`);
  return apiWith(house, (answer.data as { token: string }).token);
};

beforeAll(async () => {
  // The samples' carriers have addresses of documentation (RFC 5737).
  house = await startHouse({ PRACTICE: 'off', PRIVATE_HOSTS: '192.0.2.0/24' });
  if (chromiumIsThere) browser = await openBrowser();
  await Promise.all(
    (Object.keys(people) as Level[]).map(async level => {
      const api = await signIn(level);
      signedIn.set(level, api);
      written.set(level, await writeMarkup(api));
    }),
  );
}, 300_000);
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

/** Pages of a frame that show something by themselves; what is refused to somebody shows him nothing but that. */
const pathsOf = (frame: 'shell' | 'bare', user: Parameters<typeof mayOpen>[1]) =>
  routes
    .filter(row => row.frame === frame && row.page !== null && !row.path.includes(':') && mayOpen(row, user))
    .map(row => row.path);

/** What is being read shows as busy; a page that asks for ever is looked at as it is. */
const SETTLE_MS = 3_000;
const settled = (page: Page, isOpen = false) =>
  page
    .waitForFunction(
      wanted =>
        document.querySelector('main, form, h1') &&
        !document.querySelector('[aria-busy="true"]') &&
        (!wanted || document.querySelector('dialog[open], .drawer, [aria-expanded="true"]')),
      isOpen,
      { timeout: SETTLE_MS },
    )
    .catch(() => undefined);

/** Opens a page, and its first row where it has one. */
const look = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${house.url}${path}`, { waitUntil: 'domcontentloaded' });
  await settled(page);
  const row = page.locator('tbody tr[data-key]').first();
  if ((await row.count()) === 0) return;
  await row.press('Enter');
  await settled(page, true);
};

const ranIn = (page: Page) => page.evaluate(() => (globalThis as { markupRan?: unknown }).markupRan ?? null);
const scriptLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[href], [src], [action]')]
      .flatMap(each => ['href', 'src', 'action'].map(name => each.getAttribute(name) ?? ''))
      .filter(address => /^\s*(javascript|vbscript|data:text)/i.test(address)),
  );

/** Nothing of the address ran on the page, and no link of it is a script. */
const expectPlain = async (page: Page, path: string) =>
  expect([path, await ranIn(page), await scriptLinks(page)]).toEqual([path, null, []]);

/** Pages that are looked at side by side. */
const LANES = 3;
const lookAtAll = async (context: BrowserContext, paths: readonly string[]): Promise<void> => {
  const waiting = [...paths];
  const lane = async () => {
    const page = await context.newPage();
    const found = await watch(page);
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await look(page, path);
      await expectPlain(page, path);
    }
    expect(found).toEqual([]);
    await page.close();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
};

for (const level of Object.keys(people) as Level[])
  test.runIf(chromiumIsThere)(`nothing of it runs on any page of the ${level}`, async () => {
    const api = signedIn.get(level);
    if (api === undefined) throw new Error(`${level} is not signed in`);
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
      reducedMotion: 'reduce',
    });
    await context.addCookies([{ name: 'token', value: api.token, url: house.url }]);
    // The agreement that waits for a consent shows its text before anything else; then it is out of the way.
    await lookAtAll(context, ['/home']);
    await api.send('user/agreement', { accept: '1' });
    const { data } = await api.send('user/getUserInfo', {});
    await lookAtAll(context, pathsOf('shell', data as { rights: readonly string[]; roleCode: RoleCode }));
    await context.close();
  });

test.runIf(chromiumIsThere)('nothing of an address runs on a page that needs no token', async () => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const [token, code] = [encodeURIComponent(markup[0]), encodeURIComponent(markup[1])];
  const paths = pathsOf('bare', { rights: [], roleCode: 'employee' });
  await lookAtAll(
    context,
    paths.map(path => `${path}?token=${token}&code=${code}#${markup[2]}`),
  );
  await context.close();
});
